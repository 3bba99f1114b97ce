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
  }

  /// The map found, in pixels of the picture.
  var map: PlaneMap
  /// Which parts are determined.
  var determinacy: Determinacy

  /// The most pixels that are fitted at a level: beyond, an even choice of them is.
  static let mostSamples = 12_000
  /// Steps at a level at the most.
  private static let mostSteps = 14

  /// Fits from a first guess, at the levels from `coarsest` down to `finest`.
  init?(_ pair: RegionPair, from guess: PlaneMap, coarsest: Int, finest: Int = 0) {
    (map, determinacy) = (guess, Determinacy())
    var wasFitted = false
    for number in (finest...max(finest, coarsest)).reversed() where number < pair.levels.count {
      wasFitted = fit(pair.levels[number], isFinest: number == 0) || wasFitted
    }
    guard wasFitted, map.isFinite, map.scale > 0.1, map.scale < 10 else { return nil }
  }

  private mutating func fit(_ level: RegionPair.Level, isFinest: Bool) -> Bool {
    let (samples, middle, radius) = Self.samples(of: level)
    guard !samples.isEmpty else { return false }
    // The map of the level, about the template's centre: u goes to linear(u) + offset.
    var current = map.scaled(by: level.factor)
    let centre = middle
    var residuals = [Float](repeating: -1, count: samples.count)
    var differences = [SIMD4<Float>](repeating: .zero, count: samples.count)
    let b = level.b
    for step in 0..<Self.mostSteps {
      let (right, down) = (SIMD2<Float>(current.right), SIMD2<Float>(current.down))
      let offset = SIMD2<Float>(current.apply(centre))
      var sizes: [Float] = []
      sizes.reserveCapacity(samples.count)
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
        sizes.append(residuals[i])
      }
      guard sizes.count >= 4 else { return false }
      // The residuals' size by their median; half may be of what does not move along.
      let scale = max(9, 4 * sizes.median())
      var normal = NormalEquations()
      for i in samples.indices where residuals[i] >= 0 {
        let share = 1 / (1 + residuals[i] / scale)
        normal.add(
          place: samples[i].place / Float(radius), gx: samples[i].gx, gy: samples[i].gy,
          residual: differences[i], weight: share * share)
      }
      let solution = normal.solution(radius: radius)
      determinacy = solution.determinacy
      guard let update = solution.map(about: centre, radius: radius)?.inverse else { return false }
      current = current.after(update)
      guard current.isFinite else { return false }
      let enough = isFinest ? 0.001 : 0.01
      if solution.largest < enough, step > 0 { break }
    }
    map = current.scaled(by: 1 / level.factor)
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
        if (gx * gx + gy * gy).sum() > 4 { places.append((x, y)) }
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
        place: SIMD2<Float>(from), value: a.pixels[place.y * a.width + place.x], gx: gx, gy: gy)
    }
    return (samples, centre, max(1, (spread / Double(samples.count)).squareRoot()))
  }
}

extension [Float] {
  /// The middle value, by quickselect; 0 for none.
  func median() -> Float {
    guard !isEmpty else { return 0 }
    var values = self
    let wanted = values.count / 2
    var (low, high) = (0, values.count - 1)
    while low < high {
      let pivot = values[(low + high) / 2]
      var (i, j) = (low, high)
      while i <= j {
        while values[i] < pivot { i += 1 }
        while values[j] > pivot { j -= 1 }
        if i <= j {
          values.swapAt(i, j)
          i += 1
          j -= 1
        }
      }
      if wanted <= j {
        high = j
      } else if wanted >= i {
        low = i
      } else {
        break
      }
    }
    return values[wanted]
  }
}
