/// Says how well a map explains the pixels that changed.
///
/// A pixel changed because the overlay is there in the first picture or in the second. In the first
/// case the overlay's pixel is found again where the map takes it; in the other it is found where it
/// comes from. So each pixel is asked both, and the better answer counts; what is ground in one of
/// the pictures needs not be known.
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

  /// The level to judge a map at: a picture at half the size lacks the details of the other.
  func level(for map: PlaneMap) -> Int {
    let octaves = abs(logarithm2(map.scale.isFinite ? max(map.scale, 1e-3) : 1))
    return min(Int(octaves + 0.4), lastUsable)
  }

  private var lastUsable: Int { places.lastIndex { $0.count >= 16 } ?? 0 }

  func verdict(_ map: PlaneMap, at wanted: Int) -> Verdict {
    let number = min(wanted, lastUsable)
    let level = pair.levels[number]
    let there = map.scaled(by: level.factor)
    guard let back = there.inverse else { return Verdict(before: 1, after: 1) }
    let limit = Float(Self.bound * Self.bound)
    var (before, after, plainBefore, plainAfter) = (0.0, 0.0, 0.0, 0.0)
    var asked = 0
    for place in places[number] {
      let i = Int(place)
      let (y, x) = i.quotientAndRemainder(dividingBy: level.a.width)
      let point = SIMD2(Double(x), Double(y)) + 0.5
      let (a, b) = (level.a.pixels[i], level.b.pixels[i])
      let here = Self.square(a - b)
      var best = Float.infinity
      let forward = SIMD2<Float>(there.apply(point))
      if level.b.contains(forward) { best = Self.square(level.b.linear(at: forward) - a) }
      let backward = SIMD2<Float>(back.apply(point))
      if level.a.contains(backward) {
        best = min(best, Self.square(level.a.linear(at: backward) - b))
      }
      // Out of both pictures: nothing is known of it, neither for the map nor against it.
      if best == .infinity {
        if number == wanted || places[number].count > 64 { continue }
        best = here
      }
      asked += 1
      before += Double(min(here, limit))
      after += Double(min(best, limit))
      plainBefore += Double(here)
      plainAfter += Double(best)
    }
    // A map that takes nearly all out of the picture explains nothing.
    guard 4 * asked >= places[number].count, asked > 0 else {
      return Verdict(before: 1, after: 1, plainBefore: 1, plainAfter: 1)
    }
    let n = Double(asked)
    return Verdict(
      before: before / n, after: after / n, plainBefore: plainBefore / n,
      plainAfter: plainAfter / n)
  }

  /// A squared difference in levels: the mean of the colours', or alpha's where that is larger.
  @inline(__always)
  static func square(_ d: SIMD4<Float>) -> Float {
    let s = d * d
    return max((s.x + s.y + s.z) / 3, s.w)
  }
}
