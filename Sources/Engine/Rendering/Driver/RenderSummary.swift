package import Recordings

/// What a job did.
public struct RenderSummary: Sendable {
  /// Frames that were written.
  public var frames: Int
  /// Those of them in which the avatar of at least one face was drawn; nil where no avatar has layers.
  public var facesDrawnFrames: Int?
  /// Where the result is.
  public var output: String
  /// What a person should know about the inputs and the output, a line each.
  public var notes: [String] { kindsOfNotes.map(\.line) }
  /// The same, each with what it is about.
  package var kindsOfNotes: [RenderNote]
  /// Those of the notes that doubt whether the tracking belongs to the clip.
  public var trackingDoubts: [String] = []
  /// What is seen most at once, for people who do not see it; nil where that is not told.
  public var alternativeText: String?
  /// What could not be read of the clip, in one line; nil where all of it was.
  public var damage: String?
  /// The clip's sound that the output lacks, a line each.
  public var lostSound: [String]

  /// Makes a summary.
  public init(
    frames: Int, facesDrawnFrames: Int? = nil, output: String, notes: [String] = [],
    damage: String? = nil, lostSound: [String] = []
  ) {
    (self.frames, self.facesDrawnFrames, self.output) = (frames, facesDrawnFrames, output)
    kindsOfNotes = notes.map { RenderNote(.finding, $0) }
    (self.damage, self.lostSound) = (damage, lostSound)
  }

  /// The summary with further notes.
  package func adding(notes: [String]) -> RenderSummary {
    var summary = self
    summary.kindsOfNotes += notes.map { RenderNote(.finding, $0) }
    return summary
  }

  /// The summary with what is to be said of files beside the output, a line each.
  public func adding(further notes: [String]) -> RenderSummary { adding(notes: notes) }

  /// The result in one line.
  public var line: String {
    let count = "\(frames) \(frames == 1 ? "frame" : "frames")"
    return "\(output): \(facesDrawnFrames.map { "faces drawn in \($0) of \(count)" } ?? count)"
  }
}
