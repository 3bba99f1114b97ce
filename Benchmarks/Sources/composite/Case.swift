import Compositing
import Geometry
import Imaging

/// A picture of `artwork` pixels a side, drawn `side` pixels wide in the middle of a frame.
struct Case {
  let name: String
  let format: PixelFormat
  let width: Int
  let height: Int
  let artwork: Int
  let side: Double
  /// Whether the artwork is a ring that fills 37 % of its square, as an avatar's layers do, and not
  /// opaque nearly everywhere.
  let isRing: Bool

  static let yuv = PixelFormat.yuv(.yuv420p, YUVEncoding(matrix: .bt709, fullRange: false))

  static let all = [
    Case("yuv420p, magnified", yuv, 1280, 720, 300, 380),
    Case("yuv420p, shrunk 1.35 times", yuv, 1280, 720, 512, 380),
    Case("yuv420p, shrunk 1.35 times, a ring", yuv, 1280, 720, 512, 380, isRing: true),
    Case("yuv420p, shrunk 2.7 times", yuv, 1280, 720, 1024, 380),
    Case("yuv420p 1080p, shrunk 1.35 times", yuv, 1920, 1080, 768, 570),
    Case("RGBA, magnified", .premultipliedRGBA8, 1280, 720, 300, 380),
    Case("RGBA, shrunk 1.35 times", .premultipliedRGBA8, 1280, 720, 512, 380),
  ]

  init(
    _ name: String, _ format: PixelFormat, _ width: Int, _ height: Int, _ artwork: Int,
    _ side: Double, isRing: Bool = false
  ) {
    (self.name, self.format, self.width, self.height) = (name, format, width, height)
    (self.artwork, self.side, self.isRing) = (artwork, side, isRing)
  }

  /// A mask as matrix placement has it: a quad in slight perspective.
  var quad: Quad<OutputSpace> {
    let (x, y, r) = (Double(width) / 2, Double(height) / 2, side / 2)
    return Quad(
      Point2(x - 0.95 * r, y - r), Point2(x + 1.02 * r, y - 0.93 * r), Point2(x + r, y + r),
      Point2(x - 1.03 * r, y + 1.05 * r))
  }

  /// The artwork.
  var picture: StraightRGBA8? {
    var bytes: [UInt8] = []
    for y in 0..<artwork {
      for x in 0..<artwork {
        let (u, v) = (2 * x - artwork, 2 * y - artwork)
        let distance = u * u + v * v
        let isInside = distance < artwork * artwork && 100 * distance > 53 * artwork * artwork
        let alpha: UInt8 = isRing && !isInside ? 0 : x % 64 == 0 ? 128 : 255
        bytes += [UInt8(x * 255 / artwork), UInt8(y * 255 / artwork), UInt8((x ^ y) & 255), alpha]
      }
    }
    return StraightRGBA8(width: artwork, height: artwork, bytes: bytes)
  }
}
