import Geometry

/// The joints of a right hand that holds a card at its lower edge, in the hand's own frame, which is
/// that of `Fist`: four fingers lie flat behind the card, the thumb lies before it.
enum CardGrip {
  /// The 21 joints, in the order of MediaPipe's landmarks.
  static let joints: [Point3<CanonicalSpace>] =
    [Point3(0, 0, 0)] + thumb
    + zip(Fist.fingers, [7.0, 2, -3, -9]).flatMap { finger, lean in
      straight(from: finger.knuckle, finger.bones, lean: lean)
    }

  /// The plane of the card: the height of its lower edge, and how far before the wrist it is.
  static let edge = (y: 6.0, z: 1.1)

  /// The thumb lies along the card's lower edge, on the paper.
  private static let thumb: [Point3<CanonicalSpace>] = [
    Point3(2.2, 1.9, 0.8), Point3(3.6, 4.2, 1.6), Point3(2.7, 6.3, 2.5), Point3(0.5, 7, 2.1),
  ]

  /// A straight finger, which leans to the thumb's side by some degrees.
  private static func straight(
    from knuckle: Point3<CanonicalSpace>, _ bones: [Double], lean: Double
  ) -> [Point3<CanonicalSpace>] {
    let turn = Quaternion(degrees: -lean, axis: (0, 0, 1)).matrix
    var joints = [knuckle]
    for length in bones {
      let last = joints[joints.count - 1]
      joints.append(Point3(last.x + turn[1] * length, last.y + turn[4] * length, last.z))
    }
    return joints
  }
}
