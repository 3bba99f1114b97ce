import Foundation
import Geometry
import Imaging

/// Pictures to draw.
enum Artwork {
  static func make(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> RGBA8) -> StraightRGBA8 {
    guard let size = PixelSize<ArtworkSpace>(width: width, height: height) else {
      preconditionFailure("a picture has pixels")
    }
    var picture = StraightRGBA8(size: size)
    for y in 0..<height { for x in 0..<width { picture[x, y] = pixel(x, y) } }
    return picture
  }

  /// Every pixel at random, alpha included: the hardest case for interpolation.
  static func noise(
    _ width: Int, _ height: Int, using generator: inout some RandomNumberGenerator
  ) -> StraightRGBA8 {
    var g = generator
    defer { generator = g }
    return make(width, height) { _, _ in
      let bits = UInt32.random(in: .min ... .max, using: &g)
      // A third transparent, a third opaque, as artwork is.
      let alpha: UInt8 =
        switch bits >> 24 {
        case ..<85: 0
        case 170...: 255
        default: UInt8(truncatingIfNeeded: bits >> 23)
        }
      return RGBA8(
        UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
        UInt8(truncatingIfNeeded: bits >> 16), alpha)
    }
  }

  static func solid(_ width: Int, _ height: Int, _ colour: RGBA8) -> StraightRGBA8 {
    make(width, height) { _, _ in colour }
  }
}

extension Homography where From == ArtworkSpace, To == OutputSpace {
  /// A turn and a scale about the artwork's middle, which lands on a point.
  static func similarity(
    of picture: StraightRGBA8, to x: Double, _ y: Double, scale: Double, degrees: Double = 0,
    stretch: Double = 1
  ) -> Homography {
    let angle = degrees * .pi / 180
    let (c, s) = (scale * cos(angle), scale * sin(angle))
    let (mx, my) = (Double(picture.width) / 2, Double(picture.height) / 2)
    let (a, b, d, e) = (c * stretch, -s, s * stretch, c)
    return Homography(a, b, x - a * mx - b * my, d, e, y - d * mx - e * my, 0, 0, 1)
  }

  /// A random quad about the picture's middle, `size` pixels across.
  static func random(
    of picture: StraightRGBA8, in width: Int, _ height: Int, size: ClosedRange<Double>,
    using generator: inout some RandomNumberGenerator
  ) -> Homography? {
    let r = Double.random(in: size, using: &generator) / 2
    let (x, y) = (
      Double.random(in: 0...Double(width), using: &generator),
      Double.random(in: 0...Double(height), using: &generator)
    )
    func near(_ u: Double, _ v: Double, _ g: inout some RandomNumberGenerator) -> Point2<
      OutputSpace
    > {
      Point2(
        x + u * r + Double.random(in: -r / 3...r / 3, using: &g),
        y + v * r + Double.random(in: -r / 3...r / 3, using: &g))
    }
    let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { near($0.0, $0.1, &generator) }
    // Any corner first: turned artwork, and by the other direction, flipped artwork.
    let first = Int.random(in: 0..<4, using: &generator)
    let step = Bool.random(using: &generator) ? 1 : 3
    func corner(_ i: Int) -> Point2<OutputSpace> { corners[(first + i * step) % 4] }
    return Homography(
      rectangle: Double(picture.width), Double(picture.height),
      to: Quad(corner(0), corner(1), corner(2), corner(3)))
  }
}
