import Compositing
import Foundation
import Geometry
import Imaging
import Testing

/// Drawings that are changed beside the picture, against formulas in double precision.
@Suite struct OffscreenDrawingTests {
  private static let size = PixelSize<OutputSpace>(clamping: 64, 48)
  /// Those of the square.
  private static let corners = Quad<OutputSpace>(
    Point2(20, 12), Point2(44, 12), Point2(44, 36), Point2(20, 36))

  /// A square of a colour, 24 x 24 from (20, 12) on, and what the body makes of it on a black picture.
  private func drawn(
    _ colour: RGBA8, opacity: Double = 1, _ body: (inout OffscreenDrawing) -> Void = { _ in }
  ) throws -> PremultipliedRGBA8 {
    let square = StraightRGBA8(
      size: PixelSize<ArtworkSpace>(clamping: 24, 24), filledWith: colour)
    var drawing = OffscreenDrawing()
    drawing.begin(columns: -8..<72, rows: -8..<56)
    let shift = drawing.shift
    let compositor = try Compositor()
    try unsafe drawing.withPicture { picture in
      try unsafe compositor.draw(
        Texture(square, for: OffscreenDrawing.format),
        at: Homography(1, 0, 20, 0, 1, 12, 0, 0, 1).then(shift), opacity: opacity, onto: picture)
    }
    body(&drawing)
    var picture = PremultipliedRGBA8(size: Self.size)
    let result = unsafe picture.withMutablePicture { picture in
      Result { try unsafe drawing.lay(onto: picture, blend: .normal, by: compositor) }
    }
    try #require(result).get()
    return picture
  }

  private func pixel(_ picture: PremultipliedRGBA8, _ x: Int, _ y: Int) -> [Int] {
    (0..<4).map { Int(picture.bytes[4 * (y * picture.width + x) + $0]) }
  }

  @Test(arguments: [(6.0, 0.0), (0, 9), (5, -4)])
  func `a motion leaves the mean over its way`(dx: Double, dy: Double) throws {
    let corners = Self.corners
    func moved(_ part: Double) -> Quad<OutputSpace> {
      corners.map { Point2($0.x + part * dx, $0.y + part * dy) }
    }
    let motion = try #require(
      OffscreenDrawing.Motion(of: corners, from: moved(-0.5), to: moved(0.5)))
    let picture = try drawn(RGBA8(255, 255, 255, 255)) { $0.blur(along: motion) }
    // How much of the exposure a pixel's middle lies within the square; moments are some 24 or fewer, and steps whole pixels.
    var worst = 0.0
    for y in 0..<48 {
      for x in 0..<64 {
        let moments = 400
        let within = (0..<moments).count { moment in
          let part = (Double(moment) + 0.5) / Double(moments) - 0.5
          let (u, v) = (Double(x) + 0.5 - part * dx, Double(y) + 0.5 - part * dy)
          return u > 20 && u < 44 && v > 12 && v < 36
        }
        let alpha = Double(pixel(picture, x, y)[3]) / 255
        worst = max(worst, abs(alpha - Double(within) / Double(moments)))
      }
    }
    #expect(worst < 0.13)
    let mass = (0..<48).flatMap { y in (0..<64).map { pixel(picture, $0, y)[3] } }.reduce(0, +)
    #expect(abs(Double(mass) / 255 - 24 * 24) < 2)
  }

  @Test func `what hardly moves, or moves as no face does, is not blurred`() {
    let corners = Self.corners
    for far in [0, 0.1, 5000, .infinity, .nan] {
      let to = corners.map { Point2<OutputSpace>($0.x + far, $0.y) }
      #expect(OffscreenDrawing.Motion(of: corners, from: corners, to: to) == nil)
    }
  }

  /// From the picture to the unit square over the drawn square.
  private let overSquare = Homography<OutputSpace, PrintSpace>(
    1.0 / 24, 0, -20.0 / 24, 0, 1.0 / 24, -12.0 / 24, 0, 0, 1)

  @Test func `what is not changed is what a layer on the picture would be`() throws {
    let picture = try drawn(RGBA8(200, 90, 30, 255))
    #expect(pixel(picture, 30, 20) == [200, 90, 30, 255])
    #expect(pixel(picture, 19, 20) == [0, 0, 0, 0])
    #expect(pixel(try drawn(RGBA8(200, 90, 30, 128)), 30, 20)[3] == 128)
  }

  @Test(arguments: [0.05, 0.3, 1, 2.5, 4], [255, 100] as [UInt8])
  func `colours are multiplied in linear light`(factor: Double, alpha: UInt8) throws {
    let field = try #require(
      FieldGrid(columns: 1, rows: 1, nodes: [SIMD4(Float(factor), 1, Float(factor), 1)]))
    let picture = try drawn(RGBA8(180, 90, 30, alpha)) { $0.multiply(by: field, over: overSquare) }
    func lit(_ level: Double, _ factor: Double) -> Double {
      let signal = level / 255
      let light = signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
      let dimmed = min(light * factor, 1)
      return 255 * (dimmed <= 0.0031308 ? 12.92 * dimmed : 1.055 * pow(dimmed, 1 / 2.4) - 0.055)
    }
    let expected = [lit(180, factor), 90, lit(30, factor)].map { $0 * Double(alpha) / 255 }
    let found = pixel(picture, 30, 20)
    for (a, b) in zip(expected, found) { #expect(abs(a - Double(b)) <= 2, "\(expected) \(found)") }
    #expect(found[3] == Int(alpha))
  }

  @Test func `factors are interpolated over the square`() throws {
    let field = try #require(
      FieldGrid(
        columns: 2, rows: 2,
        nodes: [
          SIMD4(repeating: 0.2), SIMD4(repeating: 1), SIMD4(repeating: 0.2), SIMD4(repeating: 1),
        ]))
    let picture = try drawn(RGBA8(255, 255, 255, 255)) { $0.multiply(by: field, over: overSquare) }
    for x in [20, 26, 32, 43] {
      let light = 0.2 + 0.8 * (Double(x) + 0.5 - 20) / 24
      let level = 255 * (1.055 * pow(light, 1 / 2.4) - 0.055)
      #expect(abs(level - Double(pixel(picture, x, 30)[0])) <= 1, "\(x)")
    }
  }

  @Test func `colours are mixed with white by a share`() throws {
    let field = try #require(FieldGrid(columns: 1, rows: 1, nodes: [SIMD4(0.25, 0, 0, 0)]))
    let found = pixel(
      try drawn(RGBA8(200, 100, 0, 255)) { $0.whiten(by: field, over: overSquare) }, 30, 20)
    for (a, b) in zip([213.75, 138.75, 63.75], found) { #expect(abs(a - Double(b)) <= 1) }
  }

  @Test(arguments: [SIMD2<Float>(0.8, 0.8), SIMD2(3, 1.5), SIMD2(0, 5)])
  func `a blur keeps what there is and spreads it by its variance`(sigma: SIMD2<Float>) throws {
    func moments(_ picture: PremultipliedRGBA8) -> (sum: Double, x: Double, y: Double) {
      var (sum, x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let alpha = Double(pixel(picture, x, y)[3])
          sum += alpha
          x1 += alpha * Double(x)
          x2 += alpha * Double(x * x)
          y1 += alpha * Double(y)
          y2 += alpha * Double(y * y)
        }
      }
      return (sum, x2 / sum - x1 / sum * (x1 / sum), y2 / sum - y1 / sum * (y1 / sum))
    }
    let before = moments(try drawn(RGBA8(255, 0, 0, 255)))
    let after = moments(try drawn(RGBA8(255, 0, 0, 255)) { $0.blur(sigma) })
    #expect(abs(after.sum / before.sum - 1) < 0.01)
    // Rounded to whole levels, the tails end early.
    #expect(
      abs(after.x - before.x - Double(sigma.x * sigma.x)) < 0.3 + 0.05 * Double(sigma.x * sigma.x))
    #expect(
      abs(after.y - before.y - Double(sigma.y * sigma.y)) < 0.3 + 0.05 * Double(sigma.y * sigma.y))
  }

  @Test func `a shadow is black within an outline, and no darker than it is strong`() throws {
    let outline: [Point2<OutputSpace>] = [
      Point2(22, 14), Point2(42.5, 14), Point2(42.5, 30), Point2(22, 30),
    ]
    let picture = try drawn(RGBA8(255, 200, 100, 255)) { $0.leaveShadow(0.6, within: outline) }
    #expect(pixel(picture, 30, 20) == [0, 0, 0, 153])
    #expect(pixel(picture, 42, 20)[3] == 77 || pixel(picture, 42, 20)[3] == 76)
    #expect(pixel(picture, 30, 31) == [0, 0, 0, 0] && pixel(picture, 21, 20) == [0, 0, 0, 0])
  }

  @Test func `places that are no numbers and grids of no nodes change nothing and end nothing`()
    throws
  {
    #expect(FieldGrid(columns: 0, rows: 0, nodes: []) == nil)
    #expect(FieldGrid(columns: 2, rows: 2, nodes: [.zero]) == nil)
    let field = try #require(FieldGrid(columns: 2, rows: 1, nodes: [SIMD4(1, 2, 3, 4), .zero]))
    #expect(field.value(.nan, .infinity) == SIMD4(1, 2, 3, 4))
    #expect(field.value(1e30, -1e30) == .zero)
    let plain = try drawn(RGBA8(9, 8, 7, 255))
    let nan = Homography<OutputSpace, PrintSpace>(.nan, 0, 0, 0, 1, 0, 0, 0, 1)
    #expect(try drawn(RGBA8(9, 8, 7, 255)) { $0.multiply(by: field, over: nan) } == plain)
  }
}
