internal import CSimdjson
internal import FaceModel
internal import Geometry

/// Brings faces of ARKit before the camera of the canonical face.
enum ARKitFrame {
  /// From ARKit's face space to the canonical one, in centimetres: ARKit's origin lies 5.3 cm behind the middle
  /// of the canonical eyes.
  static let standardMove = Vector3<CanonicalSpace>(0, 2.62, -1.83)

  /// Points of `ARFaceGeometry`.
  static let vertexCount = 1220
  /// Of them, the rims of the two eyes, each with both corners of its eye.
  private static let eyeRims = [1061...1084, 1085...1108]
  /// How far the eyes of vertices may lie from where they are on the average face, in centimetres, and how far
  /// from each other: others are no face's.
  private static let (farthestEyes, eyeDistances) = (5.0, 4.5...8.0)

  /// The pose of a face in camera axes, in centimetres.
  ///
  /// - Parameters:
  ///   - face: from the face to the world, sixteen numbers.
  ///   - camera: from the camera to the world.
  ///   - vertices: the face's own, in `unit`; nil where there are none.
  static func pose(
    _ face: [Double], before camera: [Double], vertices: [SIMD3<Double>]?, unit: MatrixUnit
  ) -> Result<FacialTransform, Fault> {
    guard let camera = Rigid(camera) else { return .failure(Fault(of: camera, isOfCamera: true)) }
    if let fault = camera.fault { return .failure(Fault(fault, isOfCamera: true)) }
    guard let face = Rigid(face) else { return .failure(Fault(of: face, isOfCamera: false)) }
    let r = (0..<3).map { column in camera.undoing(face.columns[column]) }
    let place = camera.undoing(face.translation - camera.translation) * unit.inCentimetres
    var pose = FacialTransform(
      r[0].x, r[1].x, r[2].x, r[0].y, r[1].y, r[2].y, r[0].z, r[1].z, r[2].z,
      translation: Vector3(place.x, place.y, place.z))
    let move = vertices.flatMap { self.move(eyesOf: $0, unit) } ?? standardMove
    pose.translation = pose.translation + pose(move) * -1
    if let fault = PoseMatrix.check(pose) { return .failure(Fault(fault, isOfCamera: false)) }
    return .success(pose)
  }

  /// What is wrong with a transform, and whether it is the camera's.
  struct Fault: Error {
    var matrix: MatrixFault
    var isOfCamera: Bool

    fileprivate init(_ matrix: MatrixFault, isOfCamera: Bool) {
      (self.matrix, self.isOfCamera) = (matrix, isOfCamera)
    }

    /// The fault of numbers that are no transform.
    fileprivate init(of numbers: [Double], isOfCamera: Bool) {
      self.init(
        MatrixFault(
          .matrixShape, found: numbers.isEmpty ? "none" : "numbers that are no transform",
          expected: "16 numbers, column by column, with 0 0 0 1 as the last row"),
        isOfCamera: isOfCamera)
    }
  }

  /// What brings the eyes of vertices onto the canonical ones; nil where the vertices are no face's.
  ///
  /// An eye is the middle between its two corners, the ends of its rim from left to right, which stay where they
  /// are when it closes.
  private static func move(
    eyesOf vertices: [SIMD3<Double>], _ unit: MatrixUnit
  ) -> Vector3<CanonicalSpace>? {
    guard vertices.count == vertexCount else { return nil }
    let eyes = eyeRims.compactMap { rim -> SIMD3<Double>? in
      let points = vertices[rim]
      guard let left = points.min(by: { $0.x < $1.x }), let right = points.max(by: { $0.x < $1.x })
      else { return nil }
      return (left + right) / 2 * unit.inCentimetres
    }
    guard eyes.count == 2 else { return nil }
    let (middle, apart) = ((eyes[0] + eyes[1]) / 2, eyes[0] - eyes[1])
    let target = CanonicalFace.eyeMidpoint
    let move = SIMD3(target.x, target.y, target.z) - middle
    let off = move - SIMD3(standardMove.x, standardMove.y, standardMove.z)
    // Comparisons that NaN does not pass.
    guard (off * off).sum() <= farthestEyes * farthestEyes,
      eyeDistances.contains((apart * apart).sum().squareRoot())
    else { return nil }
    return Vector3(move.x, move.y, move.z)
  }

  /// A rotation and a translation.
  private struct Rigid {
    var columns: [SIMD3<Double>]
    var translation: SIMD3<Double>

    /// Takes sixteen numbers column by column, or row by row where only that has a last row of 0 0 0 1.
    init?(_ m: [Double]) {
      guard m.count == 16, m.allSatisfy(\.isFinite) else { return nil }
      let isByColumn = PoseMatrix.isLastRow([m[3], m[7], m[11], m[15]])
      guard isByColumn || PoseMatrix.isLastRow(m[12...15]) else { return nil }
      func column(_ c: Int) -> SIMD3<Double> {
        isByColumn ? SIMD3(m[4 * c], m[4 * c + 1], m[4 * c + 2]) : SIMD3(m[c], m[4 + c], m[8 + c])
      }
      (columns, translation) = ((0..<3).map(column), column(3))
    }

    /// A vector of the world in its own axes.
    func undoing(_ v: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3((columns[0] * v).sum(), (columns[1] * v).sum(), (columns[2] * v).sum())
    }

    /// What is wrong with it as a camera's place; nil where it is a rotation and a translation.
    var fault: MatrixFault? {
      for i in 0..<3 {
        for j in i..<3 {
          let product = (columns[i] * columns[j]).sum()
          guard abs(product - (i == j ? 1 : 0)) <= PoseMatrix.rigidTolerance else {
            return MatrixFault(
              .matrixNotRigid, found: "a camera.transform that is no rotation",
              expected: "the transform of ARKit's camera")
          }
        }
      }
      return nil
    }
  }
}

extension CameraIntrinsics {
  /// Takes the numbers of a file: fx, fy, cx, cy, or nine of a 3 x 3 matrix in whichever order.
  init(_ matrix: csj_matrix, _ place: String) throws(Finding) {
    let m = unsafe withUnsafeBytes(of: matrix.values) {
      unsafe Array($0.bindMemory(to: Double.self))
    }
    let numbers: [Double]
    switch matrix.count {
    case 4: numbers = Array(m[..<4])
    case 9 where m[2] == 0 && m[5] == 0: numbers = [m[0], m[4], m[6], m[7]]
    case 9 where m[6] == 0 && m[7] == 0: numbers = [m[0], m[4], m[2], m[5]]
    default: numbers = []
    }
    let most = TrackingLimits.coordinate
    // A comparison that NaN does not pass.
    guard numbers.count == 4, numbers[0] > 0, numbers[1] > 0,
      numbers.allSatisfy({ abs($0) <= most })
    else {
      let found =
        numbers.isEmpty
        ? "\(matrix.count) numbers" : numbers.map(shortest).joined(separator: " ")
      throw Finding(
        problem: .wrongHeader, place: place, found: found,
        expected:
          "fx, fy, cx, cy in pixels of the tracker's picture, fx and fy above 0 and at most 1e6")
    }
    self.init(fx: numbers[0], fy: numbers[1], cx: numbers[2], cy: numbers[3])
  }
}

/// The numbers of ARKit's identifiers, in the order in which a file has them.
final class ARKitIdentities {
  private var numbers: [String: Int] = [:]

  /// The number of an identifier; nil for none, and beyond `TrackingLimits.faceIdentities` of them.
  func number(of identifier: String) -> Int? {
    if let known = numbers[identifier] { return known }
    guard !identifier.isEmpty, numbers.count < TrackingLimits.faceIdentities else { return nil }
    numbers[identifier] = numbers.count + 1
    return numbers.count
  }
}
