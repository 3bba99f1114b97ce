/// A histogram with fixed upper bounds, as Prometheus has it.
struct Histogram: Sendable {
  /// The upper bounds in seconds, up to what a render may take.
  static let seconds: [Double] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300,
  ]

  private(set) var counts: [Int]
  private(set) var sum = 0.0
  private(set) var count = 0
  let bounds: [Double]

  init(bounds: [Double] = seconds) {
    self.bounds = bounds
    counts = Array(repeating: 0, count: bounds.count)
  }

  /// Adds a value.
  mutating func add(_ value: Double) {
    count += 1
    sum += value
    if let bucket = bounds.firstIndex(where: { value <= $0 }) { counts[bucket] += 1 }
  }
}
