import Geometry

/// The joints of a right fist about a handle, in its own frame.
///
/// The frame is in centimetres of a grown-up's hand: the origin is the wrist, x points to the thumb's
/// side, y to the knuckles, z out of the palm. The palm is 7.9 cm long and 5.0 cm wide, as MediaPipe's
/// hands have it in the mean.
enum Fist {
  /// The 21 joints, in the order of MediaPipe's landmarks.
  static let joints: [Point3<CanonicalSpace>] =
    [Point3(0, 0, 0)] + thumb
    + fingers.flatMap { knuckle, lengths in bent(from: knuckle, lengths) }

  /// Where the handle runs through the fist, in the middle of the palm.
  static let grip = Point3<CanonicalSpace>(0, 6.6, 1.9)

  /// The thumb lies over the index and the middle finger.
  private static let thumb: [Point3<CanonicalSpace>] = [
    Point3(2.3, 1.8, 1), Point3(3.5, 4.1, 2.9), Point3(2.9, 5.5, 5), Point3(0.8, 5.9, 5.4),
  ]

  /// The knuckles of the four fingers, and the lengths of their bones.
  static let fingers: [(knuckle: Point3<CanonicalSpace>, bones: [Double])] = [
    (Point3(2.1, 7.6, 0), [3.9, 2.3, 1.9]), (Point3(0.2, 7.9, 0), [4.2, 2.6, 2.1]),
    (Point3(-1.5, 7.4, 0), [3.9, 2.4, 2]), (Point3(-2.9, 6.5, 0), [3.1, 1.8, 1.7]),
  ]

  /// A finger that is bent into the palm: at its knuckle by 75 degrees, at its middle joint by 95 more,
  /// at its last by 60.
  private static func bent(
    from knuckle: Point3<CanonicalSpace>, _ bones: [Double]
  ) -> [Point3<CanonicalSpace>] {
    var joints = [knuckle]
    var last = knuckle
    for (length, angle) in zip(bones, [75.0, 170, 230]) {
      let turn = Quaternion(degrees: angle, axis: (1, 0, 0)).matrix
      last = Point3(last.x, last.y + turn[4] * length, last.z + turn[7] * length)
      joints.append(last)
    }
    return joints
  }
}
