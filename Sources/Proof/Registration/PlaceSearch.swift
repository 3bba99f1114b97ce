/// Tries all turns, sizes and places of the region at a coarse level, mirrored or not: first guesses
/// for a fit that only finds what is near.
struct PlaceSearch {
  /// A guess and its mean difference.
  struct Guess {
    var map: PlaneMotion
    var cost: Float
  }

  /// Steps of the turn: 20 of 18 degrees, half of which a fit bridges.
  private static let turns = 20
  /// Sizes: 0.5 to 2 in steps of a third of an octave.
  private static let sizes = (-3...3).map { exponential2(Double($0) / 3) }
  /// The most pixels of the region that are compared.
  private static let mostSamples = 128
  /// A difference beyond this is wrong and not more wrong, in levels squared, over four channels.
  private static let bound: Float = 4 * 48 * 48

  private let places: [SIMD2<Double>]
  private let values: [SIMD4<Float>]
  private let middle: SIMD2<Double>
  /// How far the region is looked for each way: half its longer side and a bit.
  private let far: Int
  /// The second picture with a border of what is never right, wide enough for all that is tried.
  private let field: [SIMD4<Float>]
  private let border: Int
  private let stride: Int
  private let factor: Double

  /// Gets ready; nil where there is too little to look for.
  init?(_ pair: RegionPair) {
    guard let level = pair.levels.last else { return nil }
    // Where the background is known, a rim of it is a part of what is looked for, and so is a flat
    // inside that stays covered. Where it is not, it would only vote for staying.
    let inside = pair.ground == nil ? level.fitted : level.fitted.dilated(by: 2)
    var found: [Int] = []
    for i in inside.bytes.indices where inside.bytes[i] != 0 { found.append(i) }
    guard found.count >= 4 else { return nil }
    // In an order that jumps about, so that a wrong place shows after a few: steps of the golden
    // section are spread evenly at any count.
    let count = min(found.count, Self.mostSamples) / 4 * 4
    let chosen = (0..<count).map { i in
      let part = (Double(i) * 0.6180339887498949).truncatingRemainder(dividingBy: 1)
      return found[Int(part * Double(found.count))]
    }
    let width = level.a.width
    places = chosen.map { SIMD2(Double($0 % width), Double($0 / width)) + 0.5 }
    values = chosen.map { level.a.pixels[$0] }
    let centre = places.reduce(.zero, +) / Double(count)
    middle = centre
    let radius = places.map { ($0 - centre) }.map { ($0 * $0).sum().squareRoot() }.max() ?? 0
    let (low, high) = places.dropFirst().reduce((places[0], places[0])) {
      (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
    }
    far = Int(0.55 * (high - low).max()) + 2
    border = Int(2 * radius) + far + 3
    stride = width + 2 * border
    factor = level.factor
    var padded = [SIMD4<Float>](
      repeating: SIMD4(repeating: 1e4), count: stride * (level.b.height + 2 * border))
    for y in 0..<level.b.height {
      for x in 0..<width {
        padded[(y + border) * stride + x + border] = level.b.pixels[y * width + x]
      }
    }
    field = padded
  }

  /// The best guesses, mirrored or not: the best first, each turned or sized unlike the ones before.
  func guesses(mirrored: Bool, most: Int) -> [Guess] {
    var found: [Guess] = []
    for size in Self.sizes {
      for turn in 0..<Self.turns {
        var map = PlaneMotion(
          turn: Double(turn) * 2 * .pi / Double(Self.turns), scale: size, mirrored: mirrored,
          about: middle, move: .zero)
        let best = bestPlace(map)
        map.shift += best.move
        found.append(Guess(map: map.between(1 / factor, 1 / factor), cost: best.cost))
      }
    }
    found.sort { $0.cost < $1.cost }
    var kept: [Guess] = []
    for guess in found where kept.count < most {
      let isNew = kept.allSatisfy { other in
        let turned = guess.map.right - other.map.right
        return (turned * turned).sum() > 0.2 || abs(guess.map.scale - other.map.scale) > 0.3
      }
      if isNew { kept.append(guess) }
    }
    return kept
  }

  /// The whole pixels to move the mapped places by so that they meet their values best.
  private func bestPlace(_ map: PlaneMotion) -> (move: SIMD2<Double>, cost: Float) {
    let starts = places.map { place in
      let point = map.apply(place)
      let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
      return (y + border) * self.stride + x + border
    }
    let count = values.count
    let (limit, stride, far) = (Self.bound, self.stride, self.far)
    var best = Float.infinity
    var move = SIMD2<Double>.zero
    // Places lie in the picture, so mapped ones lie at most 2 radii and `far` outside: in the
    // border. The loop below is where the search spends its time.
    unsafe field.withUnsafeBufferPointer { field in
      unsafe values.withUnsafeBufferPointer { values in
        unsafe starts.withUnsafeBufferPointer { starts in
          for dy in -far...far {
            for dx in -far...far {
              let shift = dy * stride + dx
              var cost: Float = 0
              var i = 0
              while i < count, cost < best {
                for k in i..<(i + 4) {
                  let d = unsafe field[starts[k] + shift] - values[k]
                  cost += min((d * d).sum(), limit)
                }
                i += 4
              }
              if cost < best {
                best = cost
                move = SIMD2(Double(dx), Double(dy))
              }
            }
          }
        }
      }
    }
    return (move, best / Float(count))
  }
}
