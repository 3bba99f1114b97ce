/// How a hand is held: what gestures and fists are told by.
struct HandShape: Sendable {
  /// The curl of the four fingers: small where the tip is near the wrist, above 1.17 where the finger
  /// is out.
  let curls: [Double]
  /// How far the thumb's tip is from the little finger's knuckle, in lengths that a hand keeps.
  let thumb: Double
  /// Metres a pixel of the tracker's picture; not finite where the hand is a single point.
  let metresPerPixel: Double
  /// The points that the shape was measured on.
  private let points: HandPoints

  /// Lengths of an adult's hand, in metres, between two of its points.
  ///
  /// What lies across the line of sight is seen longest: the least of the four tells the scale.
  private static let lengths = [(0, 9, 0.077), (5, 17, 0.050), (0, 5, 0.079), (0, 17, 0.072)]

  /// Measures a hand, by its world landmarks where it has them.
  init(picture: HandPoints, world: HandPoints?) {
    points = world ?? picture
    thumb = points.distance(4, 17) / points.distance(2, 17)
    if let world {
      curls = HandPoints.fingers.map { _, b, _, d in world.distance(d, 0) / world.distance(b, 0) }
      metresPerPixel = world.spread / picture.spread
    } else {
      curls = HandPoints.fingers.map { a, b, c, d in
        // The factor brings the straightness of a finger to the scale of the other measure.
        1.25 * picture.distance(d, a)
          / (picture.distance(a, b) + picture.distance(b, c) + picture.distance(c, d))
      }
      metresPerPixel =
        Self.lengths.map { a, b, metres in metres / picture.distance(a, b) }.min() ?? .infinity
    }
  }

  /// How far the way from one point to another goes up, -1 to 1.
  func up(_ a: Int, _ b: Int) -> Double { points.up(a, b) }

  func isFist(_ settings: SessionSettings.FistSettings, before: Bool) -> Bool {
    let curled = curls.count {
      before ? $0 <= settings.openAbove : $0 < settings.curledBelow
    }
    guard curled >= settings.fingers else { return false }
    return settings.thumb == .any || thumb < (before ? Self.foldedThumbStays : Self.foldedThumb)
  }

  /// The thumb's measure under which it is folded, and under which it stays so.
  private static let foldedThumb = 1.0
  private static let foldedThumbStays = 1.1
}
