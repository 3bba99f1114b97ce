internal import Features
internal import Geometry
internal import PointTracking

/// A shift, a growth and a turn about the middle of the eyes, small ones: they add.
///
/// In pixels of a face's plane: the growth and the turn are what they move by, one eye distance away.
typealias SkinMove = SIMD4<Double>

/// The plane of a face's upper half: from its middle, the middle of the eyes, to the right and down.
enum SkinPlane {
  /// Pixels of the plane to an eye distance.
  static let scale = 64.0
  /// The plane's sides, and its middle, in pixels: eyes, brow, bridge and cheekbones with a window more.
  static let (width, height) = (180, 148)
  static let middle = SIMD2(90.0, 74.0)
  /// The levels of windows: points are found some 30 pixels away, which is half an eye distance.
  static let levels = 3

  /// The way from the plane's pixels to the scene's that a quad says; nil where it has no extent.
  static func map(_ quad: Quad<SceneSpace>) -> Homography<FaceSpace, SceneSpace>? {
    let side = SkinFinder.Face.side * scale
    let offset = middle - side / 2
    return Homography<FaceSpace, SceneSpace>(rectangle: side, side, to: quad).map {
      AffineMap<FaceSpace, FaceSpace>(1, 0, -offset.x, 0, 1, -offset.y).homography.then($0)
    }
  }

  /// The move that a placement is of another one, in the plane of the latter.
  static func move(
    of raw: Homography<FaceSpace, SceneSpace>, from base: Homography<FaceSpace, SceneSpace>
  ) -> SkinMove? {
    guard let back = base.inverse else { return nil }
    let around = raw.then(back)
    let samples = [SIMD2(-0.5, -0.5), SIMD2(0.5, -0.5), SIMD2(0.5, 0.5), SIMD2(-0.5, 0.5)]
      .compactMap { place -> SlidingSimilarity.Sample? in
        let point = middle + place * scale
        return around(Point2<FaceSpace>(point.x, point.y)).map {
          SlidingSimilarity.Sample(place: place, depth: 0, move: $0.simd - point)
        }
      }
    guard samples.count == 4, let fit = SlidingSimilarity(samples) else { return nil }
    return SkinMove(lowHalf: fit.shift, highHalf: fit.spin)
  }
}

/// What a frame shows of a face's upper half, as if it stood still before the camera.
struct SkinPatch {
  let planes: [GreyPlane]
  /// Where the seeds lie; nil beyond the patch or the picture.
  let seeds: [SIMD2<Double>?]

  /// - Parameter scale: the picture's pixels to those of the scene.
  init?(
    _ face: SkinFinder.Face, _ map: Homography<FaceSpace, SceneSpace>, in pictures: GreyPyramid,
    scale: SIMD2<Double>
  ) {
    guard let back = map.inverse else { return nil }
    let corners = [
      (0, 0), (SkinPlane.width, 0), (0, SkinPlane.height), (SkinPlane.width, SkinPlane.height),
    ]
    // One side of the horizon only.
    let weights = corners.map { map.weight(at: Point2(Double($0.0), Double($0.1))) }
    guard weights.allSatisfy({ $0 > 0 }) || weights.allSatisfy({ $0 < 0 }) else { return nil }
    // Of a larger face, the picture's half of the size that has nearly as many pixels.
    var (level, ratio) = (0, face.eyeDistance * scale.x / SkinPlane.scale)
    while ratio >= 2, level + 1 < pictures.levels.count { (level, ratio) = (level + 1, ratio / 2) }
    let picture = pictures.levels[level]
    // Halves drop an odd last row or column, so all have the same pixels to the left and above.
    let reduced = scale / Double(1 << level)
    let toPicture = AffineMap<SceneSpace, OutputSpace>(reduced.x, 0, 0, 0, reduced.y, 0)
    let plane = picture.plane(
      width: SkinPlane.width, height: SkinPlane.height, through: map.then(toPicture))
    planes = plane.pyramid(levels: SkinPlane.levels, radius: PointTracker.radius)
    guard planes.count == SkinPlane.levels else { return nil }
    seeds = face.seeds.map { seed in
      guard picture.contains(seed.simd * reduced), let place = back(seed)?.simd,
        place.x >= 0, place.y >= 0, place.x < Double(SkinPlane.width),
        place.y < Double(SkinPlane.height)
      else { return nil }
      return place
    }
  }

  /// How far each seed of a patch has gone in a later one; nil where it is lost.
  func flows(to later: SkinPatch) -> [SIMD2<Float>?] {
    let tracker = PointTracker(planes, later.planes)
    return seeds.map { seed in
      guard let seed, let found = tracker.find(seed - 0.5), found.error <= Self.largestError else {
        return nil
      }
      return SIMD2<Float>(found.place + 0.5 - seed)
    }
  }

  /// Ways there and back may differ by this much, in pixels of the plane.
  private static let largestError = 0.4
}
