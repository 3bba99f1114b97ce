import Filters
import Geometry
import Imaging
import TestSupport
import Testing

/// What must stay as it is.
@Suite struct IdentityTests {
  /// So little of an effect that no number can change, but all of the work is done.
  static let traces = Pictures.filters.map { Pictures.filter($0, amount: "0.000001") }

  @Test(arguments: Pictures.filters)
  func `nothing of an effect keeps every bit`(text: String) throws {
    let picture = Pictures.noise(37, 21, alpha: true)
    #expect(try Pictures.filtered(picture, Pictures.filter(text, amount: "0")) == picture)
  }

  @Test(arguments: traces)
  func `a trace of an effect keeps every bit of a packed picture`(text: String) throws {
    let picture = Pictures.noise(61, 43, alpha: true)
    #expect(try Pictures.filtered(picture, text) == picture)
  }

  @Test(arguments: traces)
  func `a trace of an effect keeps every bit of planes, whatever the format`(text: String) throws {
    for format in Pictures.formats {
      for (width, height) in [(33, 18), (64, 35)] {
        let frame = Frame(format, width: width, height: height, padding: 5)
        var random = SplitMix64(state: 5)
        // Beyond black and white of limited range too.
        frame.fill { _, _, _ in Double(random.next() % 1021) / 4 }
        let before = frame.bytes
        var painter = try Pictures.painter(text)
        try frame.withPicture { try painter.apply(to: $0, atMs: 40) }
        #expect(frame.bytes == before, "\(format)")
      }
    }
  }

  @Test(arguments: Pictures.filters)
  func `alpha stays`(text: String) throws {
    let picture = Pictures.noise(40, 30, alpha: true)
    let after = try Pictures.filtered(picture, text)
    for y in 0..<30 { for x in 0..<40 { #expect(after[x, y].alpha == picture[x, y].alpha) } }
  }

  @Test(arguments: [RGBA8(200, 120, 60), RGBA8(0, 0, 0), RGBA8(255, 255, 255), RGBA8(9, 90, 240)])
  func `a flat colour stays the same under oil without relief`(colour: RGBA8) throws {
    for (width, height) in [(50, 34), (33, 47)] {
      let picture = Pictures.flat(colour, width, height)
      let painted = try Pictures.filtered(picture, "oil:relief=0")
      let worst = zip(painted.bytes, picture.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 1)
    }
  }

  @Test(arguments: [RGBA8(200, 120, 60), RGBA8(0, 0, 0), RGBA8(255, 255, 255)])
  func `a flat colour stays flat in a comic without dots`(colour: RGBA8) throws {
    let painted = try Pictures.filtered(Pictures.flat(colour, 50, 34), "comic:dots=0")
    #expect(Set(painted.bytes.enumerated().filter { $0.offset % 4 == 1 }.map(\.element)).count == 1)
  }

  @Test func `a comic has no more shades of grey than asked for`() throws {
    // A slow ramp: shades and the borders between them, which are narrower than the shades.
    var ramp = Pictures.flat(RGBA8(0, 0, 0), 512, 64)
    for x in 0..<512 {
      let level = UInt8(x / 2)
      for y in 0..<64 { ramp[x, y] = RGBA8(level, level, level) }
    }
    let comic = try Pictures.filtered(ramp, "comic:dots=0,ink=0,steps=4")
    var counts: [UInt8: Int] = [:]
    for x in 0..<512 { counts[comic[x, 32].green, default: 0] += 1 }
    #expect(counts.values.filter { $0 >= 30 }.count == 5)
    #expect(counts.values.filter { $0 >= 30 }.reduce(0, +) > 300)
  }
}
