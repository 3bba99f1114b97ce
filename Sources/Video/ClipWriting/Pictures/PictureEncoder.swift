internal import CFFmpeg
internal import ClipReading
internal import Containers
public import Frames
internal import Geometry

/// Compresses pictures: frames in, packets out, without any file.
///
/// Every group of pictures is closed at its first one, so that what several encoders with the same settings
/// gave for the parts of a clip is, one after the other, a stream of the whole. Calls may come from any
/// thread, one after the other. The same frames with the same settings give the same packets.
@safe public final class PictureEncoder {
  /// What a muxer must know of the packets.
  public let stream: PictureStream
  /// What the format costs the frames, in one line; nil where it costs nothing.
  public let note: String?
  /// The frames that were taken.
  public private(set) var frameCount = 0
  /// Where the last frame ends, in ticks.
  public private(set) var endPts: Int64 = 0

  private let context: UnsafeMutablePointer<AVCodecContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  /// The durations of the pictures that are inside the encoder, by their times.
  private var durations: [Int64: Int64] = [:]
  private var lastDts: Int64?
  private let video: VideoParameters
  /// Whether the encoder is one that can only be closed after a picture, and has had none.
  private var isStarved: Bool

  /// Opens the encoder for pictures of these parameters.
  public init(settings: EncoderSettings, video: VideoParameters) throws(VideoError) {
    _ = LibAV.ready
    try settings.validate()
    try settings.codec.check(video.size)
    let name = settings.codec.encoderName
    guard let codec = unsafe avcodec_find_encoder_by_name(name) else {
      throw .noEncoder(codec: "\(settings.codec.rawValue) (\(name))")
    }
    if video.fields != nil, !settings.codec.takesFields {
      let fitting = EncoderSettings.Codec.allCases.filter(\.takesFields).map(\.rawValue)
      throw .badSettings(
        reason: "\(settings.codec.rawValue) does not store interlaced frames; use "
          + "\(fitting.joined(separator: ", ")), or leave --deinterlace no out")
    }
    let encoded = unsafe try EncodedFormat(
      of: av_get_pix_fmt(video.pixelFormat), tags: video.colourTags, settings: settings,
      codec: codec)
    var video = video
    video.colourTags = encoded.tags
    guard let context = unsafe avcodec_alloc_context3(codec) else {
      throw LibAV.outOfMemory("avcodec_alloc_context3")
    }
    unsafe Self.configure(context, format: encoded.format, video: video, settings: settings)
    var options = OptionDictionary(
      settings.encoderOptions(width: video.size.width, height: video.size.height))
    let (code, messages) = LogCapture.during {
      OrdinaryScheduling.kept { unsafe avcodec_open2(context, codec, &options.raw) }
    }
    let unused = options.unusedKeys
    let packet = unsafe av_packet_alloc()
    guard code >= 0, unused.isEmpty, let packet = unsafe packet else {
      var owned: UnsafeMutablePointer<AVCodecContext>? = unsafe context
      unsafe avcodec_free_context(&owned)
      let unknown = unused.isEmpty ? nil : "unknown options \(unused.joined(separator: ", "))"
      let reason = unknown ?? messages.first ?? LibAV.text(of: code)
      if unused.isEmpty, !video.size.suitsEveryEncoder {
        throw .badSettings(
          reason: "\(settings.codec.rawValue) cannot encode \(video.size) pixels (\(reason)); "
            + "choose a size with even sides, such as 1280x720, or another codec")
      }
      throw .encodingFailed(reason: "\(name) does not open: \(reason)")
    }
    unsafe self.context = unsafe context
    unsafe self.packet = unsafe packet
    self.video = video
    note = encoded.note
    stream = unsafe PictureStream(of: context, codec: settings.codec, video: video)
    isStarved = settings.codec == .av1
  }

  deinit {
    if isStarved { unsafe Self.feedOnce(context, packet) }
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe packet
    unsafe av_packet_free(&packet)
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&context)
  }

  /// Encodes a picture of nothing, to be thrown away.
  ///
  /// Closing SVT-AV1 1.4 waits for its last packet, which never comes where it got no picture: a
  /// render that fails before its first frame would hang for ever.
  private static func feedOnce(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ packet: UnsafeMutablePointer<AVPacket>
  ) {
    var frame = unsafe av_frame_alloc()
    defer { unsafe av_frame_free(&frame) }
    guard let raw = unsafe frame else { return }
    unsafe raw.pointee.width = unsafe context.pointee.width
    unsafe raw.pointee.height = unsafe context.pointee.height
    unsafe raw.pointee.format = unsafe context.pointee.pix_fmt.rawValue
    unsafe raw.pointee.pts = 0
    guard unsafe av_frame_get_buffer(raw, 0) >= 0,
      unsafe avcodec_send_frame(context, raw) >= 0,
      unsafe avcodec_send_frame(context, nil) >= 0
    else { return }
    while unsafe avcodec_receive_packet(context, packet) >= 0 {
      unsafe av_packet_unref(packet)
    }
  }

  // MARK: Encoding

  /// Encodes a frame; frames come in the order of their times.
  ///
  /// - Parameters:
  ///   - isFollowed: Whether the pictures of another encoder come right after it. It is no key picture of H.264
  ///     then: one of those is numbered otherwise than the one before it, and the other encoder counts anew.
  ///   - deliver: Gets each packet that is finished, in decoding order.
  public func encode(
    _ frame: consuming VideoFrame, isFollowed: Bool = false,
    deliver: (EncodedPicture) throws(VideoError) -> Void
  ) throws(VideoError) {
    guard frame.width == video.size.width, frame.height == video.size.height else {
      throw .encodingFailed(
        reason: "a frame of \(frame.width) x \(frame.height) in a clip of \(video.size)")
    }
    try encode(
      fitting: try inEncoderFormat(frame), isPredicted: isFollowed && frameCount > 0, deliver)
  }

  /// Gives out what is still inside the encoder; no more frames can come.
  public func finish(
    deliver: (EncodedPicture) throws(VideoError) -> Void
  ) throws(VideoError) {
    unsafe try send(nil, deliver)
  }

  private func encode(
    fitting frame: borrowing VideoFrame, isPredicted: Bool,
    _ deliver: (EncodedPicture) throws(VideoError) -> Void
  ) throws(VideoError) {
    let believed = Ticks.duration(frame.duration)
    let duration = believed > 0 ? believed : usualDuration
    let raw = unsafe frame.handle.raw
    unsafe raw.pointee.format = format.rawValue
    unsafe raw.pointee.pts = frame.pts
    // The encoder decides which pictures are key pictures, not the input's encoder.
    unsafe raw.pointee.pict_type =
      isPredicted && stream.codec == .h264 ? AV_PICTURE_TYPE_P : AV_PICTURE_TYPE_NONE
    unsafe avo_set_key(raw, false)
    durations[frame.pts] = duration
    endPts = frame.pts + duration
    frameCount += 1
    isStarved = false
    unsafe try send(raw, deliver)
  }

  /// The format that the encoder wants its pictures in.
  private var format: AVPixelFormat { unsafe context.pointee.pix_fmt }

  private func inEncoderFormat(
    _ frame: consuming VideoFrame
  ) throws(VideoError) -> VideoFrame {
    if PixelFamily.of(frame.handle.format).plainFormat == format { return frame }
    if !PixelFamily.of(format).isRGB { frame.scaleWhiteForConversion() }
    let isRGB = PixelFamily.of(frame.handle.format).isRGB
    let tags = isRGB ? video.colourTags : frame.colourTags
    let (width, height) = (frame.width, frame.height)
    return try frame.converted(to: format, width: width, height: height, tags: tags)
  }

  private var usualDuration: Int64 {
    guard let rate = video.averageFrameRate else { return 1 }
    return max(1, Ticks.duration(av_rescale_q(1, rate.inverse.raw, video.timeBase.raw)))
  }

  /// Encodes a picture, which must be of `format`; nil says that no more will come.
  private func send(
    _ frame: UnsafeMutablePointer<AVFrame>?,
    _ deliver: (EncodedPicture) throws(VideoError) -> Void
  ) throws(VideoError) {
    let sent = unsafe avcodec_send_frame(context, frame)
    if sent < 0, sent != avo_error_eof { throw .encodingFailed(reason: LibAV.text(of: sent)) }
    while true {
      let code = unsafe avcodec_receive_packet(context, packet)
      if code == avo_error_again || code == avo_error_eof { return }
      if code < 0 { throw .encodingFailed(reason: LibAV.text(of: code)) }
      // Without it a muxer takes the last frame for one without length.
      if let duration = unsafe durations.removeValue(forKey: packet.pointee.pts) {
        unsafe packet.pointee.duration = duration
      }
      unsafe repairDecodingTime(of: packet)
      let picture = unsafe EncodedPicture(packet)
      unsafe av_packet_unref(packet)
      try deliver(picture)
    }
  }

  /// Replaces a decoding time that cannot be.
  ///
  /// x265 3.5 gives clips shorter than its reordering times from memory it never set. The few
  /// frames of such a clip are then decoded one tick apart, well before the first is shown.
  private func repairDecodingTime(of packet: UnsafeMutablePointer<AVPacket>) {
    let (pts, dts) = unsafe (packet.pointee.pts, packet.pointee.dts)
    let lead = unsafe max(1, packet.pointee.duration) * Self.maximumReordering
    if let lastDts {
      if dts <= lastDts || dts > pts { unsafe packet.pointee.dts = min(lastDts + 1, pts) }
    } else if dts > pts || dts < pts - lead {
      unsafe packet.pointee.dts = pts - lead
    }
    lastDts = unsafe packet.pointee.dts
  }

  /// Frames that an encoder may hold back to reorder; H.264 and HEVC allow 16.
  private static let maximumReordering: Int64 = 16

  /// A player that jumps into a clip decodes from the key picture before on: those of messengers and phones expect
  /// one every few seconds.
  private static let secondsAKey = 5.0

  private static func configure(
    _ context: UnsafeMutablePointer<AVCodecContext>, format: AVPixelFormat,
    video: VideoParameters, settings: EncoderSettings
  ) {
    unsafe context.pointee.width = Int32(clamping: video.size.width)
    unsafe context.pointee.height = Int32(clamping: video.size.height)
    unsafe context.pointee.pix_fmt = format
    unsafe context.pointee.time_base = video.timeBase.raw
    if let rate = video.averageFrameRate { unsafe context.pointee.framerate = rate.raw }
    unsafe context.pointee.sample_aspect_ratio = video.sampleAspectRatio.raw
    unsafe context.pointee.color_range = video.colourTags.rawRange
    unsafe context.pointee.colorspace = video.colourTags.rawMatrix
    unsafe context.pointee.color_primaries = video.colourTags.rawPrimaries
    unsafe context.pointee.color_trc = video.colourTags.rawTransfer
    unsafe context.pointee.chroma_sample_location = video.colourTags.rawChromaLocation
    if let fields = video.fields {
      unsafe context.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME
      unsafe context.pointee.field_order = fields.raw
    }
    if let rate = video.averageFrameRate, let most = settings.codec.mostFramesAKey {
      unsafe context.pointee.gop_size = Int32(
        min(max((rate.value * Self.secondsAKey).rounded(), 1), most))
    }
    unsafe context.pointee.thread_count = Int32(clamping: settings.threads)
    // All containers that are written keep the codec's header apart.
    unsafe context.pointee.flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER
  }
}

extension EncoderSettings.Codec {
  /// The most frames from a key picture to the next, as the encoder has it by itself, where it counts frames alone; nil
  /// where it goes by time, or every picture is one.
  fileprivate var mostFramesAKey: Double? {
    switch self {
    case .h264, .hevc: 250
    case .vp9, .av1, .prores4444, .ffv1: nil
    }
  }

  /// Whether it stores frames of two fields and says that they are.
  fileprivate var takesFields: Bool {
    switch self {
    case .h264, .prores4444, .ffv1: true
    case .hevc, .vp9, .av1: false
    }
  }
}

extension PixelSize {
  /// Whether the sides are even, as chroma at half the size needs them, and not below the 64
  /// pixels that AV1 and HEVC start at.
  fileprivate var suitsEveryEncoder: Bool {
    width % 2 == 0 && height % 2 == 0 && width >= 64 && height >= 64
  }
}
