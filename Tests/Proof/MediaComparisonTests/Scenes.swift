import Foundation
import Geometry
import Imaging
import Placement
import TestSupport

/// Pictures of a patterned patch on a still background, drawn by formula at any place.
struct Scene {
  var width = 240, height = 180
  /// The patch's centre and half sides, in pixels.
  var x = 120.0, y = 90.0, halfWidth = 50.0, halfHeight = 40.0
  /// How the patch is turned, clockwise in degrees.
  var degrees = 0.0
  /// Whether the patch is mirrored left to right.
  var isMirrored = false
  /// Whether there is a patch.
  var hasPatch = true

  /// The picture, each pixel the mean of 16 points.
  func picture() throws -> StraightRGBA8 {
    try SyntheticAvatar.drawn(width, height) { px, py in
      var sum = SIMD3<Double>.zero
      for i in 0..<16 {
        let (sx, sy) = (
          px + (Double(i % 4) + 0.5) / 4 - 0.5, py + (Double(i / 4) + 0.5) / 4 - 0.5
        )
        sum += colour(sx, sy)
      }
      let mean = sum / 16
      return RGBA8(UInt8(mean.x), UInt8(mean.y), UInt8(mean.z))
    }
  }

  private func colour(_ px: Double, _ py: Double) -> SIMD3<Double> {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let (dx, dy) = (px - x, py - y)
    var u = (cosine * dx + sine * dy) / halfWidth
    let v = (-sine * dx + cosine * dy) / halfHeight
    if isMirrored { u = -u }
    guard hasPatch, abs(u) < 1, abs(v) < 1 else {
      let wave = 100 + 20 * sin(px / 17) + 15 * cos(py / 11)
      return [wave, wave * 0.9, wave * 1.1]
    }
    // Neither symmetric nor periodic within the patch.
    let a = 120 + 70 * sin(5 * u + 2 * v * v) + 50 * cos(7 * v - 3 * u * u)
    return [a, 240 - a, u * v > 0.1 ? 220 : 40]
  }

  /// The patch's quad, as a sidecar has it.
  var quad: Quad<OutputSpace> {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    func corner(_ u: Double, _ v: Double) -> Point2<OutputSpace> {
      let (du, dv) = ((isMirrored ? -u : u) * halfWidth, v * halfHeight)
      return Point2(x + cosine * du - sine * dv, y + sine * du + cosine * dv)
    }
    return Quad(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
  }

  /// The sidecar's record.
  func record(frame: Int = 0, layers: [(face: Int, layer: String, quad: Quad<OutputSpace>)])
    -> PlacementRecord
  {
    PlacementRecord(
      frame: frame, timestampMs: Double(frame) * 40, width: width, height: height,
      placements: layers.map {
        .init(
          face: $0.face, layer: $0.layer, mode: .landmarks, corners: $0.quad, opacity: 1,
          residualPx: nil)
      })
  }
}
