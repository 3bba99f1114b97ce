internal import CFFmpeg
internal import Frames

/// One frame of a clip, decoded with as little else as its picture depends on.
///
/// What reading a clip does beside that costs more than the picture: FFmpeg's look into the streams decodes one, a decoder that reorders waits for
/// two that follow, and pictures on which nothing depends are decoded on the way to the wanted one.
///
/// Where anything is out of the ordinary (no index, damage, another size than the container
/// states) there is no lone frame, and the clip is read as clips are, with the reports that go
/// with it. A clip that changes its pixel format or colours on its way (no camera writes one) is
/// converted by what the frame itself says, where reading it whole goes by the first frame.
struct LoneFrame: ~Copyable {
  let source: DecodedPictures
  let picture: FrameHandle
  /// The frame's place in the clip; nil is the first.
  let place: (index: FrameIndex, number: Int)?
  /// The time of the clip's first frame.
  let firstPts: Int64

  /// Decodes the frame that a part asks for; nil where it asks for more than one, or where only
  /// ordinary reading can tell which one that is.
  static func decode(
    path: String, part: ClipPart, options: ReadingOptions
  ) -> LoneFrame? {
    switch part {
    case .moment: break
    case .frames(let range) where range.count == 1: break
    case .frames, .seconds, .whole: return nil
    }
    if options.reading.deinterlacing == .fields { return nil }
    // One thread: others would decode what comes after the picture.
    var options = options
    options.threads = 1
    guard let source = try? DecodedPictures(path: path, options: options, probing: .headers) else {
      return nil
    }
    return source.isIntraOnly ? first(of: source, part) : indexed(in: source, part)
  }

  /// The first packet's picture, where each packet is a picture of its own.
  private static func first(of source: DecodedPictures, _ part: ClipPart) -> LoneFrame? {
    guard let picture = (try? source.next()) ?? nil, isAsExpected(picture, source) else {
      return nil
    }
    let pts = unsafe picture.raw.pointee.best_effort_timestamp
    guard pts != avo_no_pts,
      PartSelection.wanted(part, firstMs: source.milliseconds(atPts: pts)) == nil
    else { return nil }
    return LoneFrame(source: source, picture: picture, place: nil, firstPts: pts)
  }

  private static func indexed(in source: DecodedPictures, _ part: ClipPart) -> LoneFrame? {
    guard let index = FrameIndex(demuxer: source.demuxer, stream: source.streamIndex),
      index.canSeek
    else { return nil }
    let times = index.times.map(source.milliseconds(atPts:))
    let wanted = PartSelection.wanted(part, firstMs: times[0])
    let number = wanted.map { index.place(of: $0, times: times) } ?? 0
    if case .lastAt(let ms) = wanted, ms > times[times.count - 1] { return nil }
    guard let entry = index.entry(before: number),
      source.seek(toKeyPacket: entry),
      let picture = source.picture(shownAt: index.times[number]), isAsExpected(picture, source)
    else { return nil }
    return LoneFrame(
      source: source, picture: picture, place: (index, number), firstPts: index.times[0])
  }

  /// Whether the picture is whole and has the size that the container states, if it states one.
  private static func isAsExpected(
    _ picture: borrowing FrameHandle, _ source: DecodedPictures
  ) -> Bool {
    let keepsFields = source.reading.deinterlacing == .no
    guard source.damage.isClean, !source.hasMetDamage,
      // One that is made of fields needs those beside it.
      unsafe keepsFields
        || !avo_is_interlaced(picture.raw)
          && WholePictures.statedOrder(of: source.stream) == AV_FIELD_UNKNOWN,
      let stated = unsafe source.stream.pointee.codecpar
    else {
      return false
    }
    let (width, height) = unsafe (Int(stated.pointee.width), Int(stated.pointee.height))
    return width == 0 || (width, height) == (picture.width, picture.height)
  }
}

extension DecodedPictures {
  /// Whether no picture of the stream depends on another one.
  fileprivate var isIntraOnly: Bool {
    guard let parameters = unsafe stream.pointee.codecpar,
      let codec = unsafe avcodec_descriptor_get(parameters.pointee.codec_id)
    else { return false }
    return unsafe codec.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0
  }

  /// A time on the clip's timeline; see `ClipInfo.milliseconds(atPts:)`.
  fileprivate func milliseconds(atPts pts: Int64) -> Double {
    let base = unsafe stream.pointee.time_base
    return Double(pts &- timelineOrigin) * 1000 * Double(base.num) / Double(base.den)
  }
}
