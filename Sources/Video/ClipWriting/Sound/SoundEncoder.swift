internal import CFFmpeg
internal import ClipReading
internal import Frames
internal import Sound

/// Gathers samples into frames of the size that an encoder takes, and encodes them.
@safe final class SoundEncoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let queue: OpaquePointer
  private let packet: UnsafeMutablePointer<AVPacket>
  private let frame: UnsafeMutablePointer<AVFrame>
  /// Samples of a frame of the encoder; of one that takes any, so many as others take about.
  private let frameSize: Int32
  /// Where the first sample in the queue lies; nil before the first.
  private var start: Int64?
  /// The samples of what comes next that are left out.
  private var skipped: Int64 = 0

  /// Opens the encoder of a container, for a track's rate and channels or the nearest that it takes;
  /// nil where it takes none.
  ///
  /// - Parameter codec: that of the pictures, where the sound is made anew as a mix is.
  convenience init?(
    for parameters: UnsafePointer<AVCodecParameters>, in container: OutputContainer,
    beside codec: EncoderSettings.Codec? = nil
  ) {
    let name = codec.map(container.mixEncoder) ?? container.soundEncoder
    guard let codec = unsafe avcodec_find_encoder_by_name(name) else { return nil }
    let wanted = unsafe parameters.pointee.sample_rate
    let rate = container == .webm ? 48000 : unsafe Self.rate(nearest: wanted, of: codec)
    var opened: UnsafeMutablePointer<AVCodecContext>?
    for layout in unsafe SoundChannels.candidates(for: parameters) {
      unsafe opened = unsafe Self.open(codec, rate: rate, layout: layout)
      if unsafe opened != nil { break }
    }
    unsafe self.init(opened)
  }

  /// Opens an encoder of two channels, 48,000 samples a second each; nil where there is none of the name.
  convenience init?(stereo name: String) {
    guard let codec = unsafe avcodec_find_encoder_by_name(name) else { return nil }
    unsafe self.init(Self.open(codec, rate: Int32(StereoSound.rate), layout: "stereo"))
  }

  private init?(_ context: UnsafeMutablePointer<AVCodecContext>?) {
    guard let context = unsafe context else { return nil }
    let stated = unsafe context.pointee.frame_size
    let size = stated > 0 ? stated : Self.usualFrame
    let queue = unsafe av_audio_fifo_alloc(
      context.pointee.sample_fmt, context.pointee.ch_layout.nb_channels, size)
    var (packet, frame) = unsafe (av_packet_alloc(), av_frame_alloc())
    guard let queue = unsafe queue, let readyPacket = unsafe packet,
      let readyFrame = unsafe frame
    else {
      unsafe av_audio_fifo_free(queue)
      unsafe av_packet_free(&packet)
      unsafe av_frame_free(&frame)
      var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
      unsafe avcodec_free_context(&context)
      return nil
    }
    frameSize = size
    unsafe self.context = unsafe context
    unsafe self.queue = unsafe queue
    unsafe self.packet = unsafe readyPacket
    unsafe self.frame = unsafe readyFrame
  }

  deinit {
    unsafe av_audio_fifo_free(queue)
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe packet
    unsafe av_packet_free(&packet)
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe frame
    unsafe av_frame_free(&frame)
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&context)
  }

  private static let usualFrame: Int32 = 1024

  /// Samples a second.
  var rate: Int32 { unsafe context.pointee.sample_rate }

  /// Channels.
  var channels: Int { unsafe Int(context.pointee.ch_layout.nb_channels) }

  /// Prepares a frame to be filled by the resampler with what the encoder takes.
  func describe(_ frame: UnsafeMutablePointer<AVFrame>) {
    unsafe frame.pointee.format = unsafe context.pointee.sample_fmt.rawValue
    unsafe frame.pointee.sample_rate = rate
    unsafe frame.pointee.ch_layout = unsafe context.pointee.ch_layout
  }

  /// Says where the first sample lies that is not skipped.
  func begin(at start: Int64) { self.start = start }

  /// Leaves out samples of what comes next.
  func skip(_ samples: Int64) { skipped += samples }

  /// Takes samples, which are encoded later.
  func append(_ samples: UnsafeMutablePointer<AVFrame>) throws(VideoError) {
    let leftOut = unsafe Int32(min(skipped, Int64(samples.pointee.nb_samples)))
    skipped -= Int64(leftOut)
    let code = unsafe avo_fifo_write(queue, samples, leftOut)
    if code < 0 { throw LibAV.failure("av_audio_fifo_write", code) }
  }

  /// Takes samples, those of all channels in turn.
  func append(_ samples: [Float]) throws(VideoError) {
    unsafe av_frame_unref(frame)
    unsafe describe(frame)
    unsafe frame.pointee.nb_samples = Int32(clamping: samples.count / channels)
    guard unsafe av_frame_get_buffer(frame, 0) >= 0 else {
      throw LibAV.outOfMemory("av_frame_get_buffer")
    }
    guard unsafe avo_fill_sound(frame, samples) else {
      throw .encodingFailed(reason: "the sound's encoder takes samples of another format")
    }
    unsafe try append(frame)
  }

  /// Encodes what has been taken up to a place, in whole frames; at the end also what remains.
  ///
  /// - Parameters:
  ///   - limit: where the output may end, in samples; nil is nowhere.
  ///   - isLast: whether nothing comes behind.
  ///   - deliver: Gets each packet, valid during the call.
  func encode(
    upTo limit: Int64?, isLast: Bool,
    deliver: (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void
  ) throws(VideoError) {
    let size = frameSize
    while let start {
      let ready = unsafe Int64(av_audio_fifo_size(queue))
      let allowed = limit.map { min(ready, $0 - start) } ?? ready
      guard allowed >= Int64(size) || (isLast && allowed > 0) else { break }
      let count = Int32(min(allowed, Int64(size)))
      unsafe av_frame_unref(frame)
      unsafe describe(frame)
      unsafe frame.pointee.nb_samples = count
      unsafe frame.pointee.pts = start
      guard unsafe av_frame_get_buffer(frame, 0) >= 0, unsafe avo_fifo_read(queue, frame) == count
      else { throw LibAV.outOfMemory("av_frame_get_buffer") }
      self.start = start + Int64(count)
      unsafe try send(frame, deliver)
    }
    if isLast { unsafe try send(nil, deliver) }
  }

  private func send(
    _ frame: UnsafeMutablePointer<AVFrame>?,
    _ deliver: (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void
  ) throws(VideoError) {
    let sent = unsafe avcodec_send_frame(context, frame)
    if sent < 0, sent != avo_error_eof { throw .encodingFailed(reason: LibAV.text(of: sent)) }
    while true {
      let code = unsafe avcodec_receive_packet(context, packet)
      if code == avo_error_again || code == avo_error_eof { return }
      if code < 0 { throw .encodingFailed(reason: LibAV.text(of: code)) }
      unsafe try deliver(packet)
      unsafe av_packet_unref(packet)
    }
  }

  private static func open(
    _ codec: UnsafePointer<AVCodec>, rate: Int32, layout: String
  ) -> UnsafeMutablePointer<AVCodecContext>? {
    guard let context = unsafe avcodec_alloc_context3(codec) else { return nil }
    unsafe context.pointee.sample_rate = rate
    unsafe context.pointee.sample_fmt = unsafe format(of: codec)
    unsafe context.pointee.time_base = AVRational(num: 1, den: rate)
    unsafe context.pointee.thread_count = 1
    // All containers that are written keep the codec's header apart.
    unsafe context.pointee.flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER
    var code = unsafe av_channel_layout_from_string(&context.pointee.ch_layout, layout)
    if code >= 0 { code = LogCapture.during { unsafe avcodec_open2(context, codec, nil) }.result }
    if code >= 0 { return unsafe context }
    var owned: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&owned)
    return nil
  }

  /// The lowest rate of the encoder that loses nothing, else its highest.
  private static func rate(nearest wanted: Int32, of codec: UnsafePointer<AVCodec>) -> Int32 {
    guard let list = unsafe avo_sample_rates(codec) else { return wanted }
    var rates: [Int32] = []
    while unsafe list[rates.count] != 0 { unsafe rates.append(list[rates.count]) }
    return rates.filter { $0 >= wanted }.min() ?? rates.max() ?? wanted
  }

  /// Samples as floating point, which hold those of every decoder.
  private static func format(of codec: UnsafePointer<AVCodec>) -> AVSampleFormat {
    guard let list = unsafe avo_sample_formats(codec) else { return AV_SAMPLE_FMT_FLTP }
    var formats: [AVSampleFormat] = []
    while unsafe list[formats.count] != AV_SAMPLE_FMT_NONE {
      unsafe formats.append(list[formats.count])
    }
    return [AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_S32].first(where: formats.contains)
      ?? formats.first ?? AV_SAMPLE_FMT_FLTP
  }
}

extension OutputContainer {
  /// The encoder of sound that is converted: what FFmpeg takes by default.
  fileprivate var soundEncoder: String { self == .webm ? "libopus" : "aac" }

  /// The encoder of sound that is mixed: beside pictures for editing or without loss the samples themselves; in
  /// Matroska Opus, whose run-up it notes, and not that of AAC.
  func mixEncoder(beside codec: EncoderSettings.Codec) -> String {
    if codec == .prores4444 || codec == .ffv1 { return "pcm_s24le" }
    return self == .mkv ? "libopus" : soundEncoder
  }
}
