/// A picture that holds the frames of a moving one side by side, row after row.
public struct SpriteSheet: Hashable, Sendable {
  /// Frames across.
  public var columns: Int
  /// Frames down.
  public var rows: Int
  /// How many there are, at most columns times rows.
  public var frames: Int
  /// Frames a second.
  public var fps: Double
  /// How it goes on after its last frame.
  public var play: Play

  /// Makes a sheet.
  public init(columns: Int, rows: Int, frames: Int? = nil, fps: Double = 12, play: Play = .loop) {
    (self.columns, self.rows) = (columns, rows)
    self.frames = frames ?? columns * rows
    (self.fps, self.play) = (fps, play)
  }

  /// The frame at an age in milliseconds, counted from 0.
  public func frame(atAge age: Double) -> Int {
    let count = max(0, (age * fps / 1000 + 0.001).rounded(.down))
    let length = Double(play == .loop ? frames : frames - 1)
    return min(Int(play.place(at: count, length: length)), frames - 1)
  }
}

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
