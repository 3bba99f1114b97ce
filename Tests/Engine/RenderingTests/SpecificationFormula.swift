import Foundation
import Testing

/// Where a point of the artwork goes, worked out from a tracking file's text by the formulas of
/// the specification: an upright tracker's picture that is the scene, and an output that is the
/// scene too.
struct SpecificationFormula {
  typealias Pair = (x: Double, y: Double)

  /// The layer's numbers.
  var pictureWidth, pictureHeight, scale: Double
  var pivot: Pair = (0.5, 0.5)
  var rotation = 0.0
  var offset = (x: 0.0, y: 0.0, z: 0.0)

  private struct Header: Decodable { var width, height: Double }
  private struct Sample: Decodable {
    struct Face: Decodable {
      var landmarks: [[Double]]
      var matrix: [Double]
    }
    var faces: [Face]
  }

  /// The canonical face's numbers as the specification states them.
  private static let kappa = 6.302291
  private static let eyes = (x: 0.0, y: 2.624618, z: 3.465663)

  /// f of a point of the artwork, in eye distances.
  private func face(_ p: Pair) -> (x: Double, y: Double, z: Double) {
    let u = (p.x - pivot.x * pictureWidth) * scale / pictureWidth
    let v = -(p.y - pivot.y * pictureHeight) * scale / pictureWidth
    let r = rotation * .pi / 180
    return (u * cos(r) + v * sin(r) + offset.x, -u * sin(r) + v * cos(r) + offset.y, offset.z)
  }

  private static func sample(_ text: String, frame: Int) throws -> (Header, Sample.Face) {
    let lines = text.split(separator: "\n")
    let header = try JSONDecoder().decode(Header.self, from: Data(lines[0].utf8))
    let sample = try JSONDecoder().decode(Sample.self, from: Data(lines[frame + 1].utf8))
    return (header, try #require(sample.faces.first))
  }

  private static func mean(_ face: Sample.Face, _ numbers: [Int], _ header: Header) -> Pair {
    let points = numbers.map { face.landmarks[$0] }
    let n = Double(points.count)
    return (
      points.reduce(0) { $0 + $1[0] } / n * header.width,
      points.reduce(0) { $0 + $1[1] } / n * header.height
    )
  }

  /// By the 2D transform of the eyes.
  func byLandmarks(_ points: [Pair], text: String, frame: Int) throws -> [Pair] {
    let (header, face) = try Self.sample(text, frame: frame)
    let right = Self.mean(face, [33, 133], header)
    let left = Self.mean(face, [263, 362], header)
    let (dx, dy) = (left.x - right.x, left.y - right.y)
    let (d, phi) = (hypot(dx, dy), atan2(dy, dx))
    let anchor = ((left.x + right.x) / 2, (left.y + right.y) / 2)
    return points.map { point in
      let f = self.face(point)
      return (
        anchor.0 + d * (cos(phi) * f.x + sin(phi) * f.y),
        anchor.1 + d * (sin(phi) * f.x - cos(phi) * f.y)
      )
    }
  }

  /// A point of the face, in eye distances from the middle of the eyes, as the matrix and the
  /// tracker's camera show it.
  private static func project(
    _ f: (x: Double, y: Double, z: Double), _ m: [Double], _ header: Header
  ) -> Pair {
    let focal = header.height / (2 * tan(31.5 * .pi / 180))
    let x = eyes.x + kappa * f.x
    let y = eyes.y + kappa * f.y
    let z = eyes.z + kappa * f.z
    let cx = m[0] * x + m[1] * y + m[2] * z + m[3]
    let cy = m[4] * x + m[5] * y + m[6] * z + m[7]
    let cz = m[8] * x + m[9] * y + m[10] * z + m[11]
    return (header.width / 2 + focal * cx / -cz, header.height / 2 - focal * cy / -cz)
  }

  /// By the matrix, moved onto the eyes' landmarks.
  func byMatrix(_ points: [Pair], text: String, frame: Int) throws -> [Pair] {
    let (header, face) = try Self.sample(text, frame: frame)
    let anchor = Self.mean(face, [33, 133, 263, 362], header)
    let seen = Self.project((0, 0, 0), face.matrix, header)
    return points.map { point in
      let p = Self.project(self.face(point), face.matrix, header)
      return (p.x + anchor.x - seen.x, p.y + anchor.y - seen.y)
    }
  }

  /// How far the eyes' landmarks are from where the matrix puts the eyes, in the tracker's pixels.
  static func residual(text: String, frame: Int) throws -> Double {
    let (header, face) = try sample(text, frame: frame)
    let anchor = mean(face, [33, 133, 263, 362], header)
    let seen = project((0, 0, 0), face.matrix, header)
    return hypot(anchor.x - seen.x, anchor.y - seen.y)
  }
}
