internal import CFFmpeg
internal import Containers
internal import Frames

/// The pictures of a clip, of which none is made of two fields, unless they are wanted so.
///
/// A clip without fields is handed through. From the first picture of two fields on, all go through
/// bwdif, with one that comes later; what is whole stays what it is.
@safe final class WholePictures {
  private let path: String
  private let options: ReadingOptions
  private let pictures: SteadyPictures
  private let statedOrder: AVFieldOrder
  private var filter: FieldFilter?
  /// A picture of another size than those before, which have to come out first.
  private var held: FrameHandle?
  private var hasEnded = false
  /// The time from which on pictures are wanted, after a seek.
  private var wantedFrom: Int64?
  /// Whether a picture was made of two fields.
  private(set) var hasFields = false
  private var isTooSmall = false

  private var mode: Deinterlacing { options.reading.deinterlacing }

  init(_ pictures: SteadyPictures, path: String, options: ReadingOptions) {
    (self.pictures, self.path, self.options) = (pictures, path, options)
    statedOrder = unsafe Self.statedOrder(of: pictures.stream)
  }

  /// Opens a clip.
  convenience init(path: String, options: ReadingOptions) throws(VideoError) {
    self.init(try SteadyPictures(path: path, options: options), path: path, options: options)
  }

  var demuxer: Demuxer { pictures.demuxer }
  var stream: UnsafeMutablePointer<AVStream> { unsafe pictures.stream }
  var streamIndex: Int { pictures.streamIndex }
  var damage: DamageReport { pictures.damage }

  /// What is said of fields; nil where there were none.
  var note: String? {
    guard hasFields else { return nil }
    if isTooSmall { return "its frames are interlaced, and too small to be deinterlaced" }
    return switch mode {
    case .auto:
      "interlaced frames are deinterlaced to one picture each, by bwdif; --deinterlace fields makes a picture"
        + " of each field, --deinterlace no keeps them as stored"
    case .fields: "interlaced frames are deinterlaced to two pictures each, by bwdif"
    case .no: "interlaced frames are kept as stored"
    }
  }

  /// The next picture; nil at the end.
  func next() throws(VideoError) -> FrameHandle? {
    while true {
      if let filter {
        if let picture = try filter.receive() {
          let origin = filter.origin(of: picture)
          if origin == .lead { continue }
          return timed(picture, origin)
        }
        if filter.isDraining {
          self.filter = nil
          if let picture = held.take() {
            try begin(with: picture)
          } else if hasEnded {
            return nil
          }
          continue
        }
      }
      guard let picture = try hasEnded ? nil : pictures.next() else {
        hasEnded = true
        guard let filter else { return nil }
        try filter.drain()
        continue
      }
      let isOfFields = isOfFields(picture)
      if mode == .no { return picture }
      guard let filter else {
        guard isOfFields else { return timed(picture, .whole) }
        try begin(with: picture)
        continue
      }
      if filter.fits(picture) {
        try filter.send(picture, as: isOfFields ? .fields : .whole)
      } else {
        try filter.drain()
        held = consume picture
      }
    }
  }

  /// Continues from a key packet; see `DecodedPictures`.
  ///
  /// - Parameter wanted: the time of the first picture that is shown; those before lead up to it.
  func seek(toDecodingTime dts: Int64, showingFrom pts: Int64, wanted: Int64) -> Bool {
    filter = nil
    held = nil
    hasEnded = false
    wantedFrom = wanted
    return pictures.seek(toDecodingTime: dts, showingFrom: pts)
  }

  /// Whether pictures depend on those beside them.
  var needsNeighbours: Bool { hasFields && mode != .no }

  // MARK: Fields

  /// Starts to filter, as a filter would that had seen all pictures before.
  ///
  /// bwdif makes the first picture of fields of itself alone. After a seek that is none that is shown,
  /// or it is found out whether it is the clip's first.
  private func begin(with picture: consuming FrameHandle) throws(VideoError) {
    let filter = try FieldFilter(
      like: picture, perField: mode == .fields, threads: options.threads, path: path)
    self.filter = filter
    let pts = unsafe picture.raw.pointee.best_effort_timestamp
    if let wantedFrom, pts != avo_no_pts, pts >= wantedFrom,
      let earlier = try pictureOfFields(before: pts), filter.fits(earlier)
    {
      let flag = unsafe avo_is_interlaced(earlier.raw)
      unsafe avo_set_interlaced(earlier.raw, true)
      try filter.send(earlier, as: .lead)
      unsafe avo_set_interlaced(earlier.raw, flag)
      try filter.send(earlier, as: .lead)
    }
    try filter.send(picture, as: isOfFields(picture) ? .fields : .whole)
  }

  /// The picture before a time, where one before it was made of fields; found by decoding them all.
  private func pictureOfFields(before pts: Int64) throws(VideoError) -> FrameHandle? {
    let others = WholePictures(
      try SteadyPictures(path: path, options: options), path: path, options: options)
    var last: FrameHandle?
    while let picture = try others.pictures.next() {
      let time = unsafe picture.raw.pointee.best_effort_timestamp
      if time != avo_no_pts, time >= pts { break }
      _ = others.isOfFields(picture)
      last = consume picture
    }
    return others.hasFields ? last : nil
  }

  /// Whether a picture is made of two fields, as its codec says, or the container where the codec has no
  /// word for it.
  private func isOfFields(_ picture: borrowing FrameHandle) -> Bool {
    if statedOrder != AV_FIELD_UNKNOWN {
      let isTopFirst = statedOrder == AV_FIELD_TT || statedOrder == AV_FIELD_BT
      unsafe avo_set_interlaced(picture.raw, true)
      unsafe avo_set_top_first(picture.raw, isTopFirst)
    }
    guard unsafe avo_is_interlaced(picture.raw) else { return false }
    hasFields = true
    guard mode != .no, !FieldFilter.takes(picture) else { return true }
    isTooSmall = true
    return false
  }

  /// Codecs whose pictures do not say whether they are made of fields.
  private static let silentCodecs: Set<AVCodecID> = [
    AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1, AV_CODEC_ID_HEVC, AV_CODEC_ID_PNG,
    AV_CODEC_ID_QTRLE, AV_CODEC_ID_UTVIDEO, AV_CODEC_ID_CINEPAK, AV_CODEC_ID_SVQ3,
  ]

  /// The order of fields by the container, where it has to be asked for.
  static func statedOrder(of stream: UnsafeMutablePointer<AVStream>) -> AVFieldOrder {
    guard let parameters = unsafe stream.pointee.codecpar,
      unsafe silentCodecs.contains(parameters.pointee.codec_id)
    else { return AV_FIELD_UNKNOWN }
    let order = unsafe parameters.pointee.field_order
    return order == AV_FIELD_PROGRESSIVE ? AV_FIELD_UNKNOWN : order
  }

  // MARK: Times

  /// A picture with its time in the ticks that are handed out: of half the length where each field
  /// becomes a picture.
  private func timed(_ picture: consuming FrameHandle, _ origin: FieldFilter.Origin) -> FrameHandle
  {
    guard mode == .fields else { return picture }
    let stated = unsafe picture.raw.pointee.best_effort_timestamp
    if filter != nil {
      unsafe picture.raw.pointee.best_effort_timestamp = unsafe picture.raw.pointee.pts
    } else if stated != avo_no_pts {
      unsafe picture.raw.pointee.best_effort_timestamp = Ticks.time(stated) * 2
    }
    if origin == .whole {
      unsafe avo_set_duration(picture.raw, Ticks.duration(avo_duration(picture.raw)) * 2)
    }
    return picture
  }
}

extension AVCodecID: @retroactive Hashable {}
