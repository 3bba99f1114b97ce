/// Where the names of gestures come from, and which of them count.
public struct GestureSettings: Hashable, Sendable {
  /// Where they come from.
  public enum Source: String, CaseIterable, Sendable {
    /// The recogniser's categories where it was asked about a hand, else the rules.
    case auto
    /// Rules on the hand's points.
    case rules
    /// The recogniser's categories.
    case recogniser
  }

  /// What a classifier of MediaPipe's gesture recogniser leaves out of its answer.
  public struct Filter: Hashable, Sendable {
    /// The score under which a category is dropped, 0 to 1.
    public var scoreThreshold = 0.0
    /// How many of the best categories stay; all of them where below 0, never 0.
    public var maxResults = -1
    /// The only categories that count; empty for all.
    public var categoryAllowlist: [String] = []
    /// The categories that do not count; empty where there is an allowlist.
    public var categoryDenylist: [String] = []
    /// The language of names that are drawn.
    public var displayNamesLocale = "en"

    /// MediaPipe's defaults.
    public init() {}

    /// The most names of a list.
    static let nameLimit = 256
    /// `maxResults` stays within this of 0.
    static let resultsLimit = 1_000_000
  }

  /// Where they come from.
  public var source = Source.auto
  /// What stays of the recogniser's own gestures, and of the rules'.
  public var canned = Filter()
  /// What stays of the gestures of an app's own classifier.
  public var custom = Filter()
}
