/// Turns the times of a tracking file, in whatever unit they are, into milliseconds.
struct SampleClock {
  /// The unit of the file's times.
  let unit: TimeUnit
  /// When the clip's frames are shown, where times count those.
  private let frames: [Double]
  /// From one frame to the next, on the whole, in milliseconds.
  private let interval: Double

  /// How long the only frame of a clip lasts, in milliseconds.
  private static let loneFrameMs = 1000.0 / 30

  /// Makes a clock.
  ///
  /// - Parameter clip: asked for the times of its frames where the unit needs them.
  init(_ unit: TimeUnit, clip: ClipTimes?) throws(Finding) {
    self.unit = unit
    guard unit == .frames else {
      (frames, interval) = ([], 0)
      return
    }
    guard let clip else {
      throw Finding(
        problem: .needsClip, found: "times in frame numbers without a clip",
        expected: "the clip beside them, whose frames they count, or times in another unit")
    }
    do {
      frames = try clip.all()
    } catch {
      throw Finding(
        problem: .needsClip, found: "a clip whose frames cannot be counted (\(error))",
        expected: "the clip whose frames are counted by the times")
    }
    let (first, last) = (frames.first ?? 0, frames.last ?? 0)
    interval = frames.count > 1 ? (last - first) / Double(frames.count - 1) : Self.loneFrameMs
  }

  /// A time of the file in milliseconds.
  ///
  /// A frame number means that frame's time; one between two frames a time between theirs, one before
  /// the first or after the last goes on at the clip's mean rate.
  func milliseconds(_ time: Double) -> Double {
    if let factor = unit.inMilliseconds { return time * factor }
    guard let first = frames.first, let last = frames.last else { return time * interval }
    let end = Double(frames.count - 1)
    if !(time > 0) { return first + time * interval }
    if time >= end { return last + (time - end) * interval }
    let place = Int(time)
    let part = time - Double(place)
    return frames[place] + (part == 0 ? 0 : part * (frames[place + 1] - frames[place]))
  }
}
