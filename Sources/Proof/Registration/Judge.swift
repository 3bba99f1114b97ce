/// Says how well a map explains the pixels that changed.
///
/// A pixel changed because the overlay is there in the first picture or in the second. In the first
/// case the overlay's pixel is found again where the map takes it; in the other it is found where it
/// comes from. So each pixel is asked both, and the better answer counts; what is background in one
/// of the pictures needs not be known. An answer counts only where the overlay may be: background is
/// like background elsewhere.
struct Judge {
  /// A verdict: mean squares of the differences in levels, each bounded by ``bound`` squared.
  struct Verdict {
    /// Between the pictures as they are.
    var before = 0.0
    /// With the map undone.
    var after = 0.0
    /// The same without bound.
    var plainBefore = 0.0
    var plainAfter = 0.0

    fileprivate func divided(by count: Double) -> Verdict {
      Verdict(
        before: before / count, after: after / count, plainBefore: plainBefore / count,
        plainAfter: plainAfter / count)
    }

    /// The share of the change that is explained, 0 to 1.
    var explained: Double { before > 0 ? max(0, 1 - after / before) : 0 }
  }

  /// Differences beyond this are wrong and not more wrong, in levels.
  static let bound = 64.0
  /// The most pixels that are asked.
  static let mostPixels = 8_000

  private let pair: RegionPair
  private var places: [[Int32]]

  init(_ pair: RegionPair) {
    self.pair = pair
    places = pair.levels.map { level in
      var found: [Int32] = []
      for i in level.changed.bytes.indices where level.changed.bytes[i] != 0 {
        found.append(Int32(i))
      }
      guard found.count > Self.mostPixels else { return found }
      let stride = Double(found.count) / Double(Self.mostPixels)
      return (0..<Self.mostPixels).map { found[Int(Double($0) * stride)] }
    }
  }

  private var lastUsable: Int { places.lastIndex { $0.count >= 16 } ?? 0 }

  /// Judges a map at a level; 0 is the finest.
  func verdict(_ map: PlaneMotion, at wanted: Int = 0) -> Verdict {
    let number = min(wanted, lastUsable)
    let level = pair.levels[number]
    guard let inverse = map.inverse else { return Verdict(before: 1, after: 1) }
    // The pictures are compared where what is larger in one of them is as smooth in both.
    let (first, second) = pair.matching(number, scale: map.scale)
    let (inA, inB) = (pair.levels[first], pair.levels[second])
    let limit = Float(Self.bound * Self.bound)
    var verdict = Verdict()
    var asked = 0
    for place in places[number] {
      let i = Int(place)
      let (y, x) = i.quotientAndRemainder(dividingBy: level.a.width)
      let point = (SIMD2(Double(x), Double(y)) + 0.5) / level.factor
      let here = Self.square(level.a.pixels[i] - level.b.pixels[i])
      let (start, end) = (inA.point(point), inB.point(map.apply(point)))
      let (origin, place) = (inA.point(inverse.apply(point)), inB.point(point))
      let (isEndKnown, isOriginKnown) = (inB.b.contains(end), inA.a.contains(origin))
      // Out of both pictures: nothing is known of it, neither for the map nor against it.
      guard isEndKnown || isOriginKnown else { continue }
      var best = Float.infinity
      if isEndKnown, inB.possible.contains(end), inA.a.contains(start) {
        best = Self.square(inB.b.linear(at: end) - inA.a.linear(at: start))
      }
      if isOriginKnown, inA.possible.contains(origin), inB.b.contains(place) {
        best = min(best, Self.square(inA.a.linear(at: origin) - inB.b.linear(at: place)))
      }
      if best == .infinity { best = here }
      asked += 1
      verdict.before += Double(min(here, limit))
      verdict.after += Double(min(best, limit))
      verdict.plainBefore += Double(here)
      verdict.plainAfter += Double(best)
    }
    // A map that takes nearly all out of the picture explains nothing.
    guard 4 * asked >= places[number].count, asked > 0 else {
      return Verdict(before: 1, after: 1, plainBefore: 1, plainAfter: 1)
    }
    return verdict.divided(by: Double(asked))
  }

  /// A squared difference in levels: the mean of the colours', or alpha's where that is larger.
  @inline(__always)
  static func square(_ d: SIMD4<Float>) -> Float {
    let s = d * d
    return max((s.x + s.y + s.z) / 3, s.w)
  }
}
