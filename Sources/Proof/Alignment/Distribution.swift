/// Values gathered over frames and faces, and what is said of them.
public struct Distribution: Sendable {
  private var values: [Double] = []

  /// Makes an empty one.
  public init() {}

  /// Makes one of values; those that are not finite are left out.
  public init(_ values: some Sequence<Double>) {
    values.forEach { add($0) }
  }

  /// Adds a value; one that is not finite is left out.
  public mutating func add(_ value: Double) {
    if value.isFinite { values.append(value) }
  }

  /// How many values there are.
  public var count: Int { values.count }

  /// The arithmetic mean; nil for none.
  public var mean: Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// The largest value; nil for none.
  public var maximum: Double? { values.max() }

  /// A quantile, `part` 0 to 1: linear between the order statistics (type 7 of Hyndman and Fan
  /// 1996, what numpy and R take by default); nil for none.
  public func quantile(_ part: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let place = min(max(part, 0), 1) * Double(sorted.count - 1)
    let below = Int(place)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }
}

/// A root mean square that is summed up piece by piece.
struct MeanSquare {
  private(set) var count = 0
  private var sum = 0.0

  mutating func add(_ square: Double) {
    guard square.isFinite else { return }
    sum += square
    count += 1
  }

  /// The root of the mean; nil for no values.
  var root: Double? { count == 0 ? nil : (sum / Double(count)).squareRoot() }
}
