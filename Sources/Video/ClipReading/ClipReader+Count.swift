internal import CFFmpeg
public import Frames

extension ClipReader {
  /// How many frames the whole clip has, without decoding it.
  ///
  /// It is counted from the packets, one by one: what a header states may be anything. Where packets
  /// are not frames (a stream that begins without a key frame, fields of interlaced video), it is
  /// the number of packets, which a render hardly exceeds.
  public func countFrames() throws(VideoError) -> Int {
    guard let index = pictureStream else { return info.frameCount ?? 1 }
    let demuxer = try Demuxer(path: path, limits: limits)
    demuxer.keepOnly { $0 == index }
    var count = 0
    while true {
      switch demuxer.read() {
      case .packet(let packet):
        if Int(unsafe packet.pointee.stream_index) == index { count += 1 }
      case .fault, .end: return count
      }
    }
  }
}
