import Foundation
import Geometry
import Imaging
import Lottie
import TestSupport
import Testing

/// Drawn shapes, against where they lie by hand.
@Suite struct LottieDrawingTests {
  /// Columns and rows that are opaque, and what lies about them is not.
  private func expectRectangle(
    _ picture: StraightRGBA8, x: Range<Int>, y: Range<Int>, colour: RGBA8,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for row in 0..<picture.height {
      for column in 0..<picture.width {
        let isInside = x.contains(column) && y.contains(row)
        let found = picture[column, row]
        let expected = isInside ? colour : RGBA8(0, 0, 0, 0)
        guard found != expected else { continue }
        Issue.record(
          "at \(column), \(row): \(found), expected \(expected)", sourceLocation: sourceLocation)
        return
      }
    }
  }

  /// x goes by 4 pixels a frame: its middle is at 20 + 4 n.
  @Test(arguments: [0, 1, 10, 25, 39])
  func `a rectangle lies where its linear keys say, in its colour`(frame: Int) throws {
    let file = try LottieMaker.movingRectangle.file
    #expect(file.size == PixelSize(clamping: 200, 100))
    #expect(file.frames == 40 && file.framesPerSecond == 20)
    let picture = try LottieDrawing.picture(of: file, frame: frame, width: 200, height: 100)
    let left = 20 + 4 * frame - 10
    // 0.5 and 0.25 of 255 are 127.5 and 63.75, which the library rounds down.
    expectRectangle(
      picture, x: left..<(left + 20), y: 30..<70, colour: RGBA8(255, 127, 63))
  }

  @Test func `twice the size is twice as far`() throws {
    let picture = try LottieDrawing.picture(
      of: LottieMaker.movingRectangle.file, frame: 10, width: 400, height: 200)
    expectRectangle(picture, x: 100..<140, y: 60..<140, colour: RGBA8(255, 127, 63))
  }

  @Test func `the frame after the last one is the last one`() throws {
    let file = try LottieMaker.movingRectangle.file
    let last = try LottieDrawing.picture(of: file, frame: 39, width: 200, height: 100)
    #expect(try LottieDrawing.picture(of: file, frame: 4000, width: 200, height: 100) == last)
  }

  @Test func `an animation begins with its first frame, not with 0`() throws {
    var maker = LottieMaker.movingRectangle
    maker.first = "10"
    let picture = try LottieDrawing.picture(of: maker.file, frame: 5, width: 200, height: 100)
    // The frame 15 of the composition.
    expectRectangle(picture, x: 70..<90, y: 30..<70, colour: RGBA8(255, 127, 63))
  }

  @Test func `colours keep their level under opacity`() throws {
    var maker = LottieMaker()
    maker.layers = [
      LottieMaker.rectangle(
        "[100, 60]", at: LottieMaker.still("[100, 50]"), colour: "[0, 1, 0, 1]", opacity: "40")
    ]
    let picture = try LottieDrawing.picture(of: maker.file, frame: 0, width: 200, height: 100)
    let found = picture[100, 50]
    #expect(found.red == 0 && found.green == 255 && found.blue == 0)
    #expect(abs(Int(found.alpha) - 102) <= 1)
  }

  @Test func `a layer lies above those after it, in its time alone`() throws {
    var maker = LottieMaker()
    let middle = LottieMaker.still("[100, 50]")
    maker.layers = [
      LottieMaker.rectangle("[20, 20]", at: middle, colour: "[1, 0, 0, 1]")
        .replacing("\"ip\": 0, \"op\": 1000", with: "\"ip\": 10, \"op\": 20"),
      LottieMaker.rectangle("[60, 60]", at: middle, colour: "[0, 0, 1, 1]", member: "\"ind\": 2"),
    ]
    let file = try maker.file
    for (frame, isRed) in [(9, false), (10, true), (19, true), (20, false)] {
      let picture = try LottieDrawing.picture(of: file, frame: frame, width: 200, height: 100)
      #expect(picture[100, 50] == (isRed ? RGBA8(255, 0, 0) : RGBA8(0, 0, 255)), "\(frame)")
      #expect(picture[75, 50] == RGBA8(0, 0, 255))
    }
  }

  @Test func `a precomposition and a parent move what they hold`() throws {
    var maker = LottieMaker()
    maker.assets = [
      "{\"id\": \"a\", \"layers\": ["
        + LottieMaker.rectangle(
          "[20, 20]", at: LottieMaker.still("[10, 10]"), colour: "[1, 1, 0, 1]",
          member: "\"ind\": 1, \"parent\": 7")
        + ", {\"ty\": 3, \"ind\": 7, \"ks\": {\"p\": {\"k\": [5, 0]}}}]}"
    ]
    maker.layers = [
      "{\"ty\": 0, \"refId\": \"a\", \"w\": 100, \"h\": 100, \"ks\": {\"p\": {\"k\": [50, 20]}}}"
    ]
    let picture = try LottieDrawing.picture(of: maker.file, frame: 0, width: 200, height: 100)
    // 50 + 5 + (10 - 10) = 55.
    expectRectangle(picture, x: 55..<75, y: 20..<40, colour: RGBA8(255, 255, 0))
  }

  /// Of a single shape, which the library does not draw by itself, and of two.
  @Test(arguments: [1, 2])
  func `a matte shows of a layer what lies within the layer before`(shapes: Int) throws {
    var maker = LottieMaker()
    let bars = (0..<shapes).map { index in
      "{\"ty\": \"gr\", \"it\": [{\"ty\": \"rc\", \"p\": {\"k\": [\(40 * index), 0]},"
        + " \"s\": {\"k\": [20, 90]}}, {\"ty\": \"fl\", \"c\": {\"k\": [0, 1, 0, 1]}}]}"
    }
    maker.layers = [
      LottieMaker.rectangle(
        "[200, 40]", at: LottieMaker.still("[100, 50]"), colour: "[1, 1, 1, 1]",
        member: "\"ind\": 1, \"td\": 1"),
      LottieMaker.layer(
        "[\(bars.joined(separator: ","))]", at: LottieMaker.still("[60, 50]"),
        member: "\"ind\": 2, \"tt\": 1"),
    ]
    let picture = try LottieDrawing.picture(of: maker.file, frame: 0, width: 200, height: 100)
    #expect(picture[60, 50].green == 255 && picture[60, 50].alpha > 245)
    #expect((picture[100, 50].alpha > 245) == (shapes == 2))
    for (x, y) in [(60, 20), (60, 80), (30, 50), (150, 50)] {
      #expect(picture[x, y].alpha == 0, "\(x), \(y)")
    }
  }

  /// With the number of the layer that a matte is taken of: the layer before, or another one.
  @Test(arguments: [1, 7])
  func `a matte of a layer elsewhere is left out, and that layer is not drawn`(source: Int) throws {
    var maker = LottieMaker()
    let white = "[1, 1, 1, 1]"
    maker.layers = [
      // The matte of the last layer, where its number is 7.
      LottieMaker.rectangle(
        "[20, 20]", at: LottieMaker.still("[180, 50]"), colour: white,
        member: "\"ind\": 7, \"td\": 1"),
      LottieMaker.rectangle(
        "[20, 20]", at: LottieMaker.still("[20, 50]"), colour: white,
        member: "\"ind\": 1\(source == 1 ? ", \"td\": 1" : "")"),
      LottieMaker.rectangle(
        "[120, 20]", at: LottieMaker.still("[60, 50]"), colour: "[0, 1, 0, 1]",
        member: "\"ind\": 2, \"tt\": 1, \"tp\": \(source)"),
    ]
    let file = try maker.file
    let picture = try LottieDrawing.picture(of: file, frame: 0, width: 200, height: 100)
    #expect(picture[180, 50].alpha == 0)
    if source == 1 {
      #expect(file.missing.isEmpty)
      #expect(picture[20, 50].green == 255 && picture[20, 50].red == 0)
      #expect(picture[60, 50].alpha == 0)
    } else {
      #expect(file.missing.map(\.feature) == ["mattes other than the layer before"])
      #expect(picture[20, 50] == RGBA8(255, 255, 255))
      #expect(picture[100, 50] == RGBA8(0, 255, 0))
    }
  }

  @Test func `a layer turns by its keys, also one that does not say that it is flat`() throws {
    var maker = LottieMaker()
    maker.layers = [
      LottieMaker.rectangle(
        "[60, 10]", at: LottieMaker.still("[100, 50]"), colour: "[1, 1, 1, 1]"
      ).replacing(
        "\"o\": \(LottieMaker.still("100"))}, \"shapes\"",
        with: "\"r\": \(LottieMaker.linear("[0]", "[90]", from: 0, to: 30))}, \"shapes\"")
    ]
    let flat = try LottieDrawing.picture(of: maker.file, frame: 0, width: 200, height: 100)
    let upright = try LottieDrawing.picture(of: maker.file, frame: 30, width: 200, height: 100)
    expectRectangle(flat, x: 70..<130, y: 45..<55, colour: RGBA8(255, 255, 255))
    expectRectangle(upright, x: 95..<105, y: 20..<80, colour: RGBA8(255, 255, 255))
  }
}

extension String {
  fileprivate func replacing(_ part: String, with other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
