internal import CFFmpeg
internal import Containers
internal import Frames
internal import Geometry
internal import Imaging

extension ClipInfo {
  /// Reads a stream's description and completes it from its first frame.
  init(
    demuxer: Demuxer, stream: UnsafeMutablePointer<AVStream>, firstFrame: borrowing FrameHandle,
    firstPts: Int64, plan: FramePlan, orientation: DisplayOrientation,
    stored size: (width: Int, height: Int), hasFields: Bool, options: ReadingOptions
  ) throws(VideoError) {
    let parameters = unsafe stream.pointee.codecpar.pointee
    let (width, height) = size
    let stored = Rational(
      unsafe av_guess_sample_aspect_ratio(demuxer.format, stream, firstFrame.raw))
    let swaps = orientation.turn.swapsSides
    let aspect = Self.plausible(swaps ? stored?.inverse : stored) ?? .one
    let (uprightWidth, uprightHeight) = swaps ? (height, width) : (width, height)
    guard let upright = PixelSize<OutputSpace>(width: uprightWidth, height: uprightHeight),
      let scene = PixelSize<SceneSpace>(
        width: max(1, Int((Double(uprightWidth) * aspect.value).rounded())),
        height: uprightHeight)
    else {
      throw .nothingDecodable(path: demuxer.path, reason: "the picture is \(width) x \(height)")
    }
    let perField = options.reading.deinterlacing == .fields
    guard let stated = Rational(unsafe stream.pointee.time_base),
      let timeBase = perField ? stated.halved : stated
    else {
      throw .notAClip(path: demuxer.path, reason: "its time base is missing")
    }
    container = demuxer.formatName
    codec = unsafe String(cString: avcodec_get_name(parameters.codec_id))
    storedWidth = width
    storedHeight = height
    self.orientation = orientation
    uprightSize = upright
    sampleAspectRatio = aspect
    sceneSize = scene
    decodedPixelFormat = PixelLayout.name(of: firstFrame.format)
    pixelFormat = PixelLayout.name(of: plan.format)
    hasTransparency = PixelFamily.of(plan.format).hasAlpha
    conversionNote = unsafe hasTransparency ? plan.note : Self.note(plan.note, stream: stream)
    colourTags = plan.tags
    lightMetadata =
      plan.becomesStandard
      ? LightMetadata() : unsafe LightMetadata(frame: firstFrame, stream: stream)
    self.timeBase = timeBase
    timelineOrigin = demuxer.timelineOrigin(timeBase: stated.raw) * (perField ? 2 : 1)
    startPts = firstPts
    duration = unsafe Self.duration(demuxer: demuxer, stream: stream)
    // A length counts from the first packet, of which there may be no picture.
    let begins = unsafe stream.pointee.start_time
    let isStated =
      unsafe begins != avo_no_pts && demuxer.editList(of: Int(stream.pointee.index)) == nil
    let start = isStated ? min(Ticks.time(begins) * (perField ? 2 : 1), firstPts) : firstPts
    let startMs = Double(start &- timelineOrigin) * 1000 * timeBase.value
    endMs = duration.map { startMs + $0 * 1000 }
    let rate = unsafe Self.rate(demuxer: demuxer, stream: stream)
    let believed = rate.flatMap { $0.value <= options.limits.maximumFrameRate ? $0 : nil }
    averageFrameRate = perField && hasFields ? believed?.inverse.halved?.inverse : believed
    let count = Int(unsafe stream.pointee.nb_frames)
    frameCount = count > 0 && !perField ? count : nil
    keptFields =
      hasFields && options.reading.deinterlacing == .no
      ? FieldOrder(of: firstFrame, turnedBy: orientation) : nil
    soundTracks = demuxer.hidesSound ? [] : Self.soundTracks(demuxer)
    let further = [
      AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_SUBTITLE, AVMEDIA_TYPE_DATA,
      AVMEDIA_TYPE_ATTACHMENT,
    ]
    hasFurtherTracks =
      demuxer.hidesSound
      || (0..<demuxer.streamCount).contains { index in
        guard index != demuxer.pictures, let stream = unsafe demuxer.stream(index) else {
          return false
        }
        return unsafe further.contains(stream.pointee.codecpar.pointee.codec_type)
      }
    metadata = unsafe Dictionary(
      OptionDictionary.entries(of: demuxer.format.pointee.metadata).map { ($0.key, $0.value) },
      uniquingKeysWith: { first, _ in first })
  }

  /// What is said of sound that keeps a file from being opened.
  package static let hiddenSound = "the sound is left out: its description is damaged"

  /// What is converted, and that VP8's and VP9's transparency is dropped.
  private static func note(_ note: String?, stream: UnsafeMutablePointer<AVStream>) -> String? {
    guard unsafe hasPicturesOfAlpha(stream), note?.contains(FramePlan.dropped) != true else {
      return note
    }
    return [note, FramePlan.dropped].compactMap(\.self).joined(separator: "; ")
  }

  /// Whether a stream says that it has transparency in pictures of its own, as VP8 and VP9 keep it.
  static func hasPicturesOfAlpha(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    guard let entry = unsafe av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0) else {
      return false
    }
    return unsafe String(cString: entry.pointee.value) == "1"
  }

  /// The container's display matrix, or else the one that the codec carries (H.264 SEI, EXIF).
  static func orientation(
    stream: UnsafeMutablePointer<AVStream>, frame: borrowing FrameHandle
  ) -> DisplayOrientation {
    let values = 9
    if let data = unsafe avo_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, nil) {
      return unsafe orientation(matrix: UnsafeRawPointer(data), count: values)
    }
    if let side = unsafe av_frame_get_side_data(frame.raw, AV_FRAME_DATA_DISPLAYMATRIX),
      unsafe side.pointee.size >= values * MemoryLayout<Int32>.size,
      let data = unsafe side.pointee.data
    {
      return unsafe orientation(matrix: UnsafeRawPointer(data), count: values)
    }
    return unsafe orientation(metadata: frame.raw.pointee.metadata)
  }

  /// Whether the container says how its pictures are to be shown.
  static func hasMatrix(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    unsafe avo_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, nil) != nil
  }

  /// The orientation that EXIF states, where FFmpeg tells it in words alone, as it does of TIFF.
  private static func orientation(metadata: OpaquePointer?) -> DisplayOrientation {
    let stated = unsafe OptionDictionary.entries(of: metadata).first { $0.key == "Orientation" }
    let number = stated.flatMap { Int($0.value.filter { !$0.isWhitespace }) }
    return number.flatMap(EXIFOrientation.init).map(DisplayOrientation.init) ?? .upright
  }

  private static func orientation(matrix: UnsafeRawPointer, count: Int) -> DisplayOrientation {
    DisplayOrientation(
      displayMatrix: (0..<count).map {
        unsafe matrix.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self)
      })
  }

  /// Pixels more than eight times as wide as high, or the other way, are a damaged header.
  private static func plausible(_ aspect: Rational?) -> Rational? {
    aspect.flatMap { (0.125...8).contains($0.value) ? $0 : nil }
  }

  /// Frames a second on average; nil where an edit list plays some of them faster than others.
  private static func rate(
    demuxer: Demuxer, stream: UnsafeMutablePointer<AVStream>
  ) -> Rational? {
    let stated = unsafe stream.pointee.avg_frame_rate
    guard let edited = demuxer.editList(of: Int(unsafe stream.pointee.index)) else {
      return Rational(stated)
    }
    return edited.rate.flatMap { Rational(av_mul_q(stated, av_d2q($0, 1 << 16))) }
  }

  /// The stream's length in seconds, or else the container's.
  static func duration(
    demuxer: Demuxer, stream: UnsafeMutablePointer<AVStream>
  ) -> Double? {
    let index = Int(unsafe stream.pointee.index)
    if let edited = demuxer.editList(of: index) { return edited.seconds }
    let ticks = unsafe stream.pointee.duration
    if ticks != avo_no_pts, ticks > 0 {
      return Double(ticks) * av_q2d(unsafe stream.pointee.time_base)
    }
    let whole = unsafe demuxer.format.pointee.duration
    return whole != avo_no_pts && whole > 0 ? Double(whole) / Double(AV_TIME_BASE) : nil
  }

  private static func soundTracks(_ demuxer: Demuxer) -> [SoundTrack] {
    (0..<demuxer.streamCount).compactMap { index in
      guard let stream = unsafe demuxer.stream(index),
        let parameters = unsafe stream.pointee.codecpar,
        unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      else { return nil }
      let tags = unsafe OptionDictionary.entries(of: stream.pointee.metadata)
      return SoundTrack(
        streamIndex: index,
        codec: unsafe LeftOutTrack.codecName(of: parameters) ?? "unknown",
        channels: Int(unsafe avo_channels(parameters)),
        sampleRate: Int(unsafe parameters.pointee.sample_rate),
        language: tags.first { $0.key == "language" && $0.value != "und" }?.value)
    }
  }
}
