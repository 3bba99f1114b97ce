import Geometry
import Imaging
import Templates
import TestSupport
import Testing

@Suite struct ReliefTemplateTests {
  /// A picture of which the right part is opaque, from a column on.
  private static func wall(from left: Double) throws -> StraightRGBA8 {
    try SyntheticAvatar.drawn(400, 400) { x, _ in RGBA8(9, 9, 9, x > left ? 255 : 127) }
  }

  @Test func `a relief rises from a straight outline as the profile says, and stays white`() throws
  {
    let relief = try ReliefTemplate.picture(of: Self.wall(from: 100), path: "x.png")
    #expect(relief.isOpaque && relief.width == 400 && relief.height == 400)
    for x in 0..<400 {
      let pixel = relief[x, 200]
      #expect(pixel.red == pixel.green && pixel.red == pixel.blue)
    }
    // Beyond the blur's reach nothing rises: 1.2 % of 400 are 4.8 pixels, three times.
    #expect((0..<85).allSatisfy { relief[$0, 200].red == 0 })
    // Where the profile bends little the blur leaves it as it is.
    for x in stride(from: 150, through: 175, by: 5) {
      let rest = 1 - (Double(x) + 0.5 - 100) / 88
      let parabola = 1 - rest * rest
      let expected = 255 * (parabola + parabola.squareRoot()) / 2
      #expect(abs(Double(relief[x, 200].red) - expected) < 3, "\(x)")
    }
    // 22 % of the width from all edges.
    #expect((205..<295).allSatisfy { relief[$0, 200].red == 255 })
  }

  @Test func `a relief is black at holes and at the picture's edges, and mirror symmetric`() throws
  {
    let picture = try MaskDrawing.picture()
    let relief = try ReliefTemplate.picture(of: picture, path: "x.png")
    let eyes = try #require(EyeHoles(in: picture))
    for eye in [eyes.left, eyes.right] { #expect(relief[Int(eye.x), Int(eye.y)].red < 8) }
    #expect(relief[320, 130].red > 200)
    for y in stride(from: 0, to: 480, by: 7) {
      #expect(relief[0, y].red == 0 && relief[639, y].red == 0)
      for x in stride(from: 0, to: 320, by: 5) {
        #expect(abs(Int(relief[x, y].red) - Int(relief[639 - x, y].red)) <= 2, "\(x), \(y)")
      }
    }
  }

  @Test func `a picture without an outline has no relief, one with a single hole has`() throws {
    let full = try SyntheticAvatar.solid(40, 30)
    #expect(throws: TemplateError.opaque(path: "x.png")) {
      try ReliefTemplate.picture(of: full, path: "x.png")
    }
    let faint = try SyntheticAvatar.solid(40, 30, RGBA8(9, 9, 9, 127))
    #expect(throws: TemplateError.transparent(path: "x.png")) {
      try ReliefTemplate.picture(of: faint, path: "x.png")
    }
    var pierced = full
    pierced[20, 15] = RGBA8(0, 0, 0, 0)
    let relief = try ReliefTemplate.picture(of: pierced, path: "x.png")
    #expect(relief[20, 15].red < relief[27, 15].red)
  }
}
