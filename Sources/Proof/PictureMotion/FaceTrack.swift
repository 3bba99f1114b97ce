/// The landmarks of one face at one time, for the measure of a lag.
public struct LagSample: Sendable {
  /// The face's identity.
  public var identity: Int
  /// When the file says that they were seen, in milliseconds of the clip.
  public var timeMs: Double
  /// The points in the order of `LagLandmarks.numbers`, in pixels of the measured pictures.
  public var points: [SIMD2<Double>]
  /// The middle of the eyes.
  public var middle: SIMD2<Double>
  /// The distance of the eyes' centres, in pixels.
  public var eyeDistance: Double

  /// Makes a sample; nil for another number of points, or where something is not finite.
  public init?(
    identity: Int, timeMs: Double, points: [SIMD2<Double>], middle: SIMD2<Double>,
    eyeDistance: Double
  ) {
    let numbers = (points + [middle]).flatMap { [$0.x, $0.y] } + [timeMs, eyeDistance]
    guard points.count == LagLandmarks.numbers.count, eyeDistance > 0,
      numbers.allSatisfy(\.isFinite)
    else { return nil }
    (self.identity, self.timeMs, self.points) = (identity, timeMs, points)
    (self.middle, self.eyeDistance) = (middle, eyeDistance)
  }
}

/// The landmarks of one face over time, at any time between two samples.
struct FaceTrack {
  /// Two samples further apart have nothing between them, in milliseconds.
  static let longestGapMs = 250.0
  /// How long a tracker that filters takes to settle after a face appears, in milliseconds.
  static let settlingMs = 250.0

  private var samples: [LagSample] = []
  private var since = 0.0
  private var last = -Double.infinity

  var times: [Double] { samples.map(\.timeMs) }

  /// Adds a sample; one that is not after the last is left out, as are those of the settling.
  mutating func append(_ sample: LagSample) {
    guard sample.timeMs > last else { return }
    if sample.timeMs - last > Self.longestGapMs { since = sample.timeMs }
    last = sample.timeMs
    if sample.timeMs - since >= Self.settlingMs { samples.append(sample) }
  }

  /// Leaves out what is before a time.
  mutating func drop(before time: Double) { samples.removeAll { $0.timeMs < time } }

  /// The face at a time; nil where no two samples are near enough.
  ///
  /// Between two samples it moves along a cubic (Hermite's, with the slopes of parabolas through
  /// three): a line would take out the noise in the middle between them, and draw every lag there.
  func sample(at time: Double) -> LagSample? {
    guard let factors = factors(at: time) else { return nil }
    var result = samples[factors.first]
    result.timeMs = time
    result.points = result.points.indices.map { point in factors.sum { samples[$0].points[point] } }
    result.middle = factors.sum { samples[$0].middle }
    return result
  }

  /// The weighted sum of points of one part at a time; nil where the face is not known.
  func mean(at time: Double, from offset: Int, weights: [Double]) -> SIMD2<Double>? {
    guard let factors = factors(at: time) else { return nil }
    return factors.sum { place in
      var sum = SIMD2<Double>.zero
      for (index, weight) in weights.enumerated() where weight > 0 {
        sum += samples[place].points[offset + index] * weight
      }
      return sum
    }
  }

  /// What the samples around a time are multiplied by.
  private struct Factors {
    var first: Int
    var values: [(place: Int, factor: Double)]

    func sum(_ value: (Int) -> SIMD2<Double>) -> SIMD2<Double> {
      values.reduce(.zero) { $0 + value($1.place) * $1.factor }
    }
  }

  private func factors(at time: Double) -> Factors? {
    guard let first = samples.first, let last = samples.last, samples.count >= 2,
      time >= first.timeMs, time <= last.timeMs
    else { return nil }
    var (low, high) = (0, samples.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if samples[middle].timeMs <= time { low = middle } else { high = middle }
    }
    let span = samples[high].timeMs - samples[low].timeMs
    guard span <= Self.longestGapMs else { return nil }
    let s = (time - samples[low].timeMs) / span
    let (s2, s3) = (s * s, s * s * s)
    var values = [(low, 2 * s3 - 3 * s2 + 1), (high, 3 * s2 - 2 * s3)]
    values += slope(at: low).map { ($0.0, $0.1 * (s3 - 2 * s2 + s) * span) }
    values += slope(at: high).map { ($0.0, $0.1 * (s3 - s2) * span) }
    return Factors(first: low, values: values.map { (place: $0.0, factor: $0.1) })
  }

  /// The slope at a sample as a sum of the samples around it, a millisecond.
  private func slope(at place: Int) -> [(Int, Double)] {
    func step(_ from: Int) -> Double? {
      guard from >= 0, from + 1 < samples.count else { return nil }
      let step = samples[from + 1].timeMs - samples[from].timeMs
      return step <= Self.longestGapMs ? step : nil
    }
    switch (step(place - 1), step(place)) {
    case (let before?, let after?):
      // Of a parabola: each side's slope counts by the other side's length.
      let (a, b) = (after / (before + after) / before, before / (before + after) / after)
      return [(place - 1, -a), (place, a - b), (place + 1, b)]
    case (let before?, nil): return [(place - 1, -1 / before), (place, 1 / before)]
    case (nil, let after?): return [(place, -1 / after), (place + 1, 1 / after)]
    case (nil, nil): return []
    }
  }
}
