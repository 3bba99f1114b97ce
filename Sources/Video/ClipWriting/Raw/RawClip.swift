internal import CFFmpeg
public import Frames

/// A clip of frames that came without a container, as they are: a file of NUT, which states what they are.
///
/// What is left of a last frame is kept as a frame that is too short, so that reading it is damage.
@safe public final class RawClip {
  private let frames: RawFrames
  private let path: String
  private let output: UnsafeMutablePointer<AVFormatContext>
  private var written: Int64 = 0

  /// Begins a file.
  public init(path: String, of frames: RawFrames) throws(VideoError) {
    _ = LibAV.ready
    (self.frames, self.path) = (frames, path)
    var allocated: UnsafeMutablePointer<AVFormatContext>?
    let code = unsafe avformat_alloc_output_context2(&allocated, nil, "nut", "file:" + path)
    guard code >= 0, let output = unsafe allocated else {
      throw LibAV.failure("avformat_alloc_output_context2", code)
    }
    unsafe self.output = unsafe output
    unsafe output.pointee.flags |= AVFMT_FLAG_BITEXACT
    guard let stream = unsafe avformat_new_stream(output, nil),
      let parameters = unsafe stream.pointee.codecpar
    else { throw LibAV.outOfMemory("avformat_new_stream") }
    let format = unsafe av_get_pix_fmt(frames.format.rawValue)
    unsafe stream.pointee.time_base = frames.rate.inverse.raw
    unsafe stream.pointee.avg_frame_rate = frames.rate.raw
    unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    unsafe parameters.pointee.codec_id = AV_CODEC_ID_RAWVIDEO
    unsafe parameters.pointee.codec_tag = avcodec_pix_fmt_to_codec_tag(format)
    unsafe parameters.pointee.format = format.rawValue
    unsafe parameters.pointee.width = Int32(frames.width)
    unsafe parameters.pointee.height = Int32(frames.height)
    try check(unsafe avio_open2(&output.pointee.pb, output.pointee.url, AVIO_FLAG_WRITE, nil, nil))
    try check(unsafe avformat_write_header(output, nil))
  }

  deinit {
    unsafe avio_closep(&output.pointee.pb)
    unsafe avformat_free_context(output)
  }

  /// Adds a frame, or what there is of the last one.
  public func add(_ bytes: [UInt8]) throws(VideoError) {
    guard let stream = unsafe avo_stream(output, 0), let packet = unsafe av_packet_alloc() else {
      throw LibAV.outOfMemory("av_packet_alloc")
    }
    defer {
      var held: UnsafeMutablePointer<AVPacket>? = unsafe packet
      unsafe av_packet_free(&held)
    }
    try check(unsafe av_new_packet(packet, Int32(clamping: bytes.count)))
    unsafe UnsafeMutableRawBufferPointer(start: packet.pointee.data, count: bytes.count)
      .copyBytes(from: bytes)
    unsafe packet.pointee.flags = AV_PKT_FLAG_KEY
    unsafe packet.pointee.pts = unsafe av_rescale_q(
      written, frames.rate.inverse.raw, stream.pointee.time_base)
    unsafe packet.pointee.dts = unsafe packet.pointee.pts
    unsafe packet.pointee.duration = unsafe av_rescale_q(
      1, frames.rate.inverse.raw, stream.pointee.time_base)
    try check(unsafe av_write_frame(output, packet))
    written += 1
  }

  /// Completes the file.
  public func finish() throws(VideoError) {
    try check(unsafe av_write_trailer(output))
    try check(unsafe avio_closep(&output.pointee.pb))
  }

  private func check(_ code: Int32) throws(VideoError) {
    if code >= 0 { return }
    if code == avo_error(ENOSPC) { throw .noSpace(path: path) }
    throw .cannotWrite(path: path, reason: LibAV.text(of: code))
  }
}
