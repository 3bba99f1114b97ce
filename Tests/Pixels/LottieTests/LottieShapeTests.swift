import Foundation
import Imaging
import Lottie
import Testing

/// Stars, dashes and gradients, against where and how the format says that they are drawn.
@Suite struct LottieShapeTests {
  private static let white = "{\"ty\": \"fl\", \"c\": {\"k\": [1, 1, 1]}}"

  private func picture(
    _ shapes: String, width: Int = 200, height: Int = 100, frame: Int = 0
  ) throws -> StraightRGBA8 {
    var maker = LottieMaker()
    (maker.width, maker.height) = (width, height)
    maker.layers = [LottieMaker.layer("[\(shapes)]")]
    return try LottieDrawing.picture(of: maker.file, frame: frame, width: width, height: height)
  }

  // MARK: - Stars

  private func star(
    _ kind: Int, tips: Int, inner: Int = 20, turn: String, rounding: String = "0"
  ) -> String {
    "{\"ty\": \"sr\", \"sy\": \(kind), \"p\": {\"k\": [100, 100]}, \"pt\": {\"k\": \(tips)},"
      + " \"or\": {\"k\": 90}, \"ir\": {\"k\": \(inner)}, \"r\": \(turn), \"os\": {\"k\": \(rounding)},"
      + " \"is\": {\"k\": 0}}, \(Self.white)"
  }

  /// The opacity at a place about the middle, by the degrees from the top.
  private func alpha(_ picture: StraightRGBA8, _ radius: Double, degrees: Double) -> UInt8 {
    let angle = (degrees - 90) * .pi / 180
    return picture[
      Int((100 + radius * cos(angle)).rounded(.down)),
      Int((100 + radius * sin(angle)).rounded(.down))
    ]
    .alpha
  }

  @Test(arguments: [1, 2], [0.0, 20, 45, -30])
  func `a star or polygon is turned by its angle`(kind: Int, degrees: Double) throws {
    let drawn = try picture(
      star(kind, tips: 3, turn: "{\"k\": \(degrees)}"), width: 200, height: 200)
    for tip in 0..<3 {
      let direction = degrees + 120 * Double(tip)
      #expect(alpha(drawn, 82, degrees: direction) == 255, "tip \(tip)")
      // Between tips a triangle's side is 45 from the middle, a star's corner 20.
      #expect(alpha(drawn, 50, degrees: direction + 60) == 0, "side \(tip)")
      // At 80 of 90 a tip is 6 degrees wide to each side at most.
      #expect(alpha(drawn, 80, degrees: direction + 9) == 0, "right of tip \(tip)")
      #expect(alpha(drawn, 80, degrees: direction - 9) == 0, "left of tip \(tip)")
    }
  }

  @Test func `a star turns as far as its keys say`() throws {
    let turn = LottieMaker.linear("[0]", "[80]", from: 0, to: 40)
    let drawn = try picture(star(1, tips: 3, turn: turn), width: 200, height: 200, frame: 20)
    #expect(alpha(drawn, 80, degrees: 40) == 255)
    #expect(alpha(drawn, 80, degrees: 80) == 0)
  }

  @Test(arguments: [1, 2], [3, 4, 5, 8])
  func `an upright star or polygon is alike on both sides`(kind: Int, tips: Int) throws {
    let drawn = try picture(
      star(kind, tips: tips, inner: 45, turn: "{\"k\": 0}", rounding: "40"), width: 200, height: 200
    )
    var most = 0
    for y in 0..<200 {
      for x in 0..<100 {
        most = max(most, abs(Int(drawn[x, y].alpha) - Int(drawn[199 - x, y].alpha)))
      }
    }
    // A turn of a degree moves the outline by 1.5 pixels.
    #expect(most < 64)
  }

  /// Of 100 %, the tangents of a polygon are a quarter of the circle by corners: a square is a circle nearly.
  @Test func `a rounded square bulges as its tangents say`() throws {
    let drawn = try picture(
      star(2, tips: 4, turn: "{\"k\": 0}", rounding: "100"), width: 200, height: 200)
    // Tangents of pi / 8 of the radius: the middle of the curve lies at (1/2 + 3/8 pi/8) of both sides.
    let bulge = 90 * (0.5 + 0.375 * .pi / 8) * 2.0.squareRoot()
    #expect(alpha(drawn, bulge - 2, degrees: 45) == 255)
    #expect(alpha(drawn, bulge + 2, degrees: 45) == 0)
  }

  // MARK: - Dashes

  /// A line over the whole width, 10 high, from the left.
  private func line(_ dashes: String, ends: Int = 1, width: Int = 10) -> String {
    "{\"ty\": \"sh\", \"ks\": {\"k\": {\"v\": [[0, 50], [200, 50]], \"i\": [[0, 0], [0, 0]],"
      + " \"o\": [[0, 0], [0, 0]], \"c\": false}}},"
      + " {\"ty\": \"st\", \"c\": {\"k\": [1, 1, 1]}, \"o\": {\"k\": 100}, \"w\": {\"k\": \(width)},"
      + " \"lc\": \(ends), \"lj\": 1, \"d\": [\(dashes)]}"
  }

  private func entry(_ name: String, _ length: String) -> String {
    "{\"n\": \"\(name)\", \"v\": \(length)}"
  }

  private func expectDashes(
    _ lengths: [Double], from offset: Double, in picture: StraightRGBA8,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    // As SVG says: an odd count is taken twice, and the line begins so far into the pattern.
    let pattern = lengths.count % 2 == 0 ? lengths : lengths + lengths
    let total = pattern.reduce(0, +)
    for x in 0..<200 {
      var phase = (Double(x) + 0.5 + offset).truncatingRemainder(dividingBy: total)
      if phase < 0 { phase += total }
      var (index, end) = (0, pattern[0])
      while phase >= end {
        index += 1
        end += pattern[index]
      }
      let start = end - pattern[index]
      // Pixels at an edge are mixed.
      guard phase - start > 1, end - phase > 1 else { continue }
      let expected: UInt8 = index % 2 == 0 ? 255 : 0
      guard picture[x, 50].alpha == expected else {
        Issue.record(
          "\(x): \(picture[x, 50].alpha), expected \(expected)", sourceLocation: sourceLocation)
        return
      }
    }
  }

  @Test(
    arguments: [[20.0], [20, 10], [30, 5, 8, 12], [30, 5, 8], [10, 4, 12, 4, 20, 8]],
    [nil, 0.0, 7, 33, 61, -12])
  func `dashes and gaps have their lengths, with an offset and without`(
    lengths: [Double], offset: Double?
  ) throws {
    var entries = lengths.enumerated().map { entry($0 % 2 == 0 ? "d" : "g", "{\"k\": \($1)}") }
    // The offset is known by its name, wherever it stands.
    if let offset { entries.insert(entry("o", "{\"k\": \(offset)}"), at: lengths.count / 2) }
    let drawn = try picture(line(entries.joined(separator: ",")))
    expectDashes(lengths, from: offset ?? 0, in: drawn)
  }

  @Test func `dashes move by their offset's keys, and those of several lengths are named`() throws {
    let moving = LottieMaker.linear("[0]", "[120]", from: 0, to: 40)
    let entries = [entry("d", "{\"k\": 24}"), entry("g", "{\"k\": 16}"), entry("o", moving)]
    for frame in [0, 5, 10, 27] {
      let drawn = try picture(line(entries.joined(separator: ",")), frame: frame)
      expectDashes([24, 16], from: 3 * Double(frame), in: drawn)
    }
    var maker = LottieMaker()
    let more = entries + [entry("d", "{\"k\": 9}"), entry("g", "{\"k\": 4}")]
    maker.layers = [LottieMaker.layer("[\(line(more.joined(separator: ",")))]")]
    #expect(try maker.file.missing.map(\.feature) == ["moving dashes of several lengths"])
  }

  @Test func `dashes without a length are dots by their round ends alone`() throws {
    let dots = entry("d", "{\"k\": 0}") + "," + entry("g", "{\"k\": 20}")
    let round = try picture(line(dots, ends: 2))
    for dot in 1..<9 {
      #expect(round[20 * dot, 50].alpha == 255)
      #expect(round[20 * dot, 47].alpha == 255)
      #expect(round[20 * dot + 10, 50].alpha == 0)
    }
    let blunt = try picture(line(dots, ends: 1))
    #expect((0..<200).allSatisfy { blunt[$0, 50].alpha == 0 })
    // Gaps without a length are none.
    let whole = try picture(
      line(entry("d", "{\"k\": 7}") + "," + entry("g", "{\"k\": 0}"), ends: 1))
    #expect((1..<199).allSatisfy { whole[$0, 50].alpha == 255 })
  }

  // MARK: - Gradients

  private func gradient(_ count: Int, _ numbers: String, member: String = "") -> String {
    "{\"ty\": \"rc\", \"p\": {\"k\": [128, 50]}, \"s\": {\"k\": [256, 100]}},"
      + " {\"ty\": \"gf\", \"t\": 1, \"s\": {\"k\": [0, 0]}, \"e\": {\"k\": [256, 0]}, \"o\": {\"k\": 100},"
      + " \"g\": {\"p\": \(count), \"k\": {\"k\": \(numbers)}}\(member)}"
  }

  /// White goes to black while the opacity goes from 1 to 0: over white that is a grey of its own.
  @Test func `a gradient mixes its colours and its opacities each by themselves`() throws {
    let drawn = try picture(gradient(2, "[0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 0]"), width: 256)
    for x in stride(from: 4, to: 252, by: 4) {
      let left = 1 - (Double(x) + 0.5) / 256
      let found = drawn[x, 50]
      #expect(abs(Double(found.alpha) - 255 * left) < 2.5, "\(x)")
      // Multiplied by its opacity, as it is seen: 255 by left, by left again.
      let seen = Double(found.red) * Double(found.alpha) / 255
      #expect(abs(seen - 255 * left * left) < 3, "\(x)")
    }
  }

  /// Each by linear interpolation between its own stops, by hand.
  @Test func `colours and opacities have stops at places of their own`() throws {
    let drawn = try picture(
      gradient(3, "[0, 1, 0, 0, 0.5, 0, 1, 0, 1, 0, 0, 1, 0.25, 1, 0.75, 0.2]"), width: 256)
    for (x, colour, alpha) in [
      (32, (0.75, 0.25, 0.0), 1.0), (96, (0.25, 0.75, 0), 0.8), (160, (0, 0.75, 0.25), 0.4),
      (224, (0, 0.25, 0.75), 0.2),
    ] {
      let found = drawn[x, 50]
      let parts = [found.red, found.green, found.blue].map(Double.init)
      #expect(abs(Double(found.alpha) - 255 * alpha) < 3, "\(x)")
      for (part, expected) in zip(parts, [colour.0, colour.1, colour.2]) {
        #expect(abs(part - 255 * expected) < 4, "\(x): \(parts)")
      }
    }
  }

  @Test func `a hard edge of a gradient stays hard`() throws {
    let drawn = try picture(
      gradient(
        4, "[0, 1, 0, 0, 0.5, 1, 0, 0, 0.5, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0.5, 1, 0.5, 0.5, 1, 0.5]"),
      width: 256)
    let left = drawn[125, 50]
    #expect(left.red == 255 && left.blue == 0 && left.alpha > 252)
    let right = drawn[130, 50]
    #expect(right.red == 0 && right.blue > 250 && abs(Int(right.alpha) - 127) < 3)
  }

  @Test func `keys of a gradient whose stops pass each other are named`() throws {
    func keys(_ start: String, _ end: String) throws -> [String] {
      var maker = LottieMaker()
      let shapes = gradient(2, "[{\"t\": 0, \"s\": \(start)}, {\"t\": 9, \"s\": \(end)}]")
      maker.layers = [LottieMaker.layer("[\(shapes)]")]
      return try maker.file.missing.map(\.feature)
    }
    let start = "[0, 1, 0, 0, 1, 0, 0, 1, 0.2, 1, 0.8, 0]"
    #expect(try keys(start, "[0, 0, 0, 0, 1, 0, 1, 1, 0.4, 0, 0.6, 1]").isEmpty)
    #expect(
      try keys(start, "[0.5, 1, 0, 0, 1, 0, 0, 1, 0.2, 1, 0.8, 0]")
        == ["gradients whose opacities pass their colours"])
  }

  /// The library tells gradients apart by the sum of their first three stops: of transparent ones by nothing.
  @Test func `a gradient that begins transparent fades as far as its opacity says`() throws {
    let numbers = "[0, 1, 0, 0, 0.2, 0, 1, 0, 0.4, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0.5, 0, 1, 1]"
    for opacity in [100, 40, 70] {
      let fill = gradient(4, numbers).split(separator: "\"o\": {\"k\": 100}")
      let drawn = try picture(fill.joined(separator: "\"o\": {\"k\": \(opacity)}"), width: 256)
      let expected = 255 * (224.5 / 256 - 0.5) * 2 * Double(opacity) / 100
      #expect(abs(Double(drawn[224, 50].alpha) - expected) < 3, "\(opacity)")
    }
  }
}
