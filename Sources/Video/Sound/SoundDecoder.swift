package import CFFmpeg
package import ClipReading
package import Frames

/// A decoder of sound, which goes on behind what it cannot decode.
@safe package final class SoundDecoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let frame: UnsafeMutablePointer<AVFrame>
  private let limits: VideoLimits
  /// Whether something could not be decoded since this was last asked.
  private var hasMetDamage = false

  /// Opens the decoder of a track; nil where there is none, or where it does not open.
  package init?(stream: UnsafeMutablePointer<AVStream>, limits: VideoLimits) {
    guard let parameters = unsafe stream.pointee.codecpar,
      let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id),
      let context = unsafe avcodec_alloc_context3(codec)
    else { return nil }
    var owned: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    var code = unsafe avcodec_parameters_to_context(context, parameters)
    unsafe context.pointee.pkt_timebase = unsafe stream.pointee.time_base
    unsafe context.pointee.thread_count = 1
    unsafe context.pointee.err_recognition = AV_EF_CRCCHECK
    unsafe context.pointee.max_samples = Int64(limits.maximumSoundFrame)
    if code >= 0 { code = LogCapture.during { unsafe avcodec_open2(context, codec, nil) }.result }
    guard code >= 0, let frame = unsafe av_frame_alloc() else {
      unsafe avcodec_free_context(&owned)
      return nil
    }
    unsafe self.context = unsafe context
    unsafe self.frame = unsafe frame
    self.limits = limits
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe frame
    unsafe av_frame_free(&frame)
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&context)
  }

  /// Decodes a packet; nil says that no more will come.
  ///
  /// - Parameter take: Gets each frame of sound, valid during the call; its `pts` is the best that is
  ///   known of its time, in the packets' time base.
  package func decode(
    _ packet: UnsafeMutablePointer<AVPacket>?,
    take: (UnsafeMutablePointer<AVFrame>) throws(VideoError) -> Void
  ) throws(VideoError) {
    // All that was ready has been taken, so that the decoder is never full.
    let sent = unsafe avcodec_send_packet(context, packet)
    if sent < 0, sent != avo_error_eof { hasMetDamage = true }
    while true {
      let code = unsafe avcodec_receive_frame(context, frame)
      if code == avo_error_again || code == avo_error_eof { return }
      guard code >= 0 else {
        hasMetDamage = true
        return
      }
      if unsafe frame.pointee.decode_error_flags != 0
        || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
      {
        hasMetDamage = true
      }
      guard unsafe limits.soundRates.contains(Int(frame.pointee.sample_rate)),
        unsafe (1...limits.maximumSoundChannels).contains(
          Int(frame.pointee.ch_layout.nb_channels))
      else {
        hasMetDamage = true
        continue
      }
      unsafe frame.pointee.pts = unsafe frame.pointee.best_effort_timestamp
      unsafe SoundChannels.name(in: frame)
      unsafe try take(frame)
    }
  }

  /// Whether something could not be decoded; said once.
  package func takeDamage() -> Bool {
    defer { hasMetDamage = false }
    return hasMetDamage
  }
}
