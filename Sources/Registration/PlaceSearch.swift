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
  private static let mostSamples = 128
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
    var found: [Guess] = []
    for size in sizes {
      for turn in 0..<turns {
        let map = PlaneMap(
          turn: Double(turn) * 2 * .pi / Double(turns), scale: size, mirrored: mirrored,
          about: middle, move: .zero)
        let points = template.map { map.apply($0.place) }
        guard let best = bestPlace(points, template.map(\.value), middle, b) else { continue }
        var placed = map
        placed.shift += best.move
        found.append(Guess(map: placed.scaled(by: 1 / level.factor), cost: best.cost))
      }
    }
    found.sort { $0.cost < $1.cost }
    return Array(found.prefix(most))
  }

  private static func samples(
    of level: RegionPair.Level, in pair: RegionPair
  ) -> [(place: SIMD2<Double>, value: SIMD4<Float>)] {
    // A flat inside that stays covered did not change, and yet tells one place from another.
    let radius = pair.hasRegion ? 2 : 1
    let wanted = level.fitted.dilated(by: radius)
    var found: [(place: SIMD2<Double>, value: SIMD4<Float>)] = []
    for y in 0..<wanted.height {
      for x in 0..<wanted.width where wanted.bytes[y * wanted.width + x] != 0 {
        found.append(
          (SIMD2(Double(x), Double(y)) + 0.5, level.a.pixels[y * level.a.width + x]))
      }
    }
    guard found.count > mostSamples else { return found }
    let stride = Double(found.count) / Double(mostSamples)
    return (0..<mostSamples).map { found[Int(Double($0) * stride)] }
  }

  /// The whole pixels to move points by so that they meet their values best.
  private static func bestPlace(
    _ points: [SIMD2<Double>], _ values: [SIMD4<Float>], _ middle: SIMD2<Double>, _ b: FloatImage
  ) -> (move: SIMD2<Double>, cost: Float)? {
    let columns = points.map { Int($0.x.rounded(.down)) }
    let rows = points.map { Int($0.y.rounded(.down)) }
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(),
      let bottom = rows.max()
    else { return nil }
    // Half of the points may leave the window.
    let (wide, tall) = ((right - left) / 2, (bottom - top) / 2)
    let across = (-left - wide)...(max(-left, b.width - 1 - right) + wide)
    let along = (-top - tall)...(max(-top, b.height - 1 - bottom) + tall)
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
