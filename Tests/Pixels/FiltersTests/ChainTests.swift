import Filters
import Imaging
import Testing

/// Filters one after the other.
@Suite struct ChainTests {
  private static let chains = [
    ["oil", "snow:amount=1"], ["snow:amount=1", "oil"], ["lut:\(Tables.warm)", "instant", "comic"],
    ["vangogh", "season:kind=leaves,amount=1", "lut:\(Tables.warm),amount=0.5"],
    ["instant:amount=0", "comic"], ["snow", "snow"],
  ]

  private func filters(_ texts: [String]) throws -> [PictureFilter] {
    try texts.map { try PictureFilter(parsing: $0).resolved(on: nil) }
  }

  @Test(arguments: chains)
  func `a chain is its filters one after the other`(texts: [String]) throws {
    let picture = Pictures.waves(96, 64)
    var painter = ChainPainter(try filters(texts))
    for time in [0, 40.0] {
      var expected = picture
      for text in texts { expected = try Pictures.filtered(expected, text, atMs: time) }
      var found = picture
      try painter.apply(to: &found, atMs: time, matrix: .bt709)
      #expect(found == expected && found != picture)
    }
    for format in [PixelFormat.yuv(.yuv420p, Pictures.limited709), .yuv(.p010, Pictures.full601)] {
      func frame() -> Frame {
        let frame = Frame(format, width: 48, height: 32)
        frame.fill { channel, x, y in Double((channel * 40 + 7 * x * (y % 5) + 3 * y) % 220) + 16 }
        return frame
      }
      let (together, apart) = (frame(), frame())
      try together.withPicture { try painter.apply(to: $0, atMs: 80) }
      for text in texts {
        var painter = try Pictures.painter(text)
        try apart.withPicture { try painter.apply(to: $0, atMs: 80) }
      }
      #expect(together.bytes == apart.bytes)
    }
  }

  @Test func `the order of a chain matters, and a chain of nothing keeps every bit`() throws {
    let picture = Pictures.waves(96, 64)
    var results: [StraightRGBA8] = []
    for texts in Self.chains.prefix(2) + [["snow:amount=0", "oil:amount=0"], []] {
      var painter = ChainPainter(try filters(texts))
      var result = picture
      try painter.apply(to: &result, atMs: 40, matrix: .bt709)
      results.append(result)
    }
    #expect(results[0] != results[1] && results[2] == picture && results[3] == picture)
  }
}
