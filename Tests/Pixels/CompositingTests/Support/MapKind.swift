import Foundation
import Geometry
import Imaging
import TestSupport

/// Kinds of homographies, those that placement makes and those that it should never make.
enum MapKind: CaseIterable {
  /// A quad on the picture, from a few pixels to twice the picture.
  case ordinary
  /// Smaller than a few pixels.
  case tiny
  /// Far larger than the picture.
  case huge
  /// Squeezed flat, exactly or nearly.
  case degenerate
  /// Beside the picture, or only just on it.
  case offScreen
  /// With the horizon through the artwork.
  case horizon
  /// Without perspective: any turn, shear and stretch.
  case affine
  /// Seen from behind.
  case mirrored
  /// One side many times as long as the other.
  case extremePerspective
  /// With numbers that are not finite.
  case notFinite
  /// Any nine bit patterns.
  case anyBits

  /// Whether the numbers are of magnitudes whose products are exact enough to compare.
  var isSane: Bool { self != .notFinite && self != .anyBits && self != .degenerate }

  /// A homography of the kind; nil where the corners that came up have none.
  func map(
    of picture: StraightRGBA8, in width: Int, _ height: Int, using generator: inout SplitMix64
  ) -> Homography<ArtworkSpace, OutputSpace>? {
    func random(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &generator)
    }
    /// A number whose magnitude is spread evenly.
    func magnitude(_ range: ClosedRange<Double>) -> Double {
      exp(random(log(range.lowerBound)...log(range.upperBound)))
    }
    func quad(_ size: Double) -> Homography<ArtworkSpace, OutputSpace>? {
      .random(of: picture, in: width, height, size: size...size, using: &generator)
    }
    let (w, h) = (Double(picture.width), Double(picture.height))
    switch self {
    case .ordinary: return quad(magnitude(6...200))
    case .tiny: return quad(magnitude(0.001...6))
    case .huge: return quad(magnitude(200...1e7))
    case .degenerate:
      let flat = Bool.random(using: &generator) ? 0 : magnitude(1e-15...1e-3)
      return moved(
        random(-0.5...1) * w, [random(-9...9), random(-9...9), flat, flat * random(-1...1)],
        to: random(0...Double(width)), random(0...Double(height)))
    case .offScreen:
      let (dx, dy) = (random(-2...2) * Double(width), random(-2...2) * Double(height))
      return quad(magnitude(6...200))?.shifted(dx, dy)
    case .horizon:
      // The weight is 0 on a line through the artwork.
      let (gx, gy) = (random(-1...1) / w, random(-1...1) / h)
      let w8 = -(gx * random(0...w) + gy * random(0...h))
      let scale = magnitude(0.01...10)
      return Homography(
        scale * random(-1...1), scale * random(-1...1), random(-1...1) * Double(width),
        scale * random(-1...1), scale * random(-1...1), random(-1...1) * Double(height), gx, gy, w8)
    case .affine:
      let scale = magnitude(0.01...30)
      return moved(
        0, (0..<4).map { _ in scale * random(-1...1) },
        to: random(0...Double(width)), random(0...Double(height)))
    case .mirrored:
      guard let map = quad(magnitude(6...200)) else { return nil }
      // x becomes w - x.
      return Homography(
        -map.h0, map.h1, map.h2 + w * map.h0, -map.h3, map.h4, map.h5 + w * map.h3, -map.h6,
        map.h7, map.h8 + w * map.h6)
    case .extremePerspective:
      let (x, y) = (random(0...Double(width)), random(0...Double(height)))
      let (near, far) = (magnitude(10...2000), magnitude(0.05...5))
      return Homography(
        rectangle: w, h,
        to: Quad(
          Point2(x - far, y), Point2(x + far, y), Point2(x + near, y + near),
          Point2(x - near * random(0.2...1), y + near)))
    case .notFinite:
      guard let map = quad(magnitude(6...200)) else { return nil }
      var n = [map.h0, map.h1, map.h2, map.h3, map.h4, map.h5, map.h6, map.h7, map.h8]
      n[Int.random(in: 0..<9, using: &generator)] =
        [Double.nan, .infinity, -.infinity, 1e308, .leastNonzeroMagnitude][
          Int.random(in: 0..<5, using: &generator)]
      return Homography(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8])
    case .anyBits:
      let n = (0..<9).map { _ in Double(bitPattern: generator.next()) }
      return Homography(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8])
    }
  }

  /// An affine map of which a point of the artwork lands on a place.
  private func moved(
    _ middle: Double, _ m: [Double], to x: Double, _ y: Double
  ) -> Homography<ArtworkSpace, OutputSpace> {
    Homography(
      m[0], m[1], x - (m[0] + m[1]) * middle, m[2], m[3], y - (m[2] + m[3]) * middle, 0, 0, 1)
  }
}

extension Homography where From == ArtworkSpace, To == OutputSpace {
  /// The map, then a move of the picture.
  fileprivate func shifted(_ x: Double, _ y: Double) -> Homography {
    Homography(
      h0 + x * h6, h1 + x * h7, h2 + x * h8, h3 + y * h6, h4 + y * h7, h5 + y * h8, h6, h7, h8)
  }
}
