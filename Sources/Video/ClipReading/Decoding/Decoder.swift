internal import CFFmpeg
internal import Frames

@safe final class Decoder {
  /// How a clip is decoded.
  enum Care {
    /// With threads, for a clip that is whole.
    case quick
    /// One packet after the other, in one thread, and what cannot be decoded is as in the picture
    /// before: the pictures of a damaged clip are the same in every run.
    case careful
  }

  /// How the clip is decoded: what was asked, or with care where quick decoding is not steady.
  let care: Care
  private let context: UnsafeMutablePointer<AVCodecContext>
  /// Sees what becomes of damage; lives longer than the context.
  let watch: DecoderWatch
  private let scratch: UnsafeMutablePointer<AVFrame>

  /// Opens the decoder of a stream.
  ///
  /// On the threads of the options the pictures do not depend, up to the first damage. Of MPEG-4 they
  /// would: its decoder forgets with threads what it found out about the encoder's padding.
  init(
    stream: UnsafeMutablePointer<AVStream>, path: String, options: ReadingOptions, care: Care
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
    let care = unsafe Self.showsMemory(parameters.pointee.codec_id) ? .careful : care
    var owned: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    var code = unsafe avcodec_parameters_to_context(context, parameters)
    unsafe context.pointee.pkt_timebase = unsafe stream.pointee.time_base
    unsafe context.pointee.max_pixels = Int64(options.limits.maximumPixels)
    let isAlone = unsafe care == .careful || parameters.pointee.codec_id == AV_CODEC_ID_MPEG4
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
        path: path, reason: "the \(name) decoder does not open: \(LibAV.text(ofReading: code))")
    }
    (self.watch, self.care) = (watch, care)
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

  /// Whether a decoder of FFmpeg 5.1 shows, of damage that it does not notice, what was in a picture's
  /// memory before, which is another picture from run to run.
  ///
  /// Of 10 files of VP8 with a flipped bit, 7 differed so in one thread; with threads it also forgets
  /// what the picture before said.
  private static func showsMemory(_ codec: AVCodecID) -> Bool {
    codec == AV_CODEC_ID_VP8 || codec == AV_CODEC_ID_VP7
  }

  /// Whether what a decoder complains of is always damage to the picture: those of HEVC and of
  /// lossless codecs say so in their log alone.
  ///
  /// Others complain of what is not needed too (MJPEG of a camera's own segments), and mark the
  /// pictures of which they had to guess a part.
  private static func complainsOfDamageAlone(_ codec: AVCodecID) -> Bool {
    [
      AV_CODEC_ID_HEVC, AV_CODEC_ID_FFV1, AV_CODEC_ID_QTRLE, AV_CODEC_ID_HUFFYUV,
      AV_CODEC_ID_FFVHUFF, AV_CODEC_ID_UTVIDEO, AV_CODEC_ID_MAGICYUV, AV_CODEC_ID_CFHD,
    ].contains(codec)
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
    if let packet = unsafe packet {
      unsafe avo_set_packet_number(context, packet, number)
      watch.expect(packet: number)
    }
    let code = unsafe avcodec_send_packet(context, packet)
    if care == .careful {
      // One thread has decoded it by now, and nothing else.
      let gavePicture = watch.finish(packet: number)
      if code >= 0, unsafe Self.complainsOfDamageAlone(context.pointee.codec_id),
        watch.takeComplaint(number)
      {
        guard gavePicture else { return .refused("a picture cannot be decoded") }
        watch.noteUnfinished(number)
      }
    }
    if code >= 0 || code == avo_error_eof { return .taken }
    return code == avo_error_again ? .full : .refused(LibAV.text(ofReading: code))
  }

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
    return code == avo_error_eof ? .end : .fault(LibAV.text(ofReading: code))
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
