internal import Geometry

/// Sixteen numbers of a file, taken for a facial transformation matrix.
enum PoseMatrix {
  /// How far the last row may be from 0 0 0 1.
  ///
  /// Writers round to five digits at worst.
  static let lastRowTolerance = 1e-4
  /// How far the columns may be from orthogonal (the cosine between them) and from equal length (as
  /// a part of it).
  static let rigidTolerance = 1e-2

  /// Reads the numbers in whichever order they stand.
  ///
  /// The web's, iOS' and Java's lists are column by column, Python's row by row, and iOS'
  /// `value(atRow:column:)` transposes, so the file's word is not taken for it: the last row of the
  /// matrix is 0 0 0 1, and a translation is not (tz < 0), so that one order fits at most.
  static func read(_ m: [Double], count: Int) -> Result<FacialTransform, MatrixFault> {
    guard count == 16, m.count == 16 else {
      return .failure(
        MatrixFault(.matrixShape, found: "\(count) numbers", expected: "16, a 4 x 4 matrix"))
    }
    let rows: [Double]
    if isLastRow(m[12...15]) {
      rows = m
    } else if isLastRow([m[3], m[7], m[11], m[15]]) {
      rows = (0..<16).map { m[$0 % 4 * 4 + $0 / 4] }
    } else {
      return .failure(
        MatrixFault(
          .matrixShape, found: "\(list(m[12...15])) at the end", expected: "a last row of 0 0 0 1"))
    }
    let pose = FacialTransform(
      rows[0], rows[1], rows[2], rows[4], rows[5], rows[6], rows[8], rows[9], rows[10],
      translation: Vector3(rows[3], rows[7], rows[11]))
    return check(pose).map { .failure($0) } ?? .success(pose)
  }

  /// What is wrong with a pose; nil where it is a rotation times a uniform scale before the camera.
  static func check(_ pose: FacialTransform) -> MatrixFault? {
    let t = pose.translation
    guard t.length <= TrackingLimits.coordinate else {
      return MatrixFault(
        .outOfRange, found: "a translation of \(list([t.x, t.y, t.z]))",
        expected: "at most 1e6 cm")
    }
    guard t.z < 0 else {
      return MatrixFault(
        .matrixBehindCamera, found: "tz \(shortest(t.z))",
        expected: "tz < 0, in front of the camera")
    }
    let columns = [
      Vector3<CameraSpace>(pose.m00, pose.m10, pose.m20),
      Vector3<CameraSpace>(pose.m01, pose.m11, pose.m21),
      Vector3<CameraSpace>(pose.m02, pose.m12, pose.m22),
    ]
    let lengths = columns.map(\.length)
    let expected = "a rotation times a uniform scale"
    guard pose.determinant > 0 else {
      return MatrixFault(
        .matrixNotRigid, found: "a determinant of \(shortest(pose.determinant))",
        expected: expected)
    }
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
      let cosine = columns[i].dot(columns[j]) / (lengths[i] * lengths[j])
      // A comparison that NaN does not pass.
      guard abs(cosine) <= rigidTolerance else {
        return MatrixFault(
          .matrixNotRigid,
          found: "a cosine of \(shortest(cosine)) between the columns \(i + 1) and \(j + 1)",
          expected: expected)
      }
      guard abs(lengths[i] / lengths[j] - 1) <= rigidTolerance else {
        return MatrixFault(
          .matrixNotRigid, found: "columns of the lengths \(list(lengths))", expected: expected)
      }
    }
    return nil
  }

  static func isLastRow(_ row: some Collection<Double>) -> Bool {
    zip(row, [0, 0, 0, 1]).allSatisfy { abs($0 - $1) <= lastRowTolerance }
  }

  private static func list(_ numbers: some Sequence<Double>) -> String {
    numbers.map(shortest).joined(separator: " ")
  }
}

/// Why sixteen numbers are no pose.
struct MatrixFault: Error {
  var problem: TrackingFault.Problem
  var found: String
  var expected: String

  init(_ problem: TrackingFault.Problem, found: String, expected: String) {
    (self.problem, self.found, self.expected) = (problem, found, expected)
  }
}

/// A number as people write it: without a needless `.0`.
func shortest(_ number: Double) -> String {
  let text = "\(number)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
