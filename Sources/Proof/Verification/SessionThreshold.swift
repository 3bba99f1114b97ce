import Session

/// A number of the session file that is chosen by evidence.
public struct SessionThreshold: Sendable {
  /// The gate that it decides.
  public enum Gate: String, Encodable, Sendable {
    /// The teeth are shown.
    case teeth
    /// A fist brushes.
    case brushing
  }

  /// Its path in the session file.
  public let name: String
  /// The gate that it decides.
  public let gate: Gate
  /// The values that are tried where none are named.
  public let usualValues: [Double]
  /// The values that it may have.
  public let range: ClosedRange<Double>
  /// Whether it is a whole number.
  public let isWhole: Bool
  /// What it is in some settings.
  let value: @Sendable (SessionSettings) -> Double
  /// Puts a value into settings; a second number that has to fit it goes along.
  let set: @Sendable (inout SessionSettings, Double) -> Void

  private init(
    _ name: String, _ gate: Gate, from: Double, to: Double, by step: Double,
    in range: ClosedRange<Double>, isWhole: Bool = false,
    _ value: @escaping @Sendable (SessionSettings) -> Double,
    _ set: @escaping @Sendable (inout SessionSettings, Double) -> Void
  ) {
    (self.name, self.gate, self.range, self.isWhole) = (name, gate, range, isWhole)
    let count = Int(((to - from) / step).rounded())
    // Rounded, so that 0.1 + 0.2 is 0.3.
    usualValues = (0...count).map { ((from + Double($0) * step) * 1e6).rounded() / 1e6 }
    (self.value, self.set) = (value, set)
  }

  /// All thresholds that can be tuned.
  public static let all = [
    SessionThreshold(
      "teeth.openAbove", .teeth, from: 0.05, to: 0.9, by: 0.05, in: 0...0.999,
      { $0.teeth.openAbove },
      { settings, value in
        settings.teeth.openAbove = value
        settings.teeth.closedBelow = min(settings.teeth.closedBelow, value)
      }),
    SessionThreshold(
      "teeth.holdMs", .teeth, from: 0, to: 1500, by: 100, in: 0...10_000, { $0.teeth.holdMs },
      { $0.teeth.holdMs = $1 }),
    SessionThreshold(
      "fist.curledBelow", .brushing, from: 0.7, to: 1.2, by: 0.05, in: 0.001...2,
      { $0.fist.curledBelow },
      { settings, value in
        settings.fist.curledBelow = value
        settings.fist.openAbove = max(settings.fist.openAbove, value)
      }),
    SessionThreshold(
      "brushing.speedAbove", .brushing, from: 0.05, to: 0.6, by: 0.05, in: 0.001...10,
      { $0.brushing.speedAbove }, { $0.brushing.speedAbove = $1 }),
    SessionThreshold(
      "brushing.fastShare", .brushing, from: 0.1, to: 1, by: 0.1, in: 0.001...1,
      { $0.brushing.fastShare }, { $0.brushing.fastShare = $1 }),
    SessionThreshold(
      "brushing.directionChanges", .brushing, from: 0, to: 8, by: 1, in: 0...50, isWhole: true,
      { Double($0.brushing.directionChanges) }, { $0.brushing.directionChanges = Int($1) }),
    SessionThreshold(
      "brushing.coverage", .brushing, from: 0.1, to: 1, by: 0.1, in: 0.001...1,
      { $0.brushing.coverage }, { $0.brushing.coverage = $1 }),
  ]

  /// What is wrong with a value; nil where nothing is.
  public func fault(of value: Double) -> String? {
    range.contains(value) && (!isWhole || value == value.rounded())
      ? nil
      : "\(isWhole ? "a whole number" : "a number") from \(range.lowerBound) to \(range.upperBound)"
  }
}
