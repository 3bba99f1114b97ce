import FaceModel
import Frames
import Geometry
import Placement
import Tracking

/// A head as it is seen in one frame: an ellipse about hair, chin and ears, in pixels of the scene.
package struct CoverSight: Sendable {
  /// The middle of the head, and its radii to the side and down.
  var centre, side, down: SIMD2<Double>
  /// The box of the face itself.
  var low, high: SIMD2<Double>
  /// The height of the face, from the top of its landmarks to the chin.
  var size: Double

  package init(
    centre: SIMD2<Double>, side: SIMD2<Double>, down: SIMD2<Double>, low: SIMD2<Double>,
    high: SIMD2<Double>, size: Double
  ) {
    (self.centre, self.side, self.down) = (centre, side, down)
    (self.low, self.high, self.size) = (low, high, size)
  }

  /// How much a head is covered beyond its own ellipse.
  static let growth = 1.15

  /// The head of a face; nil for one without landmarks and pose.
  init?(_ face: FaceSample, through mapping: SceneMapping) {
    let seen = SceneFace(face, through: mapping)
    if seen.hasLandmarks {
      let points = (0..<FaceTopology.meshCount).compactMap { seen.landmark($0).map(\.vector) }
      guard points.count == FaceTopology.meshCount else { return nil }
      self.init(
        points, top: points[10], chin: points[152], nose: points[1],
        edges: (points[FaceTopology.faceEdges.right], points[FaceTopology.faceEdges.left]))
    } else if let pose = seen.pose {
      let points = CanonicalFace.vertices.compactMap {
        mapping.camera.project(pose($0)).map { mapping.toScene($0).vector }
      }
      guard points.count == CanonicalFace.vertices.count, points.count > 454 else { return nil }
      self.init(
        points, top: points[10], chin: points[152], nose: points[1],
        edges: (points[234], points[454]))
    } else {
      return nil
    }
  }

  /// The head about a face's points: upright along the face, wider where the face is turned, since the back of the head
  /// comes into sight then.
  private init?(
    _ points: [SIMD2<Double>], top: SIMD2<Double>, chin: SIMD2<Double>, nose: SIMD2<Double>,
    edges: (SIMD2<Double>, SIMD2<Double>)
  ) {
    guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
    let along = chin - top
    let length = along.length
    let down = length > 1 ? along / length : SIMD2(0, 1)
    let side = SIMD2(down.y, -down.x)
    var (least, most) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    (low, high) = (least, most)
    for point in points {
      let own = SIMD2((point * side).sum(), (point * down).sum())
      (least, most) = (pointwiseMin(least, own), pointwiseMax(most, own))
      (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
    }
    let extent = most - least
    let (width, height) = (max(extent.x, 0.75 * extent.y, 2), max(extent.y, 1.1 * extent.x, 2))
    size = height
    var middle = (least + most) / 2
    let turned = min(max((((nose - (edges.0 + edges.1) / 2) * side).sum()) / width, -0.6), 0.6)
    middle.x -= turned * 0.5 * width
    middle.y -= 0.15 * height
    let place = side * middle.x + down * middle.y
    var (across, upright) = ((0.75 + 0.35 * abs(turned)) * width, 0.82 * height)
    // Whatever shape the landmarks have, all of them lie in the ellipse.
    let farthest = points.reduce(0.0) { farthest, point in
      let way = point - place
      let (x, y) = ((way * side).sum() / across, (way * down).sum() / upright)
      return max(farthest, (x * x + y * y).squareRoot())
    }
    if farthest > 0.95 {
      across *= farthest / 0.95
      upright *= farthest / 0.95
    }
    (centre, self.side, self.down) = (place, side * across, down * upright)
  }

  /// Whether two are of one head.
  func isSame(as other: CoverSight) -> Bool {
    (centre - other.centre).length < 0.6 * max(size, other.size)
  }

  /// The head moved and made larger.
  func moved(by way: SIMD2<Double>, growing factor: Double) -> CoverSight {
    var head = self
    head.centre += way
    head.side *= factor
    head.down *= factor
    head.low += way
    head.high += way
    return head
  }

  /// A head on the way to another.
  func mixed(with other: CoverSight, _ share: Double) -> CoverSight {
    func mix(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a + (b - a) * share }
    var head = self
    (head.centre, head.low, head.high) = (
      mix(centre, other.centre), mix(low, other.low), mix(high, other.high)
    )
    head.size = max(size, other.size)
    // Two ellipses that are turned against each other have a smaller one between them.
    if (side * other.side).sum() > 0.8 * side.length * other.side.length {
      (head.side, head.down) = (mix(side, other.side), mix(down, other.down))
    } else {
      let radius = max(side.length, down.length, other.side.length, other.down.length)
      (head.side, head.down) = (SIMD2(radius, 0), SIMD2(0, radius))
    }
    return head
  }

  /// What is covered of a picture of a size.
  func region(in scene: PixelSize<SceneSpace>) -> FrameCover.Region {
    let size = SIMD2(Double(scene.width), Double(scene.height))
    return FrameCover.Region(
      centre: centre / size, first: side * Self.growth / size, second: down * Self.growth / size)
  }

  /// How far the face is from the nearest edge of the picture, in heights of the face; below 0 beyond it.
  func borderDistance(in scene: PixelSize<SceneSpace>) -> Double {
    min(low.x, low.y, Double(scene.width) - high.x, Double(scene.height) - high.y) / size
  }

  /// Whether all of what is covered lies beside the picture.
  func isOutside(_ scene: PixelSize<SceneSpace>) -> Bool {
    let reach =
      SIMD2(
        (side.x * side.x + down.x * down.x).squareRoot(),
        (side.y * side.y + down.y * down.y).squareRoot())
      * Self.growth
    return centre.x + reach.x < 0 || centre.y + reach.y < 0
      || centre.x - reach.x > Double(scene.width) || centre.y - reach.y > Double(scene.height)
  }
}

extension SIMD2<Double> {
  var length: Double { (self * self).sum().squareRoot() }
}

extension Point2 {
  fileprivate var vector: SIMD2<Double> { SIMD2(x, y) }
}
