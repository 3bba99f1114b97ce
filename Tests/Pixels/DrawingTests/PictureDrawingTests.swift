import Drawing
import Geometry
import Imaging
import TestSupport
import Testing

@Suite struct PictureDrawingTests {
  private func noise(_ width: Int, _ height: Int, opaque: Bool = true) throws -> StraightRGBA8 {
    var generator = SplitMix64(state: 5)
    var bytes = (0..<(4 * width * height)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    if opaque { for i in stride(from: 3, to: bytes.count, by: 4) { bytes[i] = 255 } }
    return try #require(StraightRGBA8(width: width, height: height, bytes: bytes))
  }

  @Test func `a part drawn at its own size is the part`() throws {
    let picture = try noise(40, 30)
    let canvas = try Canvas(size: PixelSize<OutputSpace>(clamping: 20, 10))
    try canvas.draw(
      picture, part: (Point2(7, 9), 20, 10), at: Point2(0, 0), width: 20, height: 10)
    #expect(try canvas.picture() == picture.cropped(x: 7, y: 9, width: 20, height: 10))
  }

  @Test func `a picture made smaller keeps its mean`() throws {
    let picture = try noise(128, 128)
    let canvas = try Canvas(size: PixelSize<OutputSpace>(clamping: 16, 16))
    try canvas.draw(
      picture, part: (Point2(0, 0), 128, 128), at: Point2(0, 0), width: 16, height: 16)
    let small = try canvas.picture()
    func mean(_ bytes: [UInt8]) -> Double {
      Double(bytes.reduce(0) { $0 + Int($1) }) / Double(bytes.count)
    }
    #expect(abs(mean(small.bytes) - mean(picture.bytes)) < 1.5)
    #expect(small.isOpaque)
  }

  @Test func `a picture keeps to its box, and its edges are sharp`() throws {
    let red = StraightRGBA8(
      size: PixelSize<OutputSpace>(clamping: 5, 5), filledWith: RGBA8(200, 10, 20))
    let canvas = try Canvas(size: PixelSize<OutputSpace>(clamping: 30, 30))
    try canvas.draw(red, part: (Point2(0, 0), 5, 5), at: Point2(10, 10), width: 12, height: 12)
    let picture = try canvas.picture()
    for y in 0..<30 {
      for x in 0..<30 {
        let inside = (10..<22).contains(x) && (10..<22).contains(y)
        #expect(picture[x, y] == (inside ? RGBA8(200, 10, 20) : RGBA8(0, 0, 0, 0)))
      }
    }
  }

  @Test func `tiles repeat`() throws {
    let tile = try noise(8, 4)
    let canvas = try Canvas(size: PixelSize<OutputSpace>(clamping: 24, 12))
    try canvas.tile(tile, width: 8, height: 4)
    let picture = try canvas.picture()
    for y in 0..<12 {
      for x in 0..<24 { #expect(picture[x, y] == tile[x % 8, y % 4]) }
    }
  }

  @Test func `a soft gradient is the gradient`() throws {
    let size = PixelSize<OutputSpace>(clamping: 200, 120)
    let paint = Paint.radial(
      centre: Point2(90, 50), radius: 110, [(0, Colour(0xFF8040)), (1, Colour(0x103060))])
    let exact = try Canvas(size: size)
    let soft = try Canvas(size: size)
    exact.paint(paint)
    try soft.paintSoftly(paint)
    let (a, b) = (try exact.picture().bytes, try soft.picture().bytes)
    // The tip of the cone is what bilinear enlargement rounds off.
    #expect(zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 5 })
  }
}
