import Geometry
import Imaging
import Lottie
import TestSupport
import Testing

/// Files that say more, or less, than the library draws, and can be drawn all the same.
@Suite struct LottieLenienceTests {
  private static let white = "[1, 1, 1, 1]"
  private static let fill = "{\"ty\": \"fl\", \"c\": {\"k\": \(white)}, \"o\": {\"k\": 100}}"

  private func picture(_ maker: LottieMaker, frame: Int = 0) throws -> StraightRGBA8 {
    try LottieDrawing.picture(
      of: maker.file, frame: frame, width: maker.width, height: maker.height)
  }

  private func picture(_ shapes: String, members: String = "\"ind\": 1") throws -> StraightRGBA8 {
    var maker = LottieMaker()
    maker.layers = [LottieMaker.layer("[\(shapes)]", member: members)]
    return try picture(maker)
  }

  private func box(_ side: Double, at x: Int, _ y: Int) -> String {
    "{\"ty\": \"rc\", \"p\": {\"k\": [\(x), \(y)]}, \"s\": {\"k\": [\(side), \(side)]}}"
  }

  private func count(_ picture: StraightRGBA8) -> Int {
    stride(from: 3, to: picture.bytes.count, by: 4).count { picture.bytes[$0] > 0 }
  }

  @Test func `an outline without points draws nothing, whatever paints it`() throws {
    let empty = "{\"i\": [], \"o\": [], \"v\": [], \"c\": true}"
    let keys = "[{\"t\": 0, \"s\": [\(empty)]}, {\"t\": 9, \"s\": [\(empty)]}]"
    let box = box(20, at: 50, 50)
    for outline in [empty, empty.split(separator: "true").joined(separator: "false"), keys] {
      let path = "{\"ty\": \"sh\", \"ks\": {\"k\": \(outline)}}"
      for ends in 1...3 {
        let stroke =
          "{\"ty\": \"st\", \"c\": {\"k\": \(Self.white)}, \"o\": {\"k\": 100}, \"w\": {\"k\": 30}, \"lc\": \(ends)}"
        #expect(count(try picture("\(path), \(Self.fill), \(stroke)")) == 0)
      }
      #expect(count(try picture("\(path), \(box), \(Self.fill)")) == 400)
      // Nothing lies within such a mask, and all outside.
      for (inverted, expected) in [(false, 0), (true, 400)] {
        let mask =
          "\"masksProperties\": [{\"mode\": \"a\", \"inv\": \(inverted), \"pt\": {\"k\": \(outline)}}]"
        #expect(
          count(try picture("\(box), \(Self.fill)", members: mask)) == expected, "\(inverted)")
      }
    }
  }

  @Test func `an outline of other points than the one before comes with its key`() throws {
    let empty = "[{\"i\": [], \"o\": [], \"v\": []}]"
    func outline(_ points: String) -> String {
      let none = points.split(separator: "], [").map { _ in "[0, 0]" }.joined(separator: ",")
      return "[{\"i\": [\(none)], \"o\": [\(none)], \"v\": [\(points)], \"c\": true}]"
    }
    let triangle = outline("[0, 0], [20, 0], [0, 20]")
    let square = outline("[0, 0], [20, 0], [20, 20], [0, 20]")
    let keys = [empty, square, triangle, square].enumerated().map {
      "{\"t\": \(5 * $0), \"s\": \($1)}"
    }
    var maker = LottieMaker()
    maker.layers = [
      LottieMaker.layer(
        "[{\"ty\": \"sh\", \"ks\": {\"k\": [\(keys.joined(separator: ","))]}}, \(Self.fill)]")
    ]
    for (frame, isSeen, isWhole) in [
      (0, false, false), (4, false, false), (5, true, true), (9, true, true), (10, true, false),
      (14, true, false), (15, true, true), (30, true, true),
    ] {
      let picture = try picture(maker, frame: frame)
      #expect((picture[4, 4].alpha == 255) == isSeen, "\(frame)")
      #expect((picture[16, 16].alpha == 255) == isWhole, "\(frame)")
    }
  }

  /// Columns and rows, and those that they count as.
  @Test(arguments: [
    (4096, 4096, 4096, 4096), (5100, 5100, 4096, 4096), (16_384, 4096, 4096, 1024),
    (1000, 8000, 512, 4096),
  ])
  func `a large composition counts as a smaller one, and is drawn whole`(
    width: Int, height: Int, columns: Int, rows: Int
  ) throws {
    var maker = LottieMaker()
    (maker.width, maker.height) = (width, height)
    maker.layers = [
      LottieMaker.rectangle(
        "[\(width / 2), \(height / 2)]", at: LottieMaker.still("[\(width / 4), \(height / 4)]"),
        colour: Self.white)
    ]
    let file = try maker.file
    #expect(file.size == PixelSize(clamping: columns, rows))
    let size = LottieSize(of: file.size, seen: 128)
    let picture = try LottieDrawing.picture(
      of: file, frame: 0, width: size.width, height: size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isInside = 2 * x < size.width && 2 * y < size.height
        #expect(picture[x, y].alpha == (isInside ? 255 : 0), "\(x), \(y)")
      }
    }
  }

  @Test func `a small shape may be made 200 times as large, and more where that is small`() throws {
    func scaled(_ side: Double, _ percent: Int) -> String {
      "{\"ty\": \"gr\", \"it\": [\(box(side, at: 0, 0)), \(Self.fill),"
        + " {\"ty\": \"tr\", \"p\": {\"k\": [100, 50]}, \"s\": {\"k\": [\(percent), \(percent)]}}]}"
    }
    #expect(count(try picture(scaled(0.1, 20_000))) == 400)
    #expect(count(try picture(scaled(0.002, 1_000_000))) == 400)
    #expect(throws: LottieFault.self) { try picture(scaled(0.002, 1_000_001)) }
  }

  @Test func `a file of half a million values is drawn`() throws {
    let point = "[[0,0],[9,0],[9,9]]"
    let shape = "{\"ty\":\"sh\",\"ks\":{\"k\":{\"v\":\(point),\"i\":\(point),\"o\":\(point)}}},"
    let group = "{\"ty\": \"gr\", \"it\": [\(box(20, at: 50, 50)), \(Self.fill)]}"
    var maker = LottieMaker()
    maker.layers = [
      LottieMaker.layer("[\(String(repeating: shape, count: 15_000))\(group)]")
    ]
    #expect(maker.text.utf8.count { ",[{".utf8.contains($0) } > 500_000)
    #expect(count(try picture(maker)) >= 400)
  }

  @Test func `a solid without a colour is white`() throws {
    var maker = LottieMaker()
    maker.layers = ["{\"ty\": 1, \"sw\": 200, \"sh\": 100, \"sc\": \"\", \"ip\": 0, \"op\": 9}"]
    #expect(try picture(maker)[100, 50] == RGBA8(255, 255, 255))
  }

  // MARK: - The border

  /// A layer over all of a composition, by its kind.
  private func cover(_ kind: String, _ maker: inout LottieMaker) -> String {
    let (width, height) = (maker.width, maker.height)
    let beyond = LottieMaker.rectangle(
      "[\(4 * width), \(4 * height)]", at: LottieMaker.still("[0, 0]"), colour: Self.white)
    switch kind {
    case "precomposition":
      maker.assets = ["{\"id\": \"a\", \"layers\": [\(beyond)]}"]
      return "{\"ty\": 0, \"refId\": \"a\", \"w\": \(width), \"h\": \(height)}"
    case "solid":
      return
        "{\"ty\": 1, \"sw\": \(width), \"sh\": \(height), \"sc\": \"#ffffff\", \"ip\": 0, \"op\": 9}"
    case "shape":
      return LottieMaker.rectangle(
        "[\(width), \(height)]",
        at: LottieMaker.still("[\(Double(width) / 2), \(Double(height) / 2)]"), colour: Self.white)
    default: return beyond
    }
  }

  @Test(arguments: ["precomposition", "solid", "shape", "beyond"])
  func `nothing of what lies below a full cover shows at the border`(kind: String) throws {
    var random = SplitMix64(state: 350)
    for sides in [(350, 419), (200, 200), (620, 164)]
      + (0..<9).map({ _ in
        (Int.random(in: 20...1400, using: &random), Int.random(in: 20...1400, using: &random))
      })
    {
      var maker = LottieMaker()
      (maker.width, maker.height) = sides
      let below = LottieMaker.rectangle(
        "[\(2 * sides.0), \(2 * sides.1)]",
        at: LottieMaker.still("[\(sides.0 / 2), \(sides.1 / 2)]"), colour: "[0, 0.8, 0.7, 1]",
        member: "\"ind\": 9")
      maker.layers = [cover(kind, &maker), below]
      let file = try maker.file
      for seen in [16.0, 45, 128, 181, 512] {
        let size = LottieSize(of: file.size, seen: seen)
        let picture = try LottieDrawing.picture(
          of: file, frame: 0, width: size.width, height: size.height)
        #expect(picture.bytes.allSatisfy { $0 == 255 }, "\(sides), \(seen)")
      }
    }
  }
}
