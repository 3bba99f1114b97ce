/// Which texts of its session a case holds.
public struct SessionGoldens: Hashable, Sendable {
  /// Whether it holds the log.
  public var events = false
  /// Whether it holds the trace.
  public var signals = false

  /// Makes a case that holds none.
  public init() {}

  /// Whether the session has to be replayed.
  public var holdsAny: Bool { events || signals }
}
