internal import CFFmpeg
internal import Containers
internal import Frames

/// Gives every frame a presentation time that is later than the one before.
///
/// Containers leave times out (raw H.264, some AVI), repeat them or let them step back at a splice.
/// A missing time continues by the last frame's duration; one that does not advance is moved to one
/// tick after its predecessor, so that no frame is lost and none changes its place.
struct FrameClock {
  /// The duration taken where nothing states one, in ticks; at least 1.
  let usualDuration: Int64
  private var last: (pts: Int64, duration: Int64)?

  init(usualDuration: Int64) { self.usualDuration = max(1, Ticks.duration(usualDuration)) }

  /// The time to use for a frame that states `stated` (nil: nothing) and lasts `duration` ticks.
  mutating func next(stated: Int64?, duration: Int64) -> Int64 {
    var pts = stated.map(Ticks.time) ?? last.map { $0.pts + max($0.duration, 1) } ?? 0
    if let last, pts <= last.pts { pts = last.pts + 1 }
    let believed = Ticks.duration(duration)
    last = (pts, believed > 0 ? believed : usualDuration)
    return pts
  }

  /// Forgets the last frame, after a seek.
  mutating func restart() { last = nil }
}

extension FrameClock {
  /// A clock for the frames of a stream, which last its average where they do not say.
  init(stream: UnsafeMutablePointer<AVStream>) {
    let rate = unsafe stream.pointee.avg_frame_rate
    let ticks =
      rate.num > 0 && rate.den > 0
      ? av_rescale_q(
        1, AVRational(num: rate.den, den: rate.num), unsafe stream.pointee.time_base) : 1
    self.init(usualDuration: ticks)
  }

  /// The time to use for a decoded frame.
  mutating func next(for frame: borrowing FrameHandle) -> Int64 {
    let guess = unsafe frame.raw.pointee.best_effort_timestamp
    return next(
      stated: guess == avo_no_pts ? nil : guess,
      duration: unsafe avo_duration(frame.raw))
  }
}
