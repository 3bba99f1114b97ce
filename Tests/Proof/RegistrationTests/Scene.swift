import Foundation
import Imaging
import TestSupport
import Testing

/// A drawn overlay at a known place on a background that stands still: analytic shapes, each pixel
/// the mean of many points, so that nothing is shared with the resampling under test.
struct Scene {
  /// What is drawn, in its own coordinates: (0, 0) is the middle, the artwork lies within -1...1.
  enum Artwork: String, CaseIterable, Sendable {
    /// Bands and blotches all over a lopsided blob.
    case textured
    /// A lopsided animal's face of flat colours with dark outlines.
    case cartoon
    /// A crown of one colour with an outline, the same left and right.
    case crown
    /// A disc of one colour.
    case disc
    /// A half plane's edge, straight, longer than the region.
    case edge
    /// Another face: other shapes in other colours.
    case other
  }

  /// Where it is: the artwork's unit is `size / 2` pixels.
  struct Place {
    var x = 0.0
    var y = 0.0
    var degrees = 0.0
    var scale = 1.0
    var mirrored = false
  }

  var artwork: Artwork
  var width = 400
  var height = 300
  /// The artwork's width in pixels at scale 1.
  var size = 120.0
  /// The middle of the artwork in the first picture.
  var centre = SIMD2(201.3, 148.7)
  var opacity = 1.0
  /// Whether the overlay is drawn on a transparent background.
  var isAlone = false
  /// Samples a pixel.
  var samples = 32

  func picture(_ place: Place?) throws -> StraightRGBA8 {
    var bytes = [UInt8](repeating: 0, count: 4 * width * height)
    let angle = -(place?.degrees ?? 0) * .pi / 180
    let (c, s) = (cos(angle), sin(angle))
    let unit = size / 2 * (place?.scale ?? 1)
    let reach = unit * 2.3 + 2
    for y in 0..<height {
      for x in 0..<width {
        var sum = SIMD4<Double>.zero
        let middle = centre + SIMD2(place?.x ?? 0, place?.y ?? 0)
        let isNear =
          artwork == .edge
          || (abs(Double(x) - middle.x) < reach && abs(Double(y) - middle.y) < reach)
        if place != nil, isNear {
          var first = SIMD4<Double>(repeating: -1)
          var taken = 0
          for k in 0..<samples {
            // Eight of one colour are enough, and eight of a texture away from its outline.
            if k == 8, sum == first * 8 || (artwork == .textured && sum.w == 8) { break }
            taken += 1
            // The R2 sequence (Roberts, 2018): no two samples share a column or row, so that
            // straight edges are as smooth as others; in pairs about the pixel's centre.
            let (fx, fy) = (0.7548776662 * Double(k / 2), 0.5698402910 * Double(k / 2))
            let side = k % 2 == 0 ? 1.0 : -1.0
            let px = Double(x) + 0.5 + side * (fx - fx.rounded(.down) - 0.5) - middle.x
            let py = Double(y) + 0.5 + side * (fy - fy.rounded(.down) - 0.5) - middle.y
            var u = (c * px - s * py) / unit
            let v = (s * px + c * py) / unit
            if place?.mirrored == true { u = -u }
            let colour = Self.colour(artwork, u, v)
            let weighted = SIMD4(colour.x, colour.y, colour.z, 1) * colour.w
            if k == 0 { first = weighted }
            sum += weighted
          }
          sum /= Double(taken)
        }
        sum *= opacity
        let i = 4 * (y * width + x)
        if isAlone {
          for k in 0..<3 { bytes[i + k] = Self.byte(sum.w > 0 ? sum[k] / sum.w : 0) }
          bytes[i + 3] = Self.byte(sum.w * 255)
        } else {
          let isStandard = x < Self.standardWidth && y < Self.standardHeight
          let under =
            isStandard
            ? Self.standardGround[y * Self.standardWidth + x]
            : Self.ground(Double(x) + 0.5, Double(y) + 0.5)
          for k in 0..<3 { bytes[i + k] = Self.byte(sum[k] + under[k] * (1 - sum.w)) }
          bytes[i + 3] = 255
        }
      }
    }
    return try #require(StraightRGBA8(width: width, height: height, bytes: bytes))
  }

  /// The pixels of the artwork's square, and `margin` more, at its first place.
  func region(margin: Double = 4) -> PixelMask {
    var mask = PixelMask(width: width, height: height, filled: false)
    let half = size / 2 * 1.05 + margin
    for y in 0..<height {
      for x in 0..<width {
        let (dx, dy) = (Double(x) + 0.5 - centre.x, Double(y) + 0.5 - centre.y)
        if abs(dx) <= half, abs(dy) <= half { mask[x, y] = true }
      }
    }
    return mask
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255) + 0.5) }

  private static let (standardWidth, standardHeight) = (400, 300)
  /// The background of most pictures, computed once.
  private static let standardGround = (0..<(standardWidth * standardHeight)).map {
    ground(Double($0 % standardWidth) + 0.5, Double($0 / standardWidth) + 0.5)
  }

  /// A background like an out-of-focus room with some detail.
  static func ground(_ x: Double, _ y: Double) -> SIMD3<Double> {
    let slow = sin(x / 37 + 1.3 * sin(y / 53)) + cos(y / 41 - x / 97)
    let fast = sin(x / 3.1 + y / 7.3) * cos(y / 4.7 - x / 11.9)
    let grain = sin(x * 12.9898 + y * 78.233) * 43758.5453
    let noise = (grain - grain.rounded(.down) - 0.5) * 12
    return SIMD3(
      118 + 34 * slow + 14 * fast + noise, 106 + 30 * slow - 11 * fast + noise,
      97 - 22 * slow + 17 * fast + noise)
  }

  /// Colour 0...255 and alpha 0 or 1 of the artwork.
  static func colour(_ artwork: Artwork, _ u: Double, _ v: Double) -> SIMD4<Double> {
    let clear = SIMD4<Double>.zero
    func ellipse(_ cx: Double, _ cy: Double, _ rx: Double, _ ry: Double) -> Double {
      let (p, q) = ((u - cx) / rx, (v - cy) / ry)
      return (p * p + q * q).squareRoot() - 1
    }
    switch artwork {
    case .textured:
      let angle = atan2(v, u)
      let rim = 0.78 + 0.1 * sin(3 * angle + 0.4) + 0.08 * cos(2 * angle)
      guard (u * u + v * v).squareRoot() < rim else { return clear }
      let r = 140 + 70 * sin(9 * u + 3 * v * v) + 40 * sin(17 * v - 5 * u)
      let g = 120 + 60 * cos(11 * v + 2 * u) + 45 * sin(13 * u * v + 1)
      let b = 110 + 65 * sin(7 * (u + v) + 2) + 30 * cos(19 * u)
      return SIMD4(r, g, b, 1)
    case .cartoon:
      let ink = SIMD4(40.0, 24, 30, 1)
      if ellipse(0.34, -0.06, 0.11, 0.16) < 0 { return ink }
      if ellipse(-0.30, -0.12, 0.15, 0.13) < 0 { return ink }
      if ellipse(0.08, 0.34, 0.26, 0.13) < 0 { return SIMD4(236, 150, 160, 1) }
      let face = ellipse(0, 0.1, 0.8, 0.72)
      if face < 0 { return face > -0.06 ? ink : SIMD4(244, 190, 74, 1) }
      let left = ellipse(-0.55, -0.62, 0.26, 0.34)
      if left < 0 { return left > -0.16 ? ink : SIMD4(214, 96, 60, 1) }
      let right = ellipse(0.6, -0.55, 0.2, 0.24)
      if right < 0 { return right > -0.2 ? ink : SIMD4(250, 240, 224, 1) }
      return clear
    case .crown:
      let w = abs(u)
      let top = -0.15 - 0.55 * abs(sin(w * 4.5 + .pi / 2))
      guard w < 0.9, v < 0.5, v > top else { return clear }
      let isRim = w > 0.85 || v > 0.44 || v < top + 0.07
      return isRim ? SIMD4(90, 60, 10, 1) : SIMD4(250, 205, 60, 1)
    case .disc:
      return ellipse(0, 0, 0.8, 0.8) < 0 ? SIMD4(210, 40, 60, 1) : clear
    case .edge:
      return u < 0 ? SIMD4(30, 60, 200, 1) : clear
    case .other:
      if abs(u) + abs(v + 0.2) < 0.3 { return SIMD4(20, 20, 160, 1) }
      if abs(v - 0.45) < 0.09, abs(u) < 0.5 { return SIMD4(240, 240, 250, 1) }
      if abs(u) < 0.75, abs(v) < 0.85 { return SIMD4(60, 170, 110, 1) }
      return clear
    }
  }
}

/// Adds noise of a normal distribution to the colours.
func noisy(_ picture: StraightRGBA8, deviation: Double, seed: UInt64) -> StraightRGBA8 {
  var generator = SplitMix64(state: seed)
  var bytes = picture.bytes
  for i in bytes.indices where i % 4 != 3 {
    // Box and Muller.
    let radius = (-2 * log(generator.number(1e-9...1))).squareRoot()
    let value = Double(bytes[i]) + deviation * radius * cos(generator.number(0...(2 * .pi)))
    bytes[i] = UInt8(min(max(value, 0), 255) + 0.5)
  }
  return StraightRGBA8(width: picture.width, height: picture.height, bytes: bytes) ?? picture
}
