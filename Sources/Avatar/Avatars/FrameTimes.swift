/// The times of the frames of a picture that moves by itself.
public struct FrameTimes: Hashable, Sendable {
  private enum Kind: Hashable {
    /// How long each frame is shown, in milliseconds; above 0.
    case each([Double])
    /// Frames that are all shown for one time.
    case even(frames: Range<Int>, perSecond: Double)
  }

  private let kind: Kind

  /// What a frame is shown for whose file says that it is shown for less than it takes to see it.
  public static let shortestMs = 10.0
  /// What such a frame is shown for.
  public static let fallbackMs = 100.0

  /// Makes times of what a file says; a frame of up to 10 ms is shown for 100, as browsers do.
  public init(durationsMs: [Double]) {
    kind = .each(durationsMs.map { $0 <= Self.shortestMs ? Self.fallbackMs : $0 })
  }

  /// Makes times of frames of which so many are shown a second; at least one.
  public init(frames: Range<Int>, framesPerSecond: Double) {
    kind = .even(frames: frames, perSecond: framesPerSecond)
  }

  /// The frame at an age in milliseconds, counted from 0.
  public func frame(atAge age: Double, play: Play) -> Int {
    switch kind {
    case .each(let durationsMs):
      let place = play.place(at: max(age, 0), length: durationsMs.reduce(0, +))
      var endMs = 0.0
      for (index, duration) in durationsMs.enumerated() {
        endMs += duration
        if place < endMs { return index }
      }
      return max(durationsMs.count - 1, 0)
    case .even(let frames, let perSecond):
      let count = max(0, (age * perSecond / 1000 + 0.001).rounded(.down))
      let length = Double(play == .loop ? frames.count : frames.count - 1)
      return frames.lowerBound
        + min(Int(play.place(at: count, length: length)), frames.count - 1)
    }
  }
}
