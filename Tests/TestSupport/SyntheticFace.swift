import FaceModel
import Foundation
import Geometry

/// A head in a pose, as a tracker would report it: the canonical face seen by the tracker's camera.
///
/// All of it is plain numbers, written out from the formulas of the format and not taken from the
/// product's own geometry, so that it can stand as the other side of a comparison.
public struct SyntheticFace: Sendable {
  /// The face's identity; nil leaves it out.
  public var id: Int?
  /// Angles in degrees: about y, x and z, applied in this order.
  public var yaw, pitch, roll: Double
  /// Where the head's origin lies before the camera, in centimetres; z is negative.
  public var x, y, z: Double
  /// How far the landmarks are from the model's, in pixels: a face that is not the average one.
  public var unlikeness = 0.0
  /// The blendshapes that are not 0.
  public var blendshapes: [String: Double] = [:]
  /// Whether the sample has landmarks.
  public var hasLandmarks = true
  /// Whether the sample has a matrix.
  public var hasMatrix = true

  /// Makes a face.
  public init(
    id: Int? = 1, yaw: Double = 0, pitch: Double = 0, roll: Double = 0, x: Double = 0,
    y: Double = 0, z: Double = -40
  ) {
    (self.id, self.yaw, self.pitch, self.roll) = (id, yaw, pitch, roll)
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// The pose, row by row.
  public var matrix: [Double] {
    let (a, b, c) = (radians(yaw), radians(pitch), radians(roll))
    let turnY = [cos(a), 0, sin(a), 0, 1, 0, -sin(a), 0, cos(a)]
    let turnX = [1, 0, 0, 0, cos(b), -sin(b), 0, sin(b), cos(b)]
    let turnZ = [cos(c), -sin(c), 0, sin(c), cos(c), 0, 0, 0, 1]
    let r = product(turnZ, product(turnX, turnY))
    return [r[0], r[1], r[2], x, r[3], r[4], r[5], y, r[6], r[7], r[8], z, 0, 0, 0, 1]
  }

  /// The landmarks as parts of a picture of this size.
  public func landmarks(width: Double, height: Double) -> [[Double]] {
    let (m, focal) = (matrix, height / (2 * tan(radians(31.5))))
    return CanonicalFace.vertices.enumerated().map { index, v in
      let cx = m[0] * v.x + m[1] * v.y + m[2] * v.z + m[3]
      let cy = m[4] * v.x + m[5] * v.y + m[6] * v.z + m[7]
      let cz = m[8] * v.x + m[9] * v.y + m[10] * v.z + m[11]
      let dx = unlikeness * (1 + 0.5 * sin(Double(index)))
      let dy = unlikeness * (0.5 * cos(Double(index)) - 1)
      return [
        0.5 + (focal * cx / -cz + dx) / width, 0.5 - (focal * cy / -cz - dy) / height, 0,
      ]
    }
  }

  /// The face as it stands in a sample of `avatar-tracking/1`.
  func json(width: Double, height: Double) -> String {
    var fields: [String] = []
    if let id { fields.append("\"id\": \(id)") }
    if hasLandmarks {
      let points = landmarks(width: width, height: height)
      fields.append("\"landmarks\": \(points)")
    }
    if hasMatrix { fields.append("\"matrix\": \(matrix)") }
    if !blendshapes.isEmpty {
      let scores = blendshapes.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
      fields.append("\"blendshapes\": {\(scores.joined(separator: ", "))}")
    }
    return "{\(fields.joined(separator: ", "))}"
  }

  private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  private func product(_ a: [Double], _ b: [Double]) -> [Double] {
    (0..<9).map { i in
      let (row, column) = (i / 3 * 3, i % 3)
      return a[row] * b[column] + a[row + 1] * b[column + 3] + a[row + 2] * b[column + 6]
    }
  }
}

/// A tracking file's text.
public struct SyntheticTracking: Sendable {
  /// The tracker's picture.
  public var width, height: Int
  /// Further fields of the header, as JSON with a leading comma.
  public var headerFields = ""
  /// The samples: times in milliseconds, and the faces.
  public var samples: [(timestampMs: Double, faces: [SyntheticFace])]
  /// The hand at a sample's time; nil for none.
  public var hand: @Sendable (_ timestampMs: Double) -> SyntheticHand? = { _ in nil }

  /// Makes a file.
  public init(
    width: Int, height: Int, samples: [(timestampMs: Double, faces: [SyntheticFace])]
  ) {
    (self.width, self.height, self.samples) = (width, height, samples)
  }

  /// A head that turns, tilts and comes nearer over some frames at 25 frames a second.
  public init(
    width: Int, height: Int, frames: Int, change: (inout SyntheticFace) -> Void = { _ in }
  ) {
    let samples = (0..<frames).map { index in
      let t = Double(index) / Double(max(1, frames - 1))
      var face = SyntheticFace(
        yaw: 30 * t - 12, pitch: 10 - 14 * t, roll: 24 * t - 8, x: 4 * t - 2, y: 1 - 3 * t,
        z: -34 + 5 * t)
      face.unlikeness = Double(height) / 120
      face.blendshapes = ["jawOpen": t, "eyeBlinkLeft": 1 - t, "eyeBlinkRight": 1 - t]
      change(&face)
      return (timestampMs: Double(index) * 40, faces: [face])
    }
    self.init(width: width, height: height, samples: samples)
  }

  /// The file.
  public var text: String {
    let header =
      "{\"format\": \"avatar-tracking/1\", \"width\": \(width), \"height\": \(height)"
      + "\(headerFields)}"
    let lines = samples.map { sample in
      let faces = sample.faces.map { $0.json(width: Double(width), height: Double(height)) }
      let hand = hand(sample.timestampMs).map {
        ", \"hands\": [\($0.json(width: Double(width), height: Double(height)))]"
      }
      return
        "{\"timestampMs\": \(sample.timestampMs), \"faces\": [\(faces.joined(separator: ","))]"
        + "\(hand ?? "")}"
    }
    return ([header] + lines).joined(separator: "\n") + "\n"
  }
}
