import Foundation

/// Explains a change by colours alone: the place is the same.
struct ColourChange {
  var words: String
  /// The mean square difference that is left, bounded as by ``Judge``.
  var after: Double
  /// The share of the change that is explained, 0 to 1.
  var explained: Double

  /// The share that a colour change has to explain to be told.
  static let least = 0.85
  /// The same of a map of colours that has no name: twelve free numbers fit much of anything.
  private static let leastOfAny = 0.93
  private static let anyColours = "other colours"
  private static let mostPixels = 4_000

  private struct Sample {
    var from: SIMD3<Double>
    var to: SIMD3<Double>
  }

  /// The pixels that changed and are nearly opaque in both pictures, in straight colours.
  private static func samples(_ pair: RegionPair) -> [Sample] {
    let level = pair.levels[0]
    var found: [Sample] = []
    for i in level.changed.bytes.indices where level.changed.bytes[i] != 0 {
      let (a, b) = (SIMD4<Double>(level.a.pixels[i]), SIMD4<Double>(level.b.pixels[i]))
      guard a.w > 200, b.w > 200 else { continue }
      found.append(
        Sample(
          from: SIMD3(a.x, a.y, a.z) * (255 / a.w), to: SIMD3(b.x, b.y, b.z) * (255 / b.w)))
    }
    guard found.count > mostPixels else { return found }
    let stride = Double(found.count) / Double(mostPixels)
    return (0..<mostPixels).map { found[Int(Double($0) * stride)] }
  }

  /// The known mistake that explains the change best, if one does.
  static func mistake(_ pair: RegionPair) -> ColourChange? {
    let samples = samples(pair)
    let candidates = ColourTransform.mistakes.compactMap { judge($0.map, samples, $0.words) }
    guard let best = candidates.min(by: { $0.after < $1.after }), best.explained >= least
    else { return nil }
    return best
  }

  /// Gains and offsets of the channels, or else any affine map of the colours.
  static func fitted(_ pair: RegionPair) -> ColourChange? {
    let samples = samples(pair)
    guard samples.count >= 16 else { return nil }
    let gains = fit(samples, mixes: false)
    var best = judge(gains, samples, gainWords(gains, samples))
    if (best?.explained ?? 0) < 0.97 {
      let mixed = judge(fit(samples, mixes: true), samples, anyColours)
      if let mixed, mixed.after * 2 < best?.after ?? .infinity { best = mixed }
    }
    let enough = best?.words == anyColours ? leastOfAny : least
    guard let best, best.explained >= enough else { return nil }
    return best
  }

  /// More or less of the overlay over a known background.
  static func opacity(_ pair: RegionPair) -> ColourChange? {
    guard let ground = pair.ground else { return nil }
    let level = pair.levels[0]
    var (both, own) = (0.0, 0.0)
    let places = level.changed.bytes.indices.filter { level.changed.bytes[$0] != 0 }
    for i in places {
      let (a, b) = (level.a.pixels[i] - ground.pixels[i], level.b.pixels[i] - ground.pixels[i])
      both += Double((a * b).sum())
      own += Double((a * a).sum())
    }
    guard own > 0, both > 0 else { return nil }
    let share = both / own
    var (before, after) = (0.0, 0.0)
    for i in places {
      let rest = ground.pixels[i] + (level.a.pixels[i] - ground.pixels[i]) * Float(share)
      before += bounded(Double(Judge.square(level.a.pixels[i] - level.b.pixels[i])))
      after += bounded(Double(Judge.square(rest - level.b.pixels[i])))
    }
    let percent = String(format: "%.0f %%", share * 100)
    let change = ColourChange(
      words: share < 1 ? "less opaque: \(percent) of it" : "more opaque: \(percent) of it",
      after: after / Double(places.count), explained: before > 0 ? 1 - after / before : 0)
    return change.explained >= 0.95 && share > 0.05 ? change : nil
  }

  private static func bounded(_ square: Double) -> Double {
    min(square, Judge.bound * Judge.bound)
  }

  private static func judge(
    _ map: ColourTransform, _ samples: [Sample], _ words: String
  ) -> ColourChange? {
    guard samples.count >= 16 else { return nil }
    var (before, after) = (0.0, 0.0)
    for sample in samples {
      let (was, rest) = (sample.from - sample.to, map.apply(sample.from) - sample.to)
      before += bounded((was * was).sum() / 3)
      after += bounded((rest * rest).sum() / 3)
    }
    guard before > 0, after.isFinite else { return nil }
    return ColourChange(
      words: words, after: after / Double(samples.count), explained: 1 - after / before)
  }

  /// The map of least squares, thrice, with less weight for what does not fit.
  private static func fit(_ samples: [Sample], mixes: Bool) -> ColourTransform {
    var map = ColourTransform(gain: 1, offset: 0)
    var weights = [Double](repeating: 1, count: samples.count)
    for _ in 0..<3 {
      map.red = row(samples, weights, 0, mixes)
      map.green = row(samples, weights, 1, mixes)
      map.blue = row(samples, weights, 2, mixes)
      for (i, sample) in samples.enumerated() {
        let rest = map.apply(sample.from) - sample.to
        let weight = 1 / (1 + (rest * rest).sum() / 300)
        weights[i] = weight * weight
      }
    }
    return map
  }

  private static func row(
    _ samples: [Sample], _ weights: [Double], _ channel: Int, _ mixes: Bool
  ) -> SIMD4<Double> {
    var matrix = SymmetricMatrix4()
    var side = SIMD4<Double>.zero
    for (sample, weight) in zip(samples, weights) {
      // Over 0...1, so that the offset weighs like a channel.
      var c = SIMD4(sample.from / 255, 1)
      if !mixes { for other in 0..<3 where other != channel { c[other] = 0 } }
      matrix.rows.0 += c * (c.x * weight)
      matrix.rows.1 += c * (c.y * weight)
      matrix.rows.2 += c * (c.z * weight)
      matrix.rows.3 += c * (c.w * weight)
      side += c * (sample.to[channel] / 255 * weight)
    }
    let (values, vectors) = matrix.eigen()
    var row = SIMD4<Double>.zero
    for i in 0..<4 where values[i] > 1e-6 * values.max() {
      row += vectors[i] * ((vectors[i] * side).sum() / values[i])
    }
    row.w *= 255
    return row
  }

  /// Gains in words: darker or brighter where all channels go that way.
  private static func gainWords(_ map: ColourTransform, _ samples: [Sample]) -> String {
    var mean = SIMD3<Double>.zero
    for sample in samples { mean += sample.to - sample.from }
    mean /= Double(max(1, samples.count))
    let levels = String(format: "%.0f levels", abs(mean.sum() / 3))
    if mean.max() < 0 { return "darker by \(levels)" }
    if mean.min() > 0 { return "brighter by \(levels)" }
    return anyColours
  }
}
