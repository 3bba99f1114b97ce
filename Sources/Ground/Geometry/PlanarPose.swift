import Foundation

/// The poses of a rectangle before a camera, from where its corners are seen.
///
/// Two rotations explain the corners nearly alike: a rectangle tilted towards the camera and one tilted away.
/// Source: T. Collins and A. Bartoli, "Infinitesimal plane-based pose estimation" (2014); the
/// translation is the least-squares one of each rotation, and nothing is refined afterwards.
public struct PlanarPose: Hashable, Sendable {
  /// From the rectangle's own space (millimetres; x right, y up, z out of it, 0 its middle) to the camera's
  /// (centimetres): a rotation times 0.1.
  public let transform: FacialTransform
  /// The root of the mean square of the differences of the corners' coordinates, in pixels.
  public let error: Double

  /// Makes a pose of its parts.
  public init(transform: FacialTransform, error: Double) {
    (self.transform, self.error) = (transform, error)
  }

  /// Centimetres to a millimetre.
  public static let scale = 0.1

  /// Both poses, that with the smaller error first; empty where the corners are of no rectangle before the
  /// camera.
  ///
  /// Corners that run anticlockwise are those of a rectangle seen in a mirror; their pose is `D M D`, where M
  /// is that in the flipped picture and D = diag(-1, 1, 1, 1).
  ///
  /// - Parameters:
  ///   - corners: where the corners are seen, from the top left as printed.
  ///   - width, height: of the rectangle, in millimetres.
  ///   - camera: a pinhole in the middle of the picture.
  public static func poses(
    _ corners: Quad<TrackerSpace>, width: Double, height: Double, camera: PinholeCamera
  ) -> [PlanarPose] {
    guard width > 0, height > 0, width.isFinite, height.isFinite, corners.isConvex else {
      return []
    }
    let isFlipped = corners.signedArea < 0
    let seen = corners.corners.map { corner in
      SIMD2(
        (isFlipped ? -1 : 1) * (corner.x - camera.middle.x) / camera.focalLength,
        (corner.y - camera.middle.y) / camera.focalLength)
    }
    let plane = [
      SIMD2(-width / 2, -height / 2), SIMD2(width / 2, -height / 2), SIMD2(width / 2, height / 2),
      SIMD2(-width / 2, height / 2),
    ]
    return rotations(seen, width, height).compactMap { rotation in
      guard let pose = posed(rotation, plane, seen, camera.focalLength) else { return nil }
      return isFlipped
        ? PlanarPose(transform: pose.transform.mirrored, error: pose.error) : pose
    }.sorted { $0.error < $1.error }
  }

  /// The height by the width of a rectangle whose corners are seen; nil where they are of none.
  ///
  /// Before the camera the homography's columns are the sides, times one factor.
  public static func aspect(
    of corners: Quad<TrackerSpace>, camera: PinholeCamera
  ) -> Double? {
    guard let map = Homography<PrintSpace, TrackerSpace>(rectangle: 1, 1, to: corners) else {
      return nil
    }
    func length(_ x: Double, _ y: Double, _ w: Double) -> Double {
      let u = (x - camera.middle.x * w) / camera.focalLength
      let v = (y - camera.middle.y * w) / camera.focalLength
      return (u * u + v * v + w * w).squareRoot()
    }
    let aspect = length(map.h1, map.h4, map.h7) / length(map.h0, map.h3, map.h6)
    return (1e-3...1e3).contains(aspect) ? aspect : nil
  }

  /// The pose that one rotation gives; of those that a sample of a card has, the one with the smaller error,
  /// unless the other is about as good and nearer to how the card was turned before.
  ///
  /// - Parameter before: the card's last rotation; nil for none.
  public static func chosen(of poses: [PlanarPose], before: Quaternion?) -> PlanarPose? {
    guard let first = poses.first else { return nil }
    guard let before, poses.count > 1 else { return first }
    let other = poses[1]
    guard other.error <= max(2 * first.error, first.error + 0.15) else { return first }
    func nearness(_ pose: PlanarPose) -> Double {
      let q = pose.transform.rotation
      return abs(q.x * before.x + q.y * before.y + q.z * before.z + q.w * before.w)
    }
    return nearness(other) > nearness(first) ? other : first
  }

  /// A rotation in the camera's convention of pictures: y down, z away from the camera; row by row.
  private typealias Rotation = [Double]

  /// The two rotations that fit the homography at the rectangle's middle.
  private static func rotations(
    _ seen: [SIMD2<Double>], _ width: Double, _ height: Double
  ) -> [Rotation] {
    let quad = Quad<TrackerSpace>(
      Point2(seen[0].x, seen[0].y), Point2(seen[1].x, seen[1].y), Point2(seen[2].x, seen[2].y),
      Point2(seen[3].x, seen[3].y))
    guard let map = Homography<PrintSpace, TrackerSpace>(rectangle: width, height, to: quad) else {
      return []
    }
    let middle = Point2<PrintSpace>(width / 2, height / 2)
    let w = map.weight(at: middle)
    guard w != 0, let centre = map(middle) else { return [] }
    let (u, v) = (centre.x, centre.y)
    // How the picture changes about the rectangle's middle.
    let j = [
      (map.h0 - u * map.h6) / w, (map.h1 - u * map.h7) / w,
      (map.h3 - v * map.h6) / w, (map.h4 - v * map.h7) / w,
    ]
    // The rotation that takes the camera's axis to the middle's ray.
    let t = (u * u + v * v).squareRoot()
    let s = (u * u + v * v + 1).squareRoot()
    let (c, sine) = (1 / s, t / s)
    let (x, y) = t > 1e-12 ? (u / t, v / t) : (0, 0)
    let turn = [
      1 + (c - 1) * x * x, (c - 1) * x * y, x * sine,
      (c - 1) * x * y, 1 + (c - 1) * y * y, y * sine,
      -x * sine, -y * sine, c,
    ]
    let b = [
      turn[0] - u * turn[6], turn[1] - u * turn[7],
      turn[3] - v * turn[6], turn[4] - v * turn[7],
    ]
    let determinant = b[0] * b[3] - b[1] * b[2]
    guard determinant != 0, determinant.isFinite else { return [] }
    let a = [
      (b[3] * j[0] - b[1] * j[2]) / determinant, (b[3] * j[1] - b[1] * j[3]) / determinant,
      (b[0] * j[2] - b[2] * j[0]) / determinant, (b[0] * j[3] - b[2] * j[1]) / determinant,
    ]
    // Its larger singular value is the inverse of the depth.
    let sum = a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3]
    let product = a[0] * a[3] - a[1] * a[2]
    let gamma = ((sum + max(sum * sum - 4 * product * product, 0).squareRoot()) / 2).squareRoot()
    guard gamma > 0, gamma.isFinite else { return [] }
    let r = a.map { $0 / gamma }
    let first = max(1 - r[0] * r[0] - r[2] * r[2], 0).squareRoot()
    var second = max(1 - r[1] * r[1] - r[3] * r[3], 0).squareRoot()
    if r[0] * r[1] + r[2] * r[3] > 0 { second = -second }
    return [1.0, -1].map { sign in
      let columns = [
        SIMD3(r[0], r[2], sign * first), SIMD3(r[1], r[3], sign * second),
      ]
      let third = SIMD3(
        columns[0].y * columns[1].z - columns[0].z * columns[1].y,
        columns[0].z * columns[1].x - columns[0].x * columns[1].z,
        columns[0].x * columns[1].y - columns[0].y * columns[1].x)
      let own = [
        columns[0].x, columns[1].x, third.x, columns[0].y, columns[1].y, third.y,
        columns[0].z, columns[1].z, third.z,
      ]
      return (0..<9).map { index in
        let (row, column) = (index / 3, index % 3)
        return (0..<3).reduce(0) { $0 + turn[3 * row + $1] * own[3 * $1 + column] }
      }
    }
  }

  /// The pose of a rotation: its translation in least squares, and its error.
  private static func posed(
    _ r: Rotation, _ plane: [SIMD2<Double>], _ seen: [SIMD2<Double>], _ focalLength: Double
  ) -> PlanarPose? {
    var (a, b) = ([Double](repeating: 0, count: 9), [0.0, 0.0, 0.0])
    for (point, place) in zip(plane, seen) {
      let x = r[0] * point.x + r[1] * point.y
      let y = r[3] * point.x + r[4] * point.y
      let z = r[6] * point.x + r[7] * point.y
      for (row, right) in [
        ([1, 0, -place.x], place.x * z - x), ([0, 1, -place.y], place.y * z - y),
      ] {
        for i in 0..<3 {
          for k in 0..<3 { a[3 * i + k] += row[i] * row[k] }
          b[i] += row[i] * right
        }
      }
    }
    guard let t = LinearSystem.solution(a, b), t[2] > 0 else { return nil }
    var sum = 0.0
    for (point, place) in zip(plane, seen) {
      let z = r[6] * point.x + r[7] * point.y + t[2]
      guard z > 0 else { return nil }
      let dx = (r[0] * point.x + r[1] * point.y + t[0]) / z - place.x
      let dy = (r[3] * point.x + r[4] * point.y + t[1]) / z - place.y
      sum += dx * dx + dy * dy
    }
    // To y up and z towards the camera, on both sides.
    let s = scale
    return PlanarPose(
      transform: FacialTransform(
        s * r[0], -s * r[1], -s * r[2], -s * r[3], s * r[4], s * r[5], -s * r[6], s * r[7],
        s * r[8], translation: Vector3(s * t[0], -s * t[1], -s * t[2])),
      error: focalLength * (sum / Double(2 * plane.count)).squareRoot())
  }
}

/// A camera without distortion whose axis meets the middle of the picture.
public struct PinholeCamera: Hashable, Sendable {
  /// The middle of the picture.
  public let middle: Point2<TrackerSpace>
  /// The focal length in pixels.
  public let focalLength: Double

  /// Makes the camera of a picture.
  ///
  /// - Parameter verticalFieldOfViewDegrees: above 0 and below 180.
  public init(size: PixelSize<TrackerSpace>, verticalFieldOfViewDegrees: Double) {
    middle = Point2(Double(size.width) / 2, Double(size.height) / 2)
    focalLength = Double(size.height) / (2 * tan(verticalFieldOfViewDegrees * .pi / 360))
  }

  /// Where a point before the camera is seen; nil where it lies less than a centimetre before it.
  public func project(_ point: Point3<CameraSpace>) -> Point2<TrackerSpace>? {
    guard -point.z >= PerspectiveCamera.nearPlane else { return nil }
    return Point2(
      middle.x + focalLength * point.x / -point.z, middle.y - focalLength * point.y / -point.z)
  }
}
