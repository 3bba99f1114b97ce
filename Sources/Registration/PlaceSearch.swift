/// Tries all turns, sizes and places of the region at a coarse level, mirrored or not: first guesses
/// for a fit that only finds what is near.
struct PlaceSearch {
  /// A guess and its mean difference.
  struct Guess {
    var map: PlaneMap
    var cost: Float
  }

  /// Steps of the turn: 24 of 15 degrees, half of which a fit bridges.
  private static let turns = 24
  /// Sizes: 0.5 to 2 in steps of a quarter octave.
  private static let sizes = (-4...4).map { exponential2(Double($0) / 4) }
  /// The most pixels of the region that are compared.
  private static let mostSamples = 160
  /// A difference beyond this is wrong and not more wrong, in levels squared, over four channels.
  private static let bound: Float = 4 * 48 * 48

  /// The best guesses without and with mirroring, the best first, each unlike the ones before.
  static func guesses(_ pair: RegionPair, mirrored: Bool, most: Int) -> [Guess] {
    guard let level = pair.levels.last else { return [] }
    let template = samples(of: level, in: pair)
    guard template.count >= 4 else { return [] }
    let b = level.b
    var middle = SIMD2<Double>.zero
    for sample in template { middle += sample.place }
    middle /= Double(template.count)
    let values = template.map(\.value)
    let far = reach(of: template)
    var found: [Guess] = []
    for size in sizes {
      for turn in 0..<turns {
        let map = PlaneMap(
          turn: Double(turn) * 2 * .pi / Double(turns), scale: size, mirrored: mirrored,
          about: middle, move: .zero)
        let points = template.map { map.apply($0.place) }
        guard let best = bestPlace(points, values, far, b) else { continue }
        var placed = map
        placed.shift += best.move
        found.append(Guess(map: placed.between(1 / level.factor, 1 / level.factor), cost: best.cost))
      }
    }
    found.sort { $0.cost < $1.cost }
    return distinct(found, most: most)
  }

  private static func samples(
    of level: RegionPair.Level, in pair: RegionPair
  ) -> [(place: SIMD2<Double>, value: SIMD4<Float>)] {
    // A flat inside that stays covered did not change, and yet tells one place from another.
    let radius = pair.hasRegion ? 2 : 1
    let inside = level.fitted.dilated(by: radius)
    var found: [(place: SIMD2<Double>, value: SIMD4<Float>)] = []
    for y in 0..<inside.height {
      for x in 0..<inside.width where inside.bytes[y * inside.width + x] != 0 {
        found.append(
          (SIMD2(Double(x), Double(y)) + 0.5, level.a.pixels[y * level.a.width + x]))
      }
    }
    guard !found.isEmpty else { return [] }
    // In an order that jumps about, so that a wrong place shows after a few: steps of the golden
    // section are spread evenly at any count.
    let wanted = min(found.count, mostSamples)
    return (0..<wanted).map { i in
      let part = (Double(i) * 0.6180339887498949).truncatingRemainder(dividingBy: 1)
      return found[Int(part * Double(found.count))]
    }
  }

  /// How far the region is looked for, in pixels of the level: half its longer side and a bit.
  private static func reach(of template: [(place: SIMD2<Double>, value: SIMD4<Float>)]) -> Int {
    var (low, high) = (template[0].place, template[0].place)
    for sample in template {
      low = pointwiseMin(low, sample.place)
      high = pointwiseMax(high, sample.place)
    }
    return Int(0.55 * (high - low).max()) + 2
  }

  /// The first guesses that are unlike the ones before: elsewhere, turned or of another size.
  private static func distinct(_ guesses: [Guess], most: Int) -> [Guess] {
    var kept: [Guess] = []
    for guess in guesses where kept.count < most {
      let isNew = kept.allSatisfy { other in
        let turned = guess.map.right - other.map.right
        return (turned * turned).sum() > 0.2 || abs(guess.map.scale - other.map.scale) > 0.3
      }
      if isNew { kept.append(guess) }
    }
    return kept
  }

  /// The whole pixels to move points by so that they meet their values best.
  private static func bestPlace(
    _ points: [SIMD2<Double>], _ values: [SIMD4<Float>], _ far: Int, _ b: FloatImage
  ) -> (move: SIMD2<Double>, cost: Float)? {
    let columns = points.map { Int($0.x.rounded(.down)) }
    let rows = points.map { Int($0.y.rounded(.down)) }
    let across = -far...far
    let along = -far...far
    var best = Float.infinity
    var move = SIMD2<Double>.zero
    for dy in along {
      for dx in across {
        var cost: Float = 0
        let most = best * Float(points.count)
        for i in values.indices {
          let (x, y) = (columns[i] + dx, rows[i] + dy)
          if x >= 0, y >= 0, x < b.width, y < b.height {
            let d = b.pixels[y * b.width + x] - values[i]
            cost += min((d * d).sum(), bound)
          } else {
            cost += bound
          }
          if cost >= most { break }
        }
        if cost < most {
          best = cost / Float(points.count)
          move = SIMD2(Double(dx), Double(dy))
        }
      }
    }
    return best.isFinite ? (move, best) : nil
  }
}
