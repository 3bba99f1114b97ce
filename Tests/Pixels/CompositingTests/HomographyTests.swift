import Compositing
import Geometry
import Imaging
import TestSupport
import Testing

/// Homographies that are no ordinary ones: nothing crashes, and what can be seen is right.
@Suite struct HomographyTests {
  typealias Map = Homography<ArtworkSpace, OutputSpace>

  static let hostile: [Map] = [
    Map(.nan, 0, 0, 0, 1, 0, 0, 0, 1), Map(1, 0, .infinity, 0, 1, 0, 0, 0, 1),
    Map(0, 0, 0, 0, 0, 0, 0, 0, 0), Map(1, 2, 3, 2, 4, 6, 0, 0, 1), Map(1, 0, 0, 0, 1, 0, 0, 0, 0),
    Map(0, 0, 5, 0, 0, 5, 0, 0, 1), Map(1e300, 0, 0, 0, 1e300, 0, 0, 0, 1),
    Map(1e-300, 0, 5, 0, 1e-300, 5, 0, 0, 1), Map(1, 0, 1e300, 0, 1, 0, 0, 0, 1),
    Map(1, 0, 0, 0, 1, 0, 1e300, 1e300, 1), Map(1, 0, 0, 0, 1, 0, 0, 0, 1e-300),
    Map(1, 0, 0, 0, 1, 0, 0, 0, .leastNonzeroMagnitude),
  ]

  @Test(arguments: MagnificationTests.allFormats)
  func `degenerate ones draw nothing or something, and end`(format: PixelFormat) throws {
    var generator = SplitMix64(state: 20)
    let picture = Artwork.noise(20, 20, using: &generator)
    let texture = Texture(picture, for: format)
    for map in Self.hostile {
      var canvas = TestPicture(random: format, 33, 21, using: &generator)
      let before = canvas
      try canvas.draw(texture, at: map)
      if !map.isFinite || map.determinant == 0 { #expect(canvas == before) }
    }
  }

  @Test(arguments: MagnificationTests.allFormats)
  func `any nine numbers are safe`(format: PixelFormat) throws {
    var generator = SplitMix64(state: 21)
    let picture = Artwork.noise(20, 20, using: &generator)
    let texture = Texture(picture, for: format)
    var canvas = TestPicture(random: format, 33, 21, using: &generator)
    for _ in 0..<1500 {
      let n = (0..<9).map { _ in
        // Any bit pattern, or a number of any magnitude.
        Bool.random(using: &generator)
          ? Double(bitPattern: generator.next())
          : Double.random(in: -1...1, using: &generator)
            * [1e-9, 1e-3, 1, 1e3, 1e9][Int.random(in: 0..<5, using: &generator)]
      }
      try canvas.draw(texture, at: Map(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8]))
    }
  }

  @Test(arguments: [1e-9, -1, 1e9])
  func `the scale of a homography has no meaning`(scale: Double) throws {
    var generator = SplitMix64(state: 22)
    let picture = Artwork.noise(20, 20, using: &generator)
    let format = PixelFormat.premultipliedRGBA8
    let map = try #require(
      Map.random(of: picture, in: 60, 50, size: 30...40, using: &generator))
    let scaled = Map(
      map.h0 * scale, map.h1 * scale, map.h2 * scale, map.h3 * scale, map.h4 * scale,
      map.h5 * scale, map.h6 * scale, map.h7 * scale, map.h8 * scale)
    var (one, other) = (
      TestPicture(format, 60, 50, of: [0, 0, 0, 255]),
      TestPicture(format, 60, 50, of: [0, 0, 0, 255])
    )
    try one.draw(Texture(picture, for: format), at: map)
    try other.draw(Texture(picture, for: format), at: scaled)
    #expect(one.largestDifference(to: other.planes.map { $0.map(Double.init) })[0] <= 1)
  }

  @Test func `a layer a billion pixels wide fills the picture`() throws {
    let picture = Artwork.solid(16, 16, RGBA8(10, 200, 30))
    let texture = Texture(picture, for: .premultipliedRGBA8)
    for scale in [1e3, 1e6, 1e9] {
      var canvas = TestPicture(.premultipliedRGBA8, 40, 30, of: [0, 0, 0, 255])
      try canvas.draw(texture, at: .similarity(of: picture, to: 7, 9, scale: scale, degrees: 40))
      #expect(canvas == TestPicture(.premultipliedRGBA8, 40, 30, of: [10, 200, 30, 255]))
    }
  }

  @Test func `a layer smaller than a pixel leaves its share`() throws {
    let picture = Artwork.solid(64, 64, RGBA8(255, 255, 255))
    let texture = Texture(picture, for: .premultipliedRGBA8)
    for side in [0.9, 0.5, 0.2, 0.03, 0.001] {
      var canvas = TestPicture(.premultipliedRGBA8, 9, 9, of: [0, 0, 0, 255])
      try canvas.draw(texture, at: .similarity(of: picture, to: 4.5, 4.5, scale: side / 64))
      let sum = canvas.planes[0].enumerated().reduce(0) {
        $0 + ($1.offset % 4 == 0 ? Int($1.element) : 0)
      }
      // So few texels are not an even background: an eighth, and the rounding of nine pixels.
      let share = 255 * side * side
      #expect(abs(Double(sum) - share) < share / 8 + 4.5, "\(sum) for \(side)")
    }
  }

  /// A floor that runs to the horizon, a row of the artwork: half of the map's plane lies behind the
  /// camera, and the artwork's middle, row 12, before it; the middle of what is not transparent may not.
  @Test(arguments: [(horizon: 20.0, transparent: 0), (horizon: 13.0, transparent: 8)])
  func `only what lies before the horizon is drawn, and it is right`(
    horizon: Double, transparent: Int
  ) throws {
    var generator = SplitMix64(state: 23)
    let noise = Artwork.noise(24, 24, using: &generator)
    let picture = Artwork.make(24, 24) { x, y in
      y < transparent ? RGBA8(0, 0, 0, 0) : noise[x, y]
    }
    let map = Map(10, 0, -80, 0, 1, 10, 0, -1 / horizon, 1)
    let back = try #require(map.inverse)
    let format = PixelFormat.premultipliedRGBA8
    var canvas = TestPicture(format, 80, 120, of: [40, 50, 60, 255])
    let expected = canvas.composited(picture, at: map)
    try canvas.draw(Texture(picture, for: format), at: map)
    var compared = 0
    for y in 0..<120 {
      for x in 0..<80 {
        let point = Point2<OutputSpace>(Double(x) + 0.5, Double(y) + 0.5)
        let i = 4 * (y * 80 + x)
        let got = canvas.planes[0][i..<(i + 4)].map(Double.init)
        if back.weight(at: point) * back.weight(at: Point2(0, 10)) <= 0 {
          #expect(got == [40, 50, 60, 255])
          continue
        }
        guard let p = back(point), let q = back(Point2(point.x + 1, point.y)),
          let r = back(Point2(point.x, point.y + 1)), p.distance(to: q) < 0.95,
          p.distance(to: r) < 0.95
        else { continue }
        compared += 1
        let differences = zip(got, expected[0][i..<(i + 4)]).map { abs($0 - $1) }
        #expect(differences.allSatisfy { $0 <= 1 }, "\(differences) at \(x), \(y)")
      }
    }
    #expect(compared > 4000)
  }
}
