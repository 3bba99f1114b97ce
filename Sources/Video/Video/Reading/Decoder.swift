internal import CFFmpeg

/// A picture decoder.
@safe final class Decoder {
  /// How a clip is decoded.
  enum Care {
    /// With threads, for a clip that is whole.
    case quick
    /// One packet after the other, in one thread, and what cannot be decoded is as in the picture
    /// before: the pictures of a damaged clip are the same in every run.
    case careful
  }

  private let context: UnsafeMutablePointer<AVCodecContext>
  /// Sees what becomes of damage; lives longer than the context.
  let watch: DecoderWatch
  private let care: Care
  private let scratch: UnsafeMutablePointer<AVFrame>

  /// Opens the decoder of a stream.
  ///
  /// On the threads of the options the pictures do not depend, up to the first damage.
  init(
    stream: UnsafeMutablePointer<AVStream>, path: String, options: ClipReader.Options, care: Care
  ) throws(VideoError) {
    let parameters = unsafe stream.pointee.codecpar
    guard let parameters = unsafe parameters else { throw .noDecoder(path: path, codec: nil) }
    let name = unsafe String(cString: avcodec_get_name(parameters.pointee.codec_id))
    let other = unsafe options.keepsTransparency ? Self.transparentDecoder(of: stream) : nil
    guard let codec = unsafe other ?? avcodec_find_decoder(parameters.pointee.codec_id) else {
      let isKnown = unsafe parameters.pointee.codec_id != AV_CODEC_ID_NONE
      throw .noDecoder(path: path, codec: isKnown ? name : nil)
    }
    guard let context = unsafe avcodec_alloc_context3(codec) else {
      throw LibAV.outOfMemory("avcodec_alloc_context3")
    }
    var owned: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    var code = unsafe avcodec_parameters_to_context(context, parameters)
    unsafe context.pointee.pkt_timebase = unsafe stream.pointee.time_base
    unsafe context.pointee.max_pixels = Int64(options.limits.maximumPixels)
    let isAlone = unsafe care == .careful || Self.differsByThreads(parameters.pointee.codec_id)
    unsafe context.pointee.thread_count = isAlone ? 1 : Int32(clamping: options.threads)
    // Checksums are verified where a codec has them; what can be decoded still is.
    unsafe context.pointee.err_recognition = AV_EF_CRCCHECK
    let watch = unsafe DecoderWatch(
      marks: HoleMarks.suit(parameters.pointee.codec_id), fills: care == .careful)
    unsafe watch.attach(to: context)
    if code >= 0 { code = unsafe avcodec_open2(context, codec, nil) }
    watch.begin()
    guard code >= 0, let scratch = unsafe av_frame_alloc() else {
      unsafe avcodec_free_context(&owned)
      throw .nothingDecodable(
        path: path, reason: "the \(name) decoder does not open: \(LibAV.text(of: code))")
    }
    self.watch = watch
    self.care = care
    unsafe self.context = unsafe context
    unsafe self.scratch = unsafe scratch
  }

  /// The decoder that gives a stream's transparency where FFmpeg's own leaves it out: in VP8 and VP9 it
  /// lies in a picture of its own beside each, which only libvpx reads.
  private static func transparentDecoder(
    of stream: UnsafeMutablePointer<AVStream>
  ) -> UnsafePointer<AVCodec>? {
    guard unsafe ClipInfo.hasPicturesOfAlpha(stream) else { return nil }
    return switch unsafe stream.pointee.codecpar.pointee.codec_id {
    case AV_CODEC_ID_VP8: unsafe avcodec_find_decoder_by_name("libvpx")
    case AV_CODEC_ID_VP9: unsafe avcodec_find_decoder_by_name("libvpx-vp9")
    default: nil
    }
  }

  /// Whether a decoder of FFmpeg 5.1 gives other pictures with threads than with one, of damage that
  /// it does not notice.
  ///
  /// That of VP8 forgets what the picture before said (of 12 files with flipped bits, 7 differed by
  /// the number of threads), and that of MPEG-4 what it found out about the encoder's padding.
  private static func differsByThreads(_ codec: AVCodecID) -> Bool {
    codec == AV_CODEC_ID_VP8 || codec == AV_CODEC_ID_MPEG4
  }

  deinit {
    var scratch: UnsafeMutablePointer<AVFrame>? = unsafe scratch
    unsafe av_frame_free(&scratch)
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&context)
  }

  /// What became of a packet.
  enum Acceptance {
    case taken
    /// The decoder is full; take frames first and send the packet again.
    case full
    case refused(String)
  }

  /// Hands over a packet, whose picture will have the number; nil says that no more will come.
  func send(_ packet: UnsafeMutablePointer<AVPacket>?, number: Int64 = 0) -> Acceptance {
    if unsafe packet != nil { unsafe context.pointee.reordered_opaque = number }
    let code = unsafe avcodec_send_packet(context, packet)
    if care == .careful {
      // One thread has decoded it by now, and nothing else.
      let gavePicture = watch.finish(packet: number)
      let isSilent = unsafe context.pointee.codec_id == AV_CODEC_ID_HEVC
      if code >= 0, !gavePicture, isSilent, watch.takeComplaint(number) {
        return .refused("a picture cannot be decoded")
      }
    }
    if code >= 0 || code == avo_error_eof { return .taken }
    return code == avo_error_again ? .full : .refused(LibAV.text(of: code))
  }

  /// What the decoder has ready.
  enum Output: ~Copyable {
    case frame(FrameHandle)
    case needsPacket
    case fault(String)
    case end
  }

  /// Takes the next picture in presentation order.
  func receive() throws(VideoError) -> Output {
    let code = unsafe avcodec_receive_frame(context, scratch)
    if code >= 0 { return .frame(unsafe try FrameHandle(moving: scratch)) }
    if code == avo_error_again { return .needsPacket }
    return code == avo_error_eof ? .end : .fault(LibAV.text(of: code))
  }

  /// Whether pictures on which no other depends are left out, where leaving them out is known to
  /// change no other picture: H.264 marks them (`nal_ref_idc` 0).
  var leavesOutUnreferenced = false {
    didSet {
      guard unsafe context.pointee.codec_id == AV_CODEC_ID_H264 else { return }
      unsafe context.pointee.skip_frame =
        leavesOutUnreferenced ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    }
  }

  /// Forgets all pictures, before packets from another place are sent.
  func flush() {
    unsafe avcodec_flush_buffers(context)
    watch.forget()
  }
}
