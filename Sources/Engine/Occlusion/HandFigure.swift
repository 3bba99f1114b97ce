import Geometry
import Matting
import Placement
import Tracking

/// A tracked hand as a solid of millimetres: joints, bones as thick as fingers are, a palm.
///
/// Coordinates are millimetres at the hand's depth, from the wrist on: right and down in the scene.
struct HandFigure: Sendable {
  let joints: [SIMD2<Float>]
  /// The wrist in the frame before the mirror.
  let wrist: Point2<OutputSpace>
  /// Millimetres to a pixel's width and height.
  let unit: SIMD2<Double>
  /// The way from the middle of the knuckles to the wrist, of length 1; where the forearm goes on.
  let towardsArm: SIMD2<Float>
  /// How much of that way is seen, 0...1: less where the palm faces along the line of sight, and so the
  /// forearm's direction is hardly told.
  let steepness: Float

  /// The joints from the wrist to each knuckle but the thumb's, and the knuckles' width, in millimetres
  /// of a grown person's hand: what tells a hand's scale, since none of it bends.
  private static let lengths: [(from: Int, to: Int, length: Double)] = [
    (0, 5, 98), (0, 9, 95), (0, 17, 87), (5, 17, 60),
  ]
  /// From the wrist to the middle of the knuckles, in millimetres.
  private static let palmLength: Float = 88
  /// A hand of which a millimetre takes less than this, in pixels, is too small to be seen.
  private static let smallest = 0.05
  /// Joints further away than this, in pixels, belong to no hand that could be seen.
  private static let farthest = 30_000.0

  /// How deep its core lies, which surely is the hand, in millimetres.
  static let core: Float = 3

  /// No joint of a hand is farther from its wrist than this, in millimetres: a long hand has 210.
  private static let reach: Float = 300

  /// Measures a hand; nil where it is too small or too far away to be seen, or its joints are those of no
  /// hand.
  init?(_ hand: SceneHand, in output: OutputMapping) {
    let points = hand.points
    // A bone that points at the camera looks shorter, and the tracker's depths are short as well: so
    // the largest scale is the nearest to the truth.
    let scale = Self.lengths.lazy.map { bone in
      let way = points[bone.to].distance(to: points[bone.from])
      let depth = hand.depths[bone.to] - hand.depths[bone.from]
      return (way * way + depth * depth).squareRoot() / bone.length
    }.max()
    let map = output.toComposite
    let placed = points.map { map($0) }
    guard let scale, min(map.a, map.d) * scale >= Self.smallest,
      let box = Rectangle(around: placed),
      max(-box.left, -box.top, box.right, box.bottom) < Self.farthest,
      hand.depths.allSatisfy({ abs($0) * max(map.a, map.d) < Self.farthest })
    else { return nil }
    wrist = placed[0]
    unit = SIMD2(1 / (map.a * scale), 1 / (map.d * scale))
    let joints = points.map { point in
      SIMD2(
        Float((point.x - points[0].x) / scale), Float((point.y - points[0].y) / scale))
    }
    guard joints.allSatisfy({ ($0 * $0).sum() < Self.reach * Self.reach }) else { return nil }
    self.joints = joints
    let knuckles = HandSample.palm.dropFirst()
    let middle = knuckles.reduce(SIMD2<Float>()) { $0 + joints[$1] } / Float(knuckles.count)
    let length = (middle * middle).sum().squareRoot()
    towardsArm = length > 0 ? -middle / length : SIMD2(0, 1)
    steepness = min(length / Self.palmLength, 1)
  }

  func pixel(_ place: SIMD2<Float>) -> Point2<OutputSpace> {
    Point2(wrist.x + Double(place.x) / unit.x, wrist.y + Double(place.y) / unit.y)
  }

  /// The cells around places and a part of a picture; nil where none of that is in the picture.
  func grid(
    around places: [SIMD2<Float>], margin: Double, and part: Rectangle<OutputSpace>? = nil,
    of size: PixelSize<OutputSpace>, side: Int
  ) -> MatteGrid? {
    let (across, down) = (margin / unit.x, margin / unit.y)
    let box = Rectangle(around: places.map(pixel))?.grown(
      left: across, top: down, right: across, bottom: down)
    guard let box else { return nil }
    return MatteGrid(
      over: part.map { box.union($0) } ?? box, of: size, side: side, origin: wrist, unit: unit)
  }

  /// Pixels to a millimetre, as the mean of width and height.
  var pixels: Double { (1 / (unit.x * unit.y)).squareRoot() }
}

extension HandFigure {
  /// Radii at the joints, in millimetres; the wrist has none of its own.
  private static let radii: [Float] = [
    0, 15, 12, 10.5, 9, 11, 9.5, 8.5, 7.5, 11, 9.5, 8.5, 7.5, 10.5, 9, 8, 7, 10, 8.5, 7.5, 6.5,
  ]
  /// The palm's bones, with their radii where they begin and end.
  private static let palm: [(from: Int, to: Int, radii: (from: Float, to: Float))] = [
    (0, 1, (20, 17)), (0, 5, (20, 11)), (0, 9, (20, 11)), (0, 13, (20, 11)), (0, 17, (20, 11)),
    (2, 5, (10, 10)), (5, 9, (11, 11)), (9, 13, (11, 11)), (13, 17, (11, 11)),
  ]
  /// The palm's corners.
  private static let outline = [0, 1, 2, 5, 9, 13, 17]
  /// How deep all of the palm lies within the hand.
  private static let palmDepth: Float = 12

  /// The hand without its forearm.
  func shape(on grid: MatteGrid, reach: Float = ShapeField.reach) -> ShapeField {
    var field = ShapeField(grid, reach: reach)
    field.add(polygon: Self.outline.map { joints[$0] }, depth: Self.palmDepth)
    for bone in Self.palm {
      field.add(ShapeField.Capsule(joints[bone.from], joints[bone.to], radii: bone.radii))
    }
    for finger in HandSample.fingers {
      for (from, to) in zip(finger, finger.dropFirst()) {
        field.add(
          ShapeField.Capsule(
            joints[from], joints[to], radii: (Self.radii[from], Self.radii[to])))
      }
    }
    return field
  }
}
