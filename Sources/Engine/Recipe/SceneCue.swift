/// Something that a user did while a clip was taken, such as a tap on a card.
public struct SceneCue: Hashable, Sendable {
  /// Which cards it is for.
  public enum Target: Hashable, Sendable {
    /// All that are there.
    case all
    /// One, by its identity.
    case card(Int)
    /// The nearest one at a place, in parts of the scene picture.
    case place(x: Double, y: Double)
  }

  /// When it was done, in milliseconds on the clip's timeline.
  public var timeMs: Double
  /// What was done: the name that items begin with.
  public var cue: String
  /// Which cards it is for.
  public var target: Target

  /// Makes a cue.
  public init(timeMs: Double, cue: String, target: Target = .all) {
    (self.timeMs, self.cue, self.target) = (timeMs, cue, target)
  }
}
