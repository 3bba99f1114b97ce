import Compositing
import Geometry
import Imaging
import Testing

/// Shrunk artwork by windows of 4 x 4 texels in place of taps.
@Suite struct WindowTests {
  private static let grey = MinificationTests.grey
  private static let picture = MinificationTests.artwork

  private static func canvas() -> Canvas { Canvas(grey, 98, 98, of: [90, 128, 128]) }

  private static func map(
    _ shrink: Double, _ stretch: Double, _ degrees: Double
  ) -> Homography<ArtworkSpace, OutputSpace> {
    .similarity(
      of: picture, to: 49.3, 48.6, scale: 1 / shrink, degrees: degrees, stretch: 1 / stretch)
  }

  static let maps = [
    (1.5, 1.0, 30.0), (1.75, 1, 8), (2, 1, 10), (2.3, 1, 3), (2.2, 1, 30), (2.45, 1, 0),
    (1.6, 1.5, 0),
  ]

  @Test(arguments: maps)
  func `They are no farther from the mean of 64 samples than taps`(
    shrink: Double, stretch: Double, degrees: Double
  ) throws {
    let map = Self.map(shrink, stretch, degrees)
    let reference = Self.canvas().composited(Self.picture, at: map, samples: 8, planes: 0..<1)
    let texture = Texture(Self.picture, for: Self.grey)
    var (taps, windows) = (Self.canvas(), Self.canvas())
    try taps.draw(texture, at: map)
    try windows.draw(texture, at: map, sampling: .windows)
    let psnr = (
      MinificationTests.psnr(taps, reference, ground: 90),
      MinificationTests.psnr(windows, reference, ground: 90)
    )
    let differ = taps.planes[0] != windows.planes[0]
    #expect(differ)
    #expect(psnr.1 > psnr.0 - 0.3 || psnr.1 > 55.5, "taps \(psnr.0), windows \(psnr.1)")
  }

  @Test(arguments: maps + [(1.2, 1.0, 0.0), (4, 1, 10), (1.6, 3, 40)])
  func `All instruction sets give the same bytes`(
    shrink: Double, stretch: Double, degrees: Double
  ) throws {
    for format in [Self.grey, .premultipliedRGBA8] {
      let texture = Texture(Self.picture, for: format)
      let map = Self.map(shrink, stretch, degrees)
      var expected = Canvas(format, 98, 98, of: [90, 128, 128, 255])
      try expected.draw(texture, at: map, isa: "scalar", sampling: .windows)
      for isa in InstructionSetTests.others {
        var canvas = Canvas(format, 98, 98, of: [90, 128, 128, 255])
        try canvas.draw(texture, at: map, isa: isa, sampling: .windows)
        let isSame = canvas.planes == expected.planes
        #expect(isSame, "\(isa)")
      }
    }
  }

  @Test func `Opaque artwork stays opaque, and a step outside it nothing is drawn`() throws {
    let white = Artwork.make(60, 60) { _, _ in RGBA8(255, 255, 255) }
    let map = Homography<ArtworkSpace, OutputSpace>.similarity(
      of: white, to: 49, 49, scale: 0.5, degrees: 0)
    for isa in Compositor.instructionSets {
      var canvas = Canvas(Self.grey, 98, 98, of: [0, 128, 128])
      try canvas.draw(Texture(white, for: Self.grey), at: map, isa: isa, sampling: .windows)
      for y in 0..<98 {
        for x in 0..<98 {
          let level = canvas.planes[0][y * 98 + x]
          let distance = max(abs(Double(x) - 48.5), abs(Double(y) - 48.5))
          if distance < 14 { #expect(level == 255) }
          if distance > 16 { #expect(level == 0) }
        }
      }
    }
  }
}
