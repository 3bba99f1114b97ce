/// How faces are looked at again, and what does it.
public struct CloseUpSetup {
  /// How the pictures of a close-up follow each other.
  let mode: TrackingMode
  /// The most faces of a sample.
  let mostFaces: Int
  /// The height of the smallest face that is looked for, in pixels of the clip; nil for what is found
  /// in the picture as a whole, and in turns.
  let minFace: Int?
  /// Whether faces are looked for in turns that are too small to be found in the picture as a whole.
  let looksInTurns: Bool
  /// Starts the tracker, on the thread that calls; asked for where there is something to look at.
  let start: () throws -> any CloseUpTracker

  /// Makes a setup.
  public init(
    mode: TrackingMode, mostFaces: Int, minFace: Int? = nil, looksInTurns: Bool = false,
    start: @escaping () throws -> any CloseUpTracker
  ) {
    (self.mode, self.mostFaces, self.minFace) = (mode, mostFaces, minFace)
    (self.looksInTurns, self.start) = (looksInTurns, start)
  }
}
