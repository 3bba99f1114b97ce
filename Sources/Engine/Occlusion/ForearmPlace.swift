import Matting

/// Where a hand's forearm may lie, which the tracker does not tell; in the hand's millimetres.
struct ForearmPlace {
  private let hand: HandFigure

  init(_ hand: HandFigure) { self.hand = hand }

  /// How far a forearm is looked for, and its half width at the wrist.
  private static let (length, halfWidth): (Float, Float) = (300, 42)
  /// Below this steepness the arm points at the camera, and lies around the wrist.
  private static let foreshortened: (steepness: Float, radius: Float) = (0.6, 95)
  /// How long the stub is that is taken for granted where nothing is known of other times.
  private static let stub: Float = 50
  /// How much wider the place becomes a millimetre, by the steepness in tenths: the tangents of 20 to 55
  /// degrees.
  private static let spread: [Float] = [
    1.428, 1.257, 1.111, 0.983, 0.869, 0.767, 0.675, 0.589, 0.510, 0.435, 0.364,
  ]

  private var widening: Float {
    let at = min(max(hand.steepness, 0), 1) * 10
    let low = min(Int(at), 9)
    return Self.spread[low] + (at - Float(low)) * (Self.spread[low + 1] - Self.spread[low])
  }

  private var end: SIMD2<Float> { Self.length * hand.towardsArm }

  /// How far around the wrist an arm may be seen that points at the camera.
  var radius: Float {
    hand.steepness < Self.foreshortened.steepness ? Self.foreshortened.radius : 0
  }

  /// The outermost points.
  var outline: [SIMD2<Float>] {
    let half = Self.halfWidth + Self.length * widening
    let side = SIMD2(-hand.towardsArm.y, hand.towardsArm.x)
    return [end + half * side, end - half * side]
  }

  func field(on grid: MatteGrid) -> ShapeField {
    var field = ShapeField(grid)
    field.add(
      ShapeField.Capsule(
        SIMD2(), end, radii: (Self.halfWidth, Self.halfWidth + Self.length * widening)))
    if radius > 0 {
      field.add(ShapeField.Capsule(SIMD2(), SIMD2(), radii: (radius, radius)))
    }
    return field
  }

  /// The forearm's beginning, where nothing tells how it goes on; nil where it points at the camera.
  var stub: ShapeField.Capsule? {
    let length = Self.stub * max(0, 2 * hand.steepness - 1)
    return length > 10
      ? ShapeField.Capsule(SIMD2(), length * hand.towardsArm, radii: (26, 26 + 0.09 * length)) : nil
  }
}
