/// Tells whether the overlay is there in one of the pictures only.
enum Presence {
  case both, onlyFirst, onlySecond

  /// The difference from the background that is left, as a part of the other picture's.
  private static let leastRest = 0.03

  /// From the background, where it is known: a picture that is like the background where the other is not.
  static func overBackground(_ pair: RegionPair) -> Presence {
    guard let ground = pair.ground else { return .both }
    let level = pair.levels[0]
    var (first, second) = (0.0, 0.0)
    let limit = Float(Judge.bound * Judge.bound)
    for i in level.changed.bytes.indices where level.changed.bytes[i] != 0 {
      first += Double(min(limit, Judge.square(level.a.pixels[i] - ground.pixels[i])))
      second += Double(min(limit, Judge.square(level.b.pixels[i] - ground.pixels[i])))
    }
    if second < leastRest * first { return .onlyFirst }
    if first < leastRest * second { return .onlySecond }
    return .both
  }

  /// From the outline of what changed: where the overlay is there, there is a step across it; where
  /// it is not, the background runs on as it does further out.
  static func acrossOutline(_ pair: RegionPair) -> Presence {
    let level = pair.levels[0]
    let field = pair.difference
    let (width, height) = (field.width, field.height)
    let (inside, outside, further) = (3, 3, 9)
    var (stepA, stepB, run) = (0.0, 0.0, 0.0)
    var count = 0
    for y in 0..<height {
      for x in 0..<width where field.bytes[y * width + x] != 0 {
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
          let (fx, fy) = (x + dx * further, y + dy * further)
          let (ix, iy) = (x - dx * inside, y - dy * inside)
          guard fx >= 0, fy >= 0, fx < width, fy < height, ix >= 0, iy >= 0, ix < width, iy < height
          else { continue }
          let near = (y + dy * outside) * width + x + dx * outside
          let (far, within) = (fy * width + fx, iy * width + ix)
          let next = (y + dy) * width + x + dx
          // An outline with background outside and the overlay inside.
          guard field.bytes[next] == 0, field.bytes[near] == 0, field.bytes[far] == 0,
            field.bytes[within] != 0, pair.region.bytes[within] != 0
          else { continue }
          count += 1
          let a = level.a.pixels
          let b = level.b.pixels
          stepA += Double(Judge.square(a[within] - a[near])).squareRoot()
          stepB += Double(Judge.square(b[within] - b[near])).squareRoot()
          run += Double(Judge.square(b[near] - b[far])).squareRoot()
        }
      }
    }
    guard count >= 24 else { return .both }
    let natural = 1.5 * run + 2 * Double(count)
    if stepB < natural, stepA > 2.5 * max(stepB, natural / 2) { return .onlyFirst }
    if stepA < natural, stepB > 2.5 * max(stepA, natural / 2) { return .onlySecond }
    return .both
  }
}
