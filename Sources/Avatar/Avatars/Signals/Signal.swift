/// What a trigger or a drive listens to: a named number that changes with time.
///
/// Two signals of the same name are the same signal.
public struct Signal: Sendable {
  /// The name in the package format, such as `jawOpen`; unique among all sources.
  public let name: String
  /// The values that it takes; scores go from 0 to 1.
  public let range: ClosedRange<Double>
  /// What it follows, in one line for authors of avatars.
  public let meaning: String
  /// Whether it follows what a recording holds beside its faces (`RecordedMoment`).
  public let followsRecording: Bool

  private let reading: @Sendable (any SignalState) -> Double

  /// Makes a signal from the way to read it.
  public init(
    _ name: String, range: ClosedRange<Double> = 0...1, meaning: String,
    followsRecording: Bool = false,
    reading: @escaping @Sendable (any SignalState) -> Double
  ) {
    (self.name, self.range, self.meaning) = (name, range, meaning)
    (self.followsRecording, self.reading) = (followsRecording, reading)
  }

  /// The signal's strength in a state.
  ///
  /// A value that is not a number counts as rest, the strength nearest to 0: a broken sample must
  /// not show or move anything.
  public func strength(in state: some SignalState) -> Double {
    let strength = reading(state)
    return strength.isFinite ? strength : min(max(0, range.lowerBound), range.upperBound)
  }
}

extension Signal: Hashable {
  /// Whether two signals have the same name.
  public static func == (a: Signal, b: Signal) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
