internal import CFFmpeg
internal import ClipReading
internal import Frames

extension Muxer {
  /// Adds a stream of what an encoder of sound gives out.
  func addStream(
    of encoder: SoundEncoder
  ) throws(VideoError) -> UnsafeMutablePointer<AVStream> {
    let added = unsafe try addStream()
    let code = unsafe avcodec_parameters_from_context(added.pointee.codecpar, encoder.context)
    if code < 0 { throw LibAV.failure("avcodec_parameters_from_context", code) }
    unsafe added.pointee.time_base = AVRational(num: 1, den: encoder.rate)
    return unsafe added
  }

  /// What is added to every time of a track, in seconds: what the container takes off again.
  func delay(of parameters: UnsafePointer<AVCodecParameters>) -> AVRational {
    let isDelayed =
      unsafe parameters.pointee.codec_id == AV_CODEC_ID_OPUS && !container.storesNegativeTimes
    return unsafe AVRational(
      num: isDelayed ? max(0, parameters.pointee.initial_padding) : 0,
      den: max(1, parameters.pointee.sample_rate))
  }

  /// Writes a packet of a track, with its place and time in the output.
  func write(
    _ packet: UnsafeMutablePointer<AVPacket>, of index: Int32, unit: AVRational, delay: AVRational
  ) throws(VideoError) {
    guard let stream = unsafe avo_stream(output, UInt32(index)) else { return }
    unsafe av_packet_rescale_ts(packet, unit, stream.pointee.time_base)
    let delay =
      avo_matroska_adds_delay() ? 0 : unsafe av_rescale_q(1, delay, stream.pointee.time_base)
    // Saturated where the time does not fit the output's unit; the muxer then refuses it.
    unsafe packet.pointee.pts &+= delay
    unsafe packet.pointee.dts &+= delay
    unsafe packet.pointee.stream_index = index
    unsafe packet.pointee.pos = -1
    unsafe try write(track: packet)
  }
}
