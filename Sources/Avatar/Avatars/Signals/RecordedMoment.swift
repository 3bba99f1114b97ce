/// What a recording holds beside its faces at one time, by the names of signals: the player's hands,
/// their gestures, the session.
///
/// It is the same for every face. What it does not say is 0.
public struct RecordedMoment: Hashable, Sendable {
  private var values: [String: Double] = [:]

  /// Makes a moment in which everything is at rest.
  public init() {}

  /// The strength of a signal by its name.
  public subscript(name: String) -> Double {
    get { values[name] ?? 0 }
    set { values[name] = newValue }
  }
}
