internal import CFFmpeg
internal import ClipReading
internal import Containers
internal import Sound

extension TrackCopy {
  /// Moves a packet's times to those of the output; returns whether it lies in the window.
  func accept(_ packet: UnsafeMutablePointer<AVPacket>, _ window: Window) -> Bool {
    guard let target = targets[Int(unsafe packet.pointee.stream_index)],
      let stream = unsafe demuxer.stream(Int(packet.pointee.stream_index))
    else { return false }
    let shift = Ticks.rescaled(
      window.start.ticks, from: window.start.timeBase, to: unsafe stream.pointee.time_base)
    // What is heard is cut when it is decoded.
    if target.conversion != nil { return unsafe SoundLead.moves(packet, of: stream, by: shift) }
    if unsafe packet.pointee.pts == avo_no_pts {
      unsafe packet.pointee.pts = unsafe packet.pointee.dts
    }
    guard unsafe packet.pointee.pts != avo_no_pts else { return false }
    let pts = unsafe Ticks.time(packet.pointee.pts) - shift
    unsafe packet.pointee.pts = pts
    unsafe packet.pointee.dts = pts
    let duration = unsafe Ticks.duration(packet.pointee.duration)
    unsafe packet.pointee.duration = duration
    guard unsafe follows(packet) else { return false }
    guard pts < 0 else { return true }
    if window.keepsRunUp {
      // A transform codec needs the packet before the first audible one; the edit list hides both.
      return !window.trims || pts + 2 * duration > 0
    }
    let delay = unsafe av_rescale_q(1, target.delay, stream.pointee.time_base)
    if !window.trims, pts >= -delay { return true }
    guard !window.trims, pts + duration > 0 else { return false }
    // A packet that lies across 0 is heard from 0 on, early by a part of its own length.
    unsafe packet.pointee.pts = 0
    unsafe packet.pointee.dts = 0
    return true
  }

  /// Whether a packet comes after the one before, where times start again: the sound of one part may be longer
  /// than its pictures, and what it has in common with the next is left out.
  private func follows(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    let place = Int(unsafe packet.pointee.stream_index)
    let (pts, duration) = unsafe (packet.pointee.pts, packet.pointee.duration)
    if !demuxer.seams.isEmpty, let end = targets[place]?.endTicks, pts < end {
      guard end - pts < (duration + 1) / 2 else { return false }
      unsafe packet.pointee.pts = end
      unsafe packet.pointee.dts = end
    }
    targets[place]?.endTicks = unsafe packet.pointee.pts + duration
    return true
  }
}
