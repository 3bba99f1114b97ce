/// Signals that come from one place, such as a face's blendshapes.
public struct SignalSource: Sendable {
  /// What they have in common, as a heading.
  public let group: String
  /// The signals, in the order of the documentation.
  public let signals: [Signal]

  /// Makes a source.
  public init(group: String, signals: [Signal]) {
    (self.group, self.signals) = (group, signals)
  }
}

/// The signals that `when` and `drive` know, by name.
public struct SignalRegistry: Sendable {
  /// Where the signals come from.
  public let sources: [SignalSource]
  /// The names, in the order of the sources.
  public let names: [String]

  private let byName: [String: Signal]

  /// Makes a registry; of two signals with the same name the first one counts.
  public init(_ sources: [SignalSource]) {
    self.sources = sources
    let signals = sources.flatMap(\.signals)
    names = signals.map(\.name)
    byName = Dictionary(signals.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The signal of a name; nil for a name that no source has.
  public subscript(name: String) -> Signal? { byName[name] }

  /// All signals of the package format: a new source is registered here, a new signal in its source.
  public static let standard = SignalRegistry([
    .blendshapes, .expressions, .hands, .gestures, .session, .events,
  ])
}
