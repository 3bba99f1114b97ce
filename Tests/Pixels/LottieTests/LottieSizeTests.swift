import Geometry
import Imaging
import Lottie
import TestSupport
import Testing

/// The sizes at which animations are drawn for those at which they are seen.
@Suite struct LottieSizeTests {
  @Test func `a picture is as large as what is seen, and at most 1.42 times as large`() {
    var random = SplitMix64(state: 41)
    for _ in 0..<500 {
      let file = PixelSize<ArtworkSpace>(
        clamping: Int.random(in: 1...4096, using: &random),
        Int.random(in: 1...4096, using: &random))
      let seen = Double.random(in: 16...2048, using: &random)
      let size = LottieSize(of: file, seen: seen)
      let longer = Double(max(size.width, size.height))
      #expect(longer >= seen && longer <= 1.42 * seen + 1)
      #expect(max(size.width, size.height) <= LottieSize.mostSide)
    }
    #expect(LottieSize(of: PixelSize(clamping: 8, 8), seen: 1).width == 16)
    #expect(LottieSize(of: PixelSize(clamping: 8, 8), seen: 9000).width == 2048)
    #expect(LottieSize(of: PixelSize(clamping: 8, 8), seen: .infinity).width == 2048)
  }

  /// By how much of each column and row is covered, edges are known to a small part of a pixel.
  @Test func `no edge moves by more than half a pixel of what is seen`() throws {
    // Sides of no common proportion, so that the picture's rows are no whole number of the animation's.
    var maker = LottieMaker()
    (maker.width, maker.height) = (211, 97)
    maker.layers = [
      LottieMaker.rectangle(
        "[101, 43]", at: LottieMaker.still("[97.5, 51.5]"), colour: "[1, 1, 1, 1]")
    ]
    let file = try maker.file
    let exact = (left: 47.0, right: 148.0, top: 30.0, bottom: 73.0)
    for seen in stride(from: 24.0, through: 900, by: 61.7) {
      let size = LottieSize(of: file.size, seen: seen)
      let picture = try LottieDrawing.picture(
        of: file, frame: 0, width: size.width, height: size.height)
      func alpha(_ x: Int, _ y: Int) -> Double {
        Double(picture.bytes[4 * (y * picture.width + x) + 3]) / 255
      }
      // Through the rectangle's own middle.
      let row = Int(Double(size.height) * 51.5 / 97)
      let column = Int(Double(size.width) * 97.5 / 211)
      let columns = (0..<size.width).map { alpha($0, row) }
      let rows = (0..<size.height).map { alpha(column, $0) }
      func edges(_ cover: [Double]) -> (Double, Double)? {
        guard let first = cover.firstIndex(where: { $0 > 0 }),
          let last = cover.lastIndex(where: { $0 > 0 })
        else { return nil }
        return (Double(first) + 1 - cover[first], Double(last) + cover[last])
      }
      let across = try #require(edges(columns))
      let down = try #require(edges(rows))
      let start = size.toArtwork(Point2(across.0, down.0))
      let end = size.toArtwork(Point2(across.1, down.1))
      let unit = seen / 211
      for (found, expected) in [
        (start.x, exact.left), (end.x, exact.right), (start.y, exact.top), (end.y, exact.bottom),
      ] {
        #expect(abs(found - expected) * unit <= 0.5, "\(seen): \(found), \(expected)")
      }
    }
  }

  @Test func `the size follows the longest side of where it is drawn`() throws {
    let file = PixelSize<ArtworkSpace>(clamping: 100, 50)
    let place = try #require(
      Homography<ArtworkSpace, OutputSpace>(
        rectangle: 100, 50,
        to: Quad(Point2(0, 0), Point2(200, 0), Point2(260, 90), Point2(-40, 90))))
    // 300 pixels at its lower side.
    #expect(LottieSize(of: file, at: place).width == 362)
  }
}
