/// Fits a similarity that takes one picture's pixels to the other's: the inverse compositional
/// Gauss-Newton method (Baker and Matthews, "Lucas-Kanade 20 years on", IJCV 2004, section 3.2), with
/// weights that let what does not move along have no say (Geman and McClure's, section 3.4 of part
/// 2).
struct SimilarityFit {
  /// A pixel of the template.
  private struct Sample {
    /// From the template's centre, in pixels of the level.
    var place: SIMD2<Float>
    var value: SIMD4<Float>
    var gx: SIMD4<Float>
    var gy: SIMD4<Float>
    /// The gradient's square.
    var strength: Float
  }

  /// The map found, in pixels of the picture.
  var map: PlaneMotion
  /// Which parts are determined.
  var determinacy: Determinacy
  /// The centre of the pixels that were fitted last, in pixels of the picture.
  private var middle = SIMD2<Double>.zero

  /// The most pixels that are fitted at a level: beyond, an even choice of them is.
  static let mostSamples = 6_000
  /// Steps at a level at the most.
  private static let mostSteps = 14

  /// Fits from a first guess, at the levels from `coarsest` down to `finest`.
  init?(_ pair: RegionPair, from guess: PlaneMotion, coarsest: Int, finest: Int = 0) {
    (map, determinacy) = (guess, Determinacy())
    var wasFitted = false
    for number in (finest...max(finest, coarsest)).reversed() where number < pair.levels.count {
      let (first, second) = pair.matching(number, scale: map.scale)
      let isFitted = fit(pair.levels[first], pair.levels[second], isFinest: number == 0)
      wasFitted = isFitted || wasFitted
    }
    if wasFitted, !determinacy.rotation || !determinacy.scale {
      settle(on: guess)
      let (first, second) = pair.matching(finest, scale: map.scale)
      _ = fit(
        pair.levels[first], pair.levels[second], isFinest: finest == 0, allowed: determinacy)
    }
    guard wasFitted, map.isFinite, map.scale > 0.1, map.scale < 10 else { return nil }
  }

  /// Takes from the guess what the pixels do not determine: coarser levels, where the background
  /// leaks into the outline, may have turned a disc.
  private mutating func settle(on guess: PlaneMotion) {
    let (from, to) = (determinacy.rotation ? map : guess, determinacy.scale ? map : guess)
    let factor = to.scale / max(from.scale, 1e-9)
    let centre = map.apply(middle)
    (map.right, map.down) = (from.right * factor, from.down * factor)
    map.shift += centre - map.apply(middle)
  }

  private mutating func fit(
    _ level: RegionPair.Level, _ other: RegionPair.Level, isFinest: Bool,
    allowed: Determinacy = Determinacy()
  ) -> Bool {
    let (samples, middle, radius) = Self.samples(of: level)
    guard !samples.isEmpty else { return false }
    // The map of the level, about the template's centre: u goes to linear(u) + offset.
    var current = map.between(level.factor, other.factor)
    let centre = middle
    var residuals = [Float](repeating: -1, count: samples.count)
    var differences = [SIMD4<Float>](repeating: .zero, count: samples.count)
    let b = other.b
    for step in 0..<Self.mostSteps {
      let (right, down) = (SIMD2<Float>(current.right), SIMD2<Float>(current.down))
      let offset = SIMD2<Float>(current.apply(centre))
      var sizes = ResidualHistogram()
      for i in samples.indices {
        let place = samples[i].place
        let point = right * place.x + down * place.y + offset
        guard b.contains(point) else {
          residuals[i] = -1
          continue
        }
        let value = isFinest ? b.cubic(at: point) : b.linear(at: point)
        let r = value - samples[i].value
        differences[i] = r
        residuals[i] = (r * r).sum()
        sizes.add(residuals[i], weight: samples[i].strength)
      }
      guard sizes.count >= 4 else { return false }
      let scale = max(1, 8 * sizes.median)
      var normal = NormalEquations()
      for i in samples.indices where residuals[i] >= 0 {
        let share = 1 / (1 + residuals[i] / scale)
        normal.add(
          place: samples[i].place / Float(radius), gx: samples[i].gx, gy: samples[i].gy,
          residual: differences[i], weight: share * share)
      }
      let solution = normal.solution(allowed: allowed)
      determinacy = solution.determinacy
      guard let update = solution.map(about: centre, radius: radius)?.inverse else { return false }
      current = current.after(update)
      guard current.isFinite else { return false }
      let enough = isFinest ? 0.001 : 0.01
      if solution.largest < enough, step > 0 { break }
    }
    map = current.between(1 / level.factor, 1 / other.factor)
    self.middle = middle / level.factor
    return true
  }

  /// The pixels of a level that say something: those with a gradient.
  private static func samples(
    of level: RegionPair.Level
  ) -> (samples: [Sample], centre: SIMD2<Double>, radius: Double) {
    let a = level.a
    var places: [(x: Int, y: Int)] = []
    func gradients(_ x: Int, _ y: Int) -> (SIMD4<Float>, SIMD4<Float>) {
      let i = y * a.width + x
      return (
        (a.pixels[i + 1] - a.pixels[i - 1]) * 0.5,
        (a.pixels[i + a.width] - a.pixels[i - a.width]) * 0.5
      )
    }
    for y in 1..<max(1, a.height - 1) {
      for x in 1..<max(1, a.width - 1) where level.fitted.bytes[y * a.width + x] != 0 {
        let (gx, gy) = gradients(x, y)
        if (gx * gx + gy * gy).sum() > 2 { places.append((x, y)) }
      }
    }
    guard !places.isEmpty else { return ([], .zero, 1) }
    if places.count > mostSamples {
      let stride = Double(places.count) / Double(mostSamples)
      places = (0..<mostSamples).map { places[Int(Double($0) * stride)] }
    }
    var centre = SIMD2<Double>.zero
    for place in places { centre += SIMD2(Double(place.x), Double(place.y)) + 0.5 }
    centre /= Double(places.count)
    var spread = 0.0
    let samples = places.map { place -> Sample in
      let (gx, gy) = gradients(place.x, place.y)
      let from = SIMD2(Double(place.x), Double(place.y)) + 0.5 - centre
      spread += (from * from).sum()
      return Sample(
        place: SIMD2<Float>(from), value: a.pixels[place.y * a.width + place.x],
        gx: gx, gy: gy,
        strength: (gx * gx + gy * gy).sum())
    }
    return (samples, centre, max(1, (spread / Double(samples.count)).squareRoot()))
  }
}
