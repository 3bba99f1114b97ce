/// What a job did.
public struct RenderSummary: Sendable {
  /// Frames that were written.
  public var frames: Int
  /// Where the result is.
  public var output: String
  /// What a person should know about the inputs and the output, a line each.
  public var notes: [String]
  /// What could not be read of the clip, in one line; nil where all of it was.
  public var damage: String?
  /// The clip's sound that the output lacks, a line each.
  public var lostSound: [String]

  /// Makes a summary.
  public init(
    frames: Int, output: String, notes: [String] = [], damage: String? = nil,
    lostSound: [String] = []
  ) {
    self.frames = frames
    self.output = output
    self.notes = notes
    self.damage = damage
    self.lostSound = lostSound
  }

  /// The summary with further notes.
  func adding(notes: [String]) -> RenderSummary {
    var summary = self
    summary.notes += notes
    return summary
  }

  /// The result in one line.
  public var line: String {
    "\(output): \(frames) \(frames == 1 ? "frame" : "frames")"
  }
}
