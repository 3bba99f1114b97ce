import Compositing
import Geometry
import GoldenTesting
import Imaging
import Testing

/// What the invariants proved, recorded: a change of one level anywhere is to be looked at.
@Suite struct GoldenTests {
  static let yuv = PixelFormat.yuv(.yuv420p, YUVEncoding(matrix: .bt709, fullRange: false))

  /// A badge: a ring, a face of two colours, thin spokes and a transparent eye.
  static let badge = Artwork.make(160, 160) { x, y in
    let (u, v) = (x - 80, y - 80)
    let square = u * u + v * v
    switch square {
    case (76 * 76)...: return RGBA8(0, 0, 0, 0)
    case (66 * 66)...: return RGBA8(196, 30, 58)
    case ..<(12 * 12): return RGBA8(0, 0, 0, 0)
    default:
      if abs(u) < 2 || abs(v) < 2 || abs(u - v) < 2 || abs(u + v) < 2 {
        return RGBA8(250, 240, 200)
      }
      return u * v > 0 ? RGBA8(20, 90, 160) : RGBA8(240, 180, 30, 180)
    }
  }

  /// A background with a ramp and a checkerboard.
  static func ground(_ format: PixelFormat, _ width: Int, _ height: Int) -> TestPicture {
    TestPicture(format, width, height) { plane, x, y in
      switch (format, plane) {
      case (.premultipliedRGBA8, _):
        let column = x / 4
        return x % 4 == 3 ? 255 : UInt8(60 + column * 120 / width + (column / 16 + y / 16) % 2 * 40)
      case (_, 0): return UInt8(60 + x * 120 / width + (x / 16 + y / 16) % 2 * 30)
      case (_, 1): return UInt8(110 + y * 60 / height)
      default: return 128
      }
    }
  }

  static let poses: [(String, Quad<OutputSpace>)] = [
    ("upright", Quad(Point2(40, 20), Point2(200, 20), Point2(200, 180), Point2(40, 180))),
    (
      "turned",
      Quad(Point2(70.3, 12.2), Point2(220.1, 60.4), Point2(170.8, 190.9), Point2(20.2, 140.1))
    ),
    ("perspective", Quad(Point2(90, 30), Point2(150, 34), Point2(236, 188), Point2(10, 170))),
    ("small", Quad(Point2(100, 80), Point2(139, 83), Point2(136, 121), Point2(98, 118))),
    ("cut-off", Quad(Point2(-90, -60), Point2(190, -80), Point2(170, 190), Point2(-70, 230))),
  ]

  @Test(arguments: poses.indices, [PixelFormat.premultipliedRGBA8, yuv])
  func `every pose looks as it was recorded`(index: Int, format: PixelFormat) throws {
    let (name, quad) = Self.poses[index]
    let map = try #require(
      Homography<ArtworkSpace, OutputSpace>(rectangle: 160, 160, to: quad))
    var canvas = Self.ground(format, 240, 200)
    try canvas.draw(Texture(Self.badge, for: format), at: map)
    let kind = format == Self.yuv ? "yuv" : "rgba"
    expectGolden(StraightRGBA8(canvas), "Compositing/\(kind)-\(name)")
  }

  @Test(arguments: Compositor.BlendMode.allCases, [PixelFormat.premultipliedRGBA8, yuv])
  func `every blend mode looks as it was recorded`(mode: Compositor.BlendMode, format: PixelFormat)
    throws
  {
    let map = try #require(
      Homography<ArtworkSpace, OutputSpace>(rectangle: 160, 160, to: Self.poses[1].1))
    var canvas = Self.ground(format, 240, 200)
    try canvas.draw(Texture(Self.badge, for: format), at: map, opacity: 0.9, blend: mode)
    let kind = format == Self.yuv ? "yuv" : "rgba"
    expectGolden(StraightRGBA8(canvas), "Compositing/\(kind)-\(mode)")
  }
}
