internal import CFFmpeg
internal import Containers

extension EditList {
  /// Puts a packet's times where the list has them.
  func move(_ packet: UnsafeMutablePointer<AVPacket>) {
    let (pts, dts) = unsafe (packet.pointee.pts, packet.pointee.dts)
    if dts != avo_no_pts { unsafe packet.pointee.dts = played(Ticks.time(dts)) }
    guard pts != avo_no_pts else { return }
    let start = Ticks.time(pts)
    unsafe packet.pointee.pts = played(start)
    unsafe packet.pointee.duration = playedLength(
      from: start, Ticks.duration(packet.pointee.duration))
  }
}
