import Compositing
import Geometry
import Imaging
import TestSupport
import Testing

/// Warps whose matrices are written out, against float64 code that takes nothing from the engine,
/// not even the inverse.
@Suite struct WarpTests {
  /// A homography of a picture of 24 x 18 pixels onto one of 96 x 72, row by row; of every one a
  /// pixel spans at most one texel, so it is the plain bilinear sample.
  struct Warp: CustomTestStringConvertible {
    let testDescription: String
    let m: [Double]

    init(_ name: String, _ m: [Double]) { (testDescription, self.m) = (name, m) }

    var homography: Homography<ArtworkSpace, OutputSpace> {
      Homography(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8])
    }

    /// The point of the artwork that lands on a point of the picture; nil behind the horizon.
    ///
    /// By Cramer's rule from u (m0 - x m6) + v (m1 - x m7) = x m8 - m2, and so for y.
    func source(_ x: Double, _ y: Double) -> (u: Double, v: Double)? {
      let (a, b, c) = (m[0] - x * m[6], m[1] - x * m[7], x * m[8] - m[2])
      let (d, e, f) = (m[3] - y * m[6], m[4] - y * m[7], y * m[8] - m[5])
      let determinant = a * e - b * d
      let (u, v) = ((c * e - b * f) / determinant, (a * f - c * d) / determinant)
      return m[6] * u + m[7] * v + m[8] > 0 ? (u, v) : nil
    }
  }

  static let warps = [
    Warp("identity", [1, 0, 0, 0, 1, 0, 0, 0, 1]),
    Warp("shifted by a half", [1, 0, 30.5, 0, 1, 20.5, 0, 0, 1]),
    Warp("twice the size", [2, 0, 20, 0, 2, 15, 0, 0, 1]),
    Warp(
      "turned by 30 degrees",
      [0.8660254037844386, -0.5, 40, 0.5, 0.8660254037844386, 20, 0, 0, 1]),
    Warp("sheared", [2, 1.5, 10, 0, 2.5, 12, 0, 0, 1]),
    Warp("stretched unevenly", [3.5, 0, 5, 0, 1.25, 20, 0, 0, 1]),
    Warp("mild perspective", [3, 0.2, 12, -0.1, 2.8, 10, 0.004, 0.002, 1]),
    Warp("strong perspective", [2.2, 1.6, 12, 0.1, 4.5, 6, 0.002, 0.045, 1]),
    Warp("mirrored", [-2.5, 0.3, 80, 0.4, 2.2, 8, 0, 0, 1]),
  ]

  static let formats: [PixelFormat] = [
    .premultipliedRGBA8, .yuv(.yuv444p, YUVEncoding(matrix: .bt709, fullRange: false)),
  ]

  @Test(arguments: warps, formats)
  func `nine warps are those of the formula`(warp: Warp, format: PixelFormat) throws {
    var generator = SplitMix64(state: 90)
    let picture = Artwork.noise(24, 18, using: &generator)
    var canvas = TestPicture(random: format, 96, 72, using: &generator)
    let expected = canvas.planes.indices.map { plane in
      Self.composited(Reference(picture, format, plane: plane), warp, canvas, plane)
    }
    try canvas.draw(Texture(picture, for: format), at: warp.homography)
    let differences = canvas.largestDifference(to: expected)
    // Half a level is the rounding of the result.
    #expect(differences.allSatisfy { $0 <= 0.5 + format.slack }, "\(differences)")
  }

  /// Source-over on a plane of the picture's own size, not rounded.
  private static func composited(
    _ artwork: Reference, _ warp: Warp, _ canvas: TestPicture, _ plane: Int
  ) -> [Double] {
    var levels = canvas.samples(ofPlane: plane).map(Double.init)
    let channels = levels.count / (canvas.width * canvas.height)
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        guard let p = warp.source(Double(x) + 0.5, Double(y) + 0.5) else { continue }
        let over = artwork.bilinear(p.u, p.v)
        for c in 0..<channels {
          let i = (y * canvas.width + x) * channels + c
          levels[i] = over[c] + (1 - over[channels]) * levels[i]
        }
      }
    }
    return levels
  }
}
