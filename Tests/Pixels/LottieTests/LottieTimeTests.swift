import Imaging
import Lottie
import Testing

/// At which of its own times a precomposition is shown: a square of 20 pixels in it goes by 16 pixels a frame,
/// and half a step of its time is a quarter of a pixel.
@Suite struct LottieTimeTests {
  /// How far the square has gone, in frames, from how far its pixels are covered; nil where it is not drawn.
  private func time(
    of members: String, frame: Int, rate: String = "20", end: String = "40"
  ) throws -> Double? {
    var maker = LottieMaker()
    maker.rate = rate
    maker.end = end
    let keys = LottieMaker.linear("[10, 50]", "[1610, 50]", from: 0, to: 100)
    maker.assets = [
      "{\"id\": \"a\", \"layers\": ["
        + LottieMaker.rectangle(
          "[20, 40]", at: keys, colour: "[1, 1, 1, 1]", member: "\"ind\": 1, \"a\": 0") + "]}"
    ]
    maker.layers = [
      "{\"ty\": 0, \"refId\": \"a\", \"w\": 2000, \"h\": 100, \"ip\": 0, \"op\": 1000, \(members)}"
    ]
    let picture = try LottieDrawing.picture(of: maker.file, frame: frame, width: 200, height: 100)
    var (sum, moment) = (0.0, 0.0)
    for x in 0..<picture.width {
      let alpha = Double(picture[x, 50].alpha)
      sum += alpha
      moment += alpha * (Double(x) + 0.5)
    }
    // In part outside, its middle is not seen.
    guard sum > 0.99 * 20 * 255 else { return nil }
    return (moment / sum - 10) / 16
  }

  private func expectTime(
    _ expected: Double, of members: String, frame: Int, rate: String = "20",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try #require(
      try time(of: members, frame: frame, rate: rate), sourceLocation: sourceLocation)
    #expect(abs(found - expected) < 0.03, "\(found)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [0, 1, 2, 5, 9, 20])
  func `a remapping is shown between frames`(frame: Int) throws {
    // 0.3 frames in each.
    let keys = LottieMaker.linear("[0]", "[0.6]", from: 0, to: 40)
    try expectTime(0.3 * Double(frame), of: "\"tm\": \(keys)", frame: frame)
  }

  @Test(arguments: ["20", "30", "29.97", "24"])
  func `a remapping that stays is shown at its time`(rate: String) throws {
    let fps = try #require(Double(rate))
    let held = "{\"k\": [{\"t\": 0, \"s\": [0.1], \"h\": 1}, {\"t\": 9, \"s\": [0.2], \"h\": 1}]}"
    for (members, frame) in [("{\"k\": 0.1}", 7), (held, 3), (LottieMaker.still("0.1"), 0)] {
      try expectTime(0.1 * fps, of: "\"tm\": \(members)", frame: frame, rate: rate)
    }
  }

  @Test func `a remapping leads beyond the end of the composition`() throws {
    // Of 4 frames, and 4 frames of the precomposition in each.
    let keys = LottieMaker.linear("[0]", "[2]", from: 0, to: 10)
    let found = try #require(try time(of: "\"tm\": \(keys)", frame: 2, end: "4"))
    #expect(abs(found - 8) < 0.03, "\(found)")
  }

  @Test(arguments: [(2.5, 0.0), (0.4, 0.0), (1.0, 0.5), (2.0, -3.25), (1.0, -2.0)])
  func `a stretch and a beginning between frames are kept`(stretch: Double, start: Double) throws {
    for frame in [1, 2, 4] {
      let members = "\"sr\": \(stretch), \"st\": \(start)"
      try expectTime((Double(frame) - start) / stretch, of: members, frame: frame)
    }
  }

  @Test func `one precomposition is shown at times of its own by each layer`() throws {
    var maker = LottieMaker()
    let keys = LottieMaker.linear("[10, 50]", "[1610, 50]", from: 0, to: 100)
    maker.assets = [
      "{\"id\": \"a\", \"layers\": ["
        + LottieMaker.rectangle(
          "[8, 40]", at: keys, colour: "[1, 1, 1, 1]", member: "\"ind\": 1") + "]}",
      "{\"id\": \"b\", \"layers\": [{\"ty\": 0, \"refId\": \"a\", \"w\": 999, \"h\": 99, \"sr\": 0.5}]}",
    ]
    // At the frame 3: 3 itself, 4.5 by half again, and twice 4.5 within another one.
    let remapped = LottieMaker.linear("[0]", "[3]", from: 0, to: 40)
    maker.layers = [
      "{\"ty\": 0, \"refId\": \"a\", \"w\": 999, \"h\": 99}",
      "{\"ty\": 0, \"refId\": \"a\", \"w\": 999, \"h\": 99, \"tm\": \(remapped)}",
      "{\"ty\": 0, \"refId\": \"b\", \"w\": 999, \"h\": 99, \"tm\": \(remapped)}",
    ]
    let picture = try LottieDrawing.picture(of: maker.file, frame: 3, width: 200, height: 100)
    for time in [3.0, 4.5, 9] {
      let middle = Int(10 + 16 * time)
      #expect(picture[middle - 6, 50].alpha == 0)
      #expect(picture[middle - 2, 50].alpha == 255 && picture[middle + 1, 50].alpha == 255)
      #expect(picture[middle + 6, 50].alpha == 0)
    }
  }

  @Test func `a layer begins with the first whole frame in its time`() throws {
    var maker = LottieMaker()
    maker.layers = [
      LottieMaker.rectangle(
        "[20, 20]", at: LottieMaker.still("[50, 50]"), colour: "[1, 1, 1, 1]",
        member: "\"ind\": 1, \"x\": 0"
      ).split(separator: "\"ip\": 0, \"op\": 1000").joined(separator: "\"ip\": 2.3, \"op\": 4.3")
    ]
    for (frame, isDrawn) in [(2, false), (3, true), (4, true), (5, false)] {
      let picture = try LottieDrawing.picture(
        of: maker.file, frame: frame, width: 200, height: 100)
      #expect((picture[50, 50].alpha == 255) == isDrawn, "\(frame)")
    }
  }
}
