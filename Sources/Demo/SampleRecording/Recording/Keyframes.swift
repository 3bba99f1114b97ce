/// A number over time: keys that are held before the first and after the last, eased between.
struct Keyframes: Sendable {
  private let keys: [(time: Double, value: Double)]

  /// Makes a curve of its keys, in the order of their times (seconds).
  init(_ keys: (Double, Double)...) {
    self.keys = keys.map { (time: $0.0, value: $0.1) }
  }

  /// The value at a time: between two keys it starts and ends at rest (3 t^2 - 2 t^3), as limbs do.
  func value(at time: Double) -> Double {
    guard let next = keys.firstIndex(where: { $0.time > time }) else {
      return keys.last?.value ?? 0
    }
    guard next > 0 else { return keys[0].value }
    let (from, to) = (keys[next - 1], keys[next])
    return from.value + (to.value - from.value) * smoothStep(from.time, to.time, time)
  }
}

/// Blinks: moments at which the eyes shut quickly and open more slowly.
struct Blinks: Sendable {
  let moments: [Double]

  /// How far the eyes are closed at a time, 0 to 1: shut for 30 ms after 70 ms of closing, open
  /// again after 130 ms more; a real blink's times.
  func value(at time: Double) -> Double {
    moments.reduce(0) { closed, moment in
      let since = time - moment
      let lid = since < 0.1 ? smoothStep(0, 0.07, since) : 1 - smoothStep(0.1, 0.23, since)
      return max(closed, lid)
    }
  }
}
