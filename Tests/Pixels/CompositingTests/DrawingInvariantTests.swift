import Compositing
import Geometry
import Imaging
import TestSupport
import Testing

@Suite struct DrawingInvariantTests {
  @Test(arguments: MagnificationTests.allFormats)
  func `opacity is linear`(format: PixelFormat) throws {
    var generator = SplitMix64(state: 10)
    let picture = Artwork.noise(20, 20, using: &generator)
    let texture = Texture(picture, for: format)
    let ground = TestPicture(random: format, 60, 50, using: &generator)
    let map = Homography.similarity(of: picture, to: 30, 25, scale: 1.3, degrees: 12)
    func drawn(_ opacity: Double) throws -> TestPicture {
      var canvas = ground
      try canvas.draw(texture, at: map, opacity: opacity)
      return canvas
    }
    let full = try drawn(1)
    for opacity in [0.1, 0.25, 0.5, 0.9] {
      let mixed = ground.planes.indices.map { plane in
        zip(ground.samples(ofPlane: plane), full.samples(ofPlane: plane)).map { under, over in
          Double(under) * (1 - opacity) + Double(over) * opacity
        }
      }
      // Both ends are rounded, and so is the result.
      #expect(try drawn(opacity).largestDifference(to: mixed).allSatisfy { $0 <= 1 + format.slack })
    }
    for nothing in [0, -1, -Double.infinity, .nan] { #expect(try drawn(nothing) == ground) }
    for all in [1, 2, Double.infinity] { #expect(try drawn(all) == full) }
  }

  @Test(arguments: MagnificationTests.allFormats, Compositor.BlendMode.allCases)
  func `what the layer does not cover keeps its bytes`(
    format: PixelFormat, blend: Compositor.BlendMode
  ) throws {
    var generator = SplitMix64(state: 11)
    // Opaque inside, with a wide transparent margin and a transparent hole.
    let picture = Artwork.make(60, 60) { x, y in
      let inside = (20..<40).contains(x) && (20..<40).contains(y)
      let hole = (26..<34).contains(x) && (26..<34).contains(y)
      return RGBA8(255, 128, 10, inside && !hole ? 255 : 0)
    }
    let ground = TestPicture(random: format, 121, 97, using: &generator)
    var canvas = ground
    let map = Homography<ArtworkSpace, OutputSpace>(1, 0, 30, 0, 1, 20, 0, 0, 1)
    try canvas.draw(Texture(picture, for: format), at: map, blend: blend)
    #expect(canvas != ground)
    for plane in ground.planes.indices {
      let size = ground.layout(plane)
      let bytes = size.bytes
      for y in 0..<size.height {
        for x in 0..<size.width {
          let place = ground.place(plane, x, y)
          let (u, v) = (place.x - 30, place.y - 20)
          // A luma pixel's reach is a pixel, a chroma pixel's two and a half.
          let reach = plane == 0 ? 1.0 : 2.5
          let outside = u < 20 - reach || v < 20 - reach || u > 40 + reach || v > 40 + reach
          let inHole = u > 26 + reach && u < 34 - reach && v > 26 + reach && v < 34 - reach
          guard outside || inHole else { continue }
          let i = (y * size.width + x) * bytes
          #expect(ground.planes[plane][i..<(i + bytes)] == canvas.planes[plane][i..<(i + bytes)])
        }
      }
    }
  }

  @Test(arguments: MagnificationTests.allFormats)
  func `a transparent picture draws nothing`(format: PixelFormat) throws {
    var generator = SplitMix64(state: 12)
    let picture = Artwork.solid(8, 8, RGBA8(255, 255, 255, 0))
    let ground = TestPicture(random: format, 20, 20, using: &generator)
    var canvas = ground
    try canvas.draw(
      Texture(picture, for: format), at: .similarity(of: picture, to: 10, 10, scale: 2))
    #expect(canvas == ground)
  }

  @Test(arguments: MagnificationTests.allFormats, Compositor.BlendMode.allCases)
  func `rows drawn apart make the whole`(
    format: PixelFormat, blend: Compositor.BlendMode
  ) throws {
    var generator = SplitMix64(state: 13)
    let picture = Artwork.noise(70, 50, using: &generator)
    let texture = Texture(picture, for: format)
    for _ in 0..<12 {
      let size = Double.random(in: 20...300, using: &generator)
      guard
        let map = Homography.random(
          of: picture, in: 91, 75, size: size...size, using: &generator)
      else { continue }
      let ground = TestPicture(random: format, 91, 75, using: &generator)
      var whole = ground
      try whole.draw(texture, at: map, opacity: 0.8, blend: blend)
      var parts = ground
      let cuts = [0, 75] + (0..<4).map { _ in Int.random(in: 0...75, using: &generator) }
      for (top, bottom) in zip(cuts.sorted(), cuts.sorted().dropFirst()) {
        try parts.draw(texture, at: map, opacity: 0.8, blend: blend, rows: top..<bottom)
      }
      #expect(parts == whole, "\(cuts.sorted())")
    }
  }

  @Test(arguments: MagnificationTests.allFormats)
  func `no dot is lost among transparent pixels`(format: PixelFormat) throws {
    var generator = SplitMix64(state: 15)
    var drawn = 0
    for round in 0..<(Thorough.isAsked ? 40 : 24) {
      let picture = Self.dots(1 + round % 12, of: 1, in: 45, using: &generator)
      guard
        let map = Homography.random(
          of: picture, in: 190, 150, size: 220...440, using: &generator)
      else { continue }
      var canvas = TestPicture(format, 190, 150, of: [255, 110, 128, 255])
      guard canvas.isMagnified(picture, map) else { continue }
      let expected = canvas.composited(picture, at: map)
      try canvas.draw(Texture(picture, for: format), at: map)
      let differences = canvas.largestDifference(to: expected)
      #expect(differences.allSatisfy { $0 <= 0.5 + format.slack }, "\(round): \(differences)")
      drawn += 1
    }
    #expect(drawn > (Thorough.isAsked ? 10 : 6))
  }

  @Test(arguments: [0.2, 0.3, 0.45, 0.6, 0.75, 0.9])
  func `nothing of a dot is lost where it shrinks`(scale: Double) throws {
    var generator = SplitMix64(state: 16)
    let format = PixelFormat.yuv(.yuv420p, YUVEncoding(matrix: .bt709, fullRange: true))
    for round in 0..<12 {
      let picture = Self.dots(2, of: 6, in: 150, using: &generator)
      let opaque = picture.bytes.enumerated().count { $0.offset % 4 == 3 && $0.element > 0 }
      var canvas = TestPicture(format, 160, 160, of: [255, 128, 128])
      try canvas.draw(
        Texture(picture, for: format),
        at: .similarity(of: picture, to: 80.3, 79.1, scale: scale, degrees: 31 * Double(round)))
      let ink = canvas.planes[0].reduce(0.0) { $0 + 255 - Double($1) } / 255
      // Sampled once, dots of six pixels gain or lose up to 4 %.
      #expect(abs(ink / (Double(opaque) * scale * scale) - 1) < 0.05)
    }
  }

  /// Black squares at random places of a transparent picture.
  private static func dots(
    _ count: Int, of size: Int, in side: Int, using generator: inout SplitMix64
  ) -> StraightRGBA8 {
    var picture = Artwork.solid(side, side, RGBA8(0, 0, 0, 0))
    for _ in 0..<count {
      let x = Int.random(in: 0...(side - size), using: &generator)
      let y = Int.random(in: 0...(side - size), using: &generator)
      for j in 0..<size { for i in 0..<size { picture[x + i, y + j] = RGBA8(0, 0, 0) } }
    }
    return picture
  }

  @Test func `rows beyond the picture are left out`() throws {
    var generator = SplitMix64(state: 14)
    let picture = Artwork.noise(9, 9, using: &generator)
    let ground = TestPicture(random: .premultipliedRGBA8, 12, 12, using: &generator)
    let texture = Texture(picture, for: .premultipliedRGBA8)
    let map = Homography.similarity(of: picture, to: 6, 6, scale: 1)
    var (whole, wide, none) = (ground, ground, ground)
    try whole.draw(texture, at: map)
    try wide.draw(texture, at: map, rows: -5..<500)
    try none.draw(texture, at: map, rows: 12..<40)
    #expect(wide == whole && none == ground)
  }

  @Test func `a texture for another format is refused`() throws {
    let yuv = MagnificationTests.formats[1]
    let picture = Artwork.solid(4, 4, RGBA8(1, 2, 3))
    var canvas = TestPicture(yuv, 8, 8, of: [0, 0, 0])
    #expect(
      throws: CompositingError.formatMismatch(texture: .premultipliedRGBA8, picture: yuv)
    ) {
      try canvas.draw(
        Texture(picture, for: .premultipliedRGBA8), at: .similarity(of: picture, to: 4, 4, scale: 1)
      )
    }
  }

  @Test func `a picture without its planes is refused`() throws {
    let yuv = MagnificationTests.formats[1]
    let picture = Artwork.solid(4, 4, RGBA8(1, 2, 3))
    var canvas = TestPicture(yuv, 8, 8, of: [0, 0, 0])
    let compositor = try Compositor()
    try canvas.withPicture { whole in
      var lacking = whole
      lacking.planes = MutablePlanes(whole.planes[0], whole.planes[1])
      #expect(throws: CompositingError.malformedPicture(yuv, planes: 2)) {
        try compositor.draw(
          Texture(picture, for: yuv), at: .similarity(of: picture, to: 4, 4, scale: 1),
          onto: lacking)
      }
    }
  }

  @Test(arguments: MagnificationTests.formats)
  func `the widest texture is drawn to its end, and a wider one is refused`(
    format: PixelFormat
  ) throws {
    func canvas(textureOfWidth width: Int) throws -> TestPicture {
      let picture = Artwork.make(width, 3) { x, _ in
        x < width - 9 ? RGBA8(20, 220, 90) : RGBA8(210, 30, 60)
      }
      var generator = SplitMix64(state: 7)
      var canvas = TestPicture(random: format, 24, 8, using: &generator)
      try canvas.draw(
        Texture(picture, for: format),
        at: .similarity(of: picture, to: 15 - Double(width) / 2, 4.5, scale: 1))
      return canvas
    }
    #expect(try canvas(textureOfWidth: Texture.maximumSide) == canvas(textureOfWidth: 300))
    let tooWide = Texture.maximumSide + 1
    #expect(
      throws: CompositingError.textureTooLarge(
        width: tooWide, height: 3, maximumSide: Texture.maximumSide)
    ) { try canvas(textureOfWidth: tooWide) }
  }
}
