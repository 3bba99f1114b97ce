import Filters
import Imaging
import Testing

@Suite struct SnowTests {
  static let night = Pictures.flat(RGBA8(10, 10, 14), 240, 136)

  @Test func `the same seed and time give the same bytes, another seed others`() throws {
    let first = try Pictures.filtered(Self.night, "snow:seed=7", atMs: 1234.5)
    #expect(try Pictures.filtered(Self.night, "snow:seed=7", atMs: 1234.5) == first)
    #expect(try Pictures.filtered(Self.night, "snow:seed=8", atMs: 1234.5) != first)
  }

  @Test(arguments: ["snow:seed=7", "instant", "oil", "comic", "vangogh", "season:kind=leaves"])
  func `a frame looks the same whichever were filtered before it`(text: String) throws {
    var playing = try Pictures.painter(text)
    let picture = Pictures.waves(96, 54)
    for frame in 0..<7 {
      let time = Double(frame) * 40
      var shown = picture
      try playing.apply(to: &shown, atMs: time)
      if frame % 5 == 1 { #expect(try Pictures.filtered(picture, text, atMs: time) == shown) }
    }
  }

  @Test func `the more snow, the brighter the night`() throws {
    let amounts = ["0", "0.1", "0.3", "0.6", "1"]
    let brightness = try amounts.map {
      Pictures.brightness(try Pictures.filtered(Self.night, "snow:amount=\($0)", atMs: 500))
    }
    for (less, more) in zip(brightness, brightness.dropFirst()) { #expect(more > less + 0.3) }
  }

  /// By how many pixels a picture's lights went to the right and down in another one: the shift at
  /// which the two have most in common.
  private func shift(_ a: StraightRGBA8, _ b: StraightRGBA8, reach: Int) -> (x: Int, y: Int) {
    func lights(_ p: StraightRGBA8) -> [Double] {
      (0..<p.width * p.height).map { max(0, Double(p.bytes[4 * $0 + 1]) - 60) }
    }
    let (from, to, width, height) = (lights(a), lights(b), a.width, a.height)
    var best = (common: -1.0, x: 0, y: 0)
    for dy in -reach...reach {
      for dx in -reach...reach {
        var common = 0.0
        for y in reach..<(height - reach) {
          for x in reach..<(width - reach) where from[y * width + x] > 0 {
            common += from[y * width + x] * to[(y + dy) * width + x + dx]
          }
        }
        if common > best.common { best = (common, dx, dy) }
      }
    }
    return (best.x, best.y)
  }

  @Test func `flakes fall, with the wind`() throws {
    for (wind, sign) in [("1", 1), ("-1", -1)] {
      let (a, b) = (
        try Pictures.filtered(Self.night, "snow:wind=\(wind)", atMs: 2000),
        try Pictures.filtered(Self.night, "snow:wind=\(wind)", atMs: 2100)
      )
      let moved = shift(a, b, reach: 8)
      // The layers fall 0.10 to 0.52 heights a second: 1 to 7 pixels in a tenth of one.
      #expect((1...8).contains(moved.y))
      #expect(moved.x * sign >= 1)
    }
  }

  @Test(arguments: [-5e15, -1, 0, 1e12, 1e300, .infinity, .nan])
  func `any time will do`(time: Double) throws {
    for text in ["snow", "instant", "season:kind=petals", "season:kind=summer"] {
      #expect(try Pictures.filtered(Self.night, text, atMs: time) != Self.night)
    }
  }

  @Test func `there is as much snow after a day as at the start`() throws {
    let early = try Pictures.filtered(Self.night, "snow:amount=1", atMs: 1000)
    let late = try Pictures.filtered(Self.night, "snow:amount=1", atMs: 86_400_000)
    let ratio = (Pictures.brightness(late) - 12) / (Pictures.brightness(early) - 12)
    #expect((0.6...1.6).contains(ratio))
  }
}
