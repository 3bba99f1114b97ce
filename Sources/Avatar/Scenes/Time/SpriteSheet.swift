public import Avatars

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
    FrameTimes(frames: 0..<frames, framesPerSecond: fps).frame(atAge: age, play: play)
  }
}
