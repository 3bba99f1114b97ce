/// The times of the frames of a picture that moves by itself.
public struct FrameTimes: Hashable, Sendable {
  /// How long each frame is shown, in milliseconds; above 0.
  public var durationsMs: [Double]

  /// What a frame is shown for whose file says that it is shown for less than it takes to see it.
  public static let shortestMs = 10.0
  /// What such a frame is shown for.
  public static let fallbackMs = 100.0

  /// Makes times of what a file says; a frame of up to 10 ms is shown for 100, as browsers do.
  public init(durationsMs: [Double]) {
    self.durationsMs = durationsMs.map { $0 <= Self.shortestMs ? Self.fallbackMs : $0 }
  }

  /// The frame at an age in milliseconds, counted from 0.
  public func frame(atAge age: Double, play: Play) -> Int {
    let length = durationsMs.reduce(0, +)
    let place = play.place(at: max(age, 0), length: length)
    var endMs = 0.0
    for (index, duration) in durationsMs.enumerated() {
      endMs += duration
      if place < endMs { return index }
    }
    return max(durationsMs.count - 1, 0)
  }
}
