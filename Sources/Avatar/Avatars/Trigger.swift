/// A condition with hysteresis: it starts to hold at `above`, and ends under `below`.
public struct Trigger: Hashable, Sendable {
  /// What is listened to.
  public var signal: Signal
  /// The strength from which the condition holds.
  public var above: Double
  /// The strength under which it no longer holds; at most `above`.
  public var below: Double

  /// Makes a trigger.
  public init(signal: Signal, above: Double, below: Double) {
    (self.signal, self.above, self.below) = (signal, above, below)
  }

  /// Whether the condition holds after a sample of this strength, from whether it held before.
  public func holds(at strength: Double, before: Bool) -> Bool {
    before ? strength >= below : strength >= above
  }
}
