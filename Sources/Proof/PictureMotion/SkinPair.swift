import Features
internal import Geometry
internal import PointTracking

/// The skin's motion between two frames, and what the layer's motion misses of it.
struct SkinPair {
  /// A seed that was found in both frames.
  private struct Match {
    var seed: Int
    /// Where it is in the first and in the second frame.
    var from: SIMD2<Double>
    var to: SIMD2<Double>
  }

  private let face: SkinFace
  private var matches: [Match] = []

  /// Seeds that a pair takes; fewer cannot tell a shift from a growth.
  private static let fewest = 12
  /// Ways there and back may differ by this much: in pixels, or in eye distances if that is more.
  private static let errorPx = 0.3
  private static let errorPart = 0.004
  /// The space around the seeds, in their width, and in pixels for the tracker's windows.
  private static let margin = 0.25
  private static let marginPx = 24.0
  /// The sides that a window may have, in pixels; larger faces are not measured.
  static let largestSide = 2048

  /// Follows the seeds of a face from a picture to another one, `guess` says about where.
  ///
  /// Nil where too few are found.
  init?(_ face: SkinFace, from first: GreyPicture, to second: GreyPicture, guess: PictureSimilarity)
  {
    self.face = face
    let points = face.seeds.map(\.simd)
    let low = points.reduce(SIMD2(repeating: .infinity)) { pointwiseMin($0, $1) }
    let high = points.reduce(SIMD2(repeating: -.infinity)) { pointwiseMax($0, $1) }
    let margin = max(Self.marginPx, Self.margin * (high.x - low.x))
    let (from, to) = ((low - margin).rounded(.down), (high + margin).rounded(.up))
    let size = to - from
    guard size.x <= Double(Self.largestSide), size.y <= Double(Self.largestSide) else { return nil }
    let origin = SIMD2(Int(from.x), Int(from.y))
    let (width, height) = (Int(size.x), Int(size.y))
    let tracker = PointTracker(
      first.window(from: origin, width: width, height: height, through: PictureSimilarity()),
      second.window(from: origin, width: width, height: height, through: guess))
    let allowed = max(Self.errorPx, Self.errorPart * face.eyeDistance)
    for (seed, point) in points.enumerated() where first.contains(point) {
      guard let found = tracker.find(point - from - 0.5), found.error <= allowed else { continue }
      let place = guess(found.place + from + 0.5)
      if second.contains(place) { matches.append(Match(seed: seed, from: point, to: place)) }
    }
    guard matches.count >= Self.fewest else { return nil }
  }

  /// The similarity that the skin's own motion is nearest to; nil where none fits.
  func similarity() -> PictureSimilarity? {
    let (middle, size) = (face.middle.simd, face.eyeDistance)
    guard let fit = RobustSlide(samples { $0.to - $0.from }) else { return nil }
    // move = shift + spin (p - middle) / size
    let spin = fit.move.spin / size + SIMD2(1, 0)
    let shift = middle + fit.move.shift - PictureSimilarity.product(spin, middle)
    return PictureSimilarity(spin: spin, shift: shift)
  }

  /// The shift at the eyes of the layer against the skin, in pixels, and its standard error.
  ///
  /// Turn and growth are fitted beside it, and the slide of what stands out of the layer's plane
  /// when the head turns, which no placement of a flat layer could follow. Nil where the layer has
  /// no extent.
  func swim(to second: SkinFace) -> (shift: SIMD2<Double>, error: Double)? {
    guard let before = face.layer?.inverse, let after = second.layer else { return nil }
    let carry = before.then(after)
    var samples: [SlidingSimilarity.Sample] = []
    for match in matches {
      guard let carried = carry(Point2<SceneSpace>(match.from.x, match.from.y)) else { return nil }
      samples.append(sample(match, move: carried.simd - match.to))
    }
    return RobustSlide(samples).map { ($0.move.shift, $0.error) }
  }

  private func samples(_ move: (Match) -> SIMD2<Double>) -> [SlidingSimilarity.Sample] {
    matches.map { sample($0, move: move($0)) }
  }

  private func sample(_ match: Match, move: SIMD2<Double>) -> SlidingSimilarity.Sample {
    let seed = SkinSeed.all[match.seed]
    return SlidingSimilarity.Sample(
      place: (match.from - face.middle.simd) / face.eyeDistance, depth: seed.depth, move: move,
      weight: seed.weight)
  }
}
