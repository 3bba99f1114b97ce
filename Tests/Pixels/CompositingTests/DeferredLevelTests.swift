import Compositing
import Geometry
import Imaging
import TestSupport
import Testing
import Threads

/// A texture's levels are made when they are first drawn from; the pixels do not tell.
struct DeferredLevelTests {
  /// Ways to draw a picture from several of its levels: magnified, with chroma of half width filtered (1.1), at
  /// its size, filtered (0.74), and shrunk.
  private static let scales = [3, 1.1, 1, 0.74, 0.53, 0.4, 0.21, 0.1, 0.04, 0.015]

  private static func map(of picture: StraightRGBA8, _ scale: Double) -> Homography<
    ArtworkSpace, OutputSpace
  > {
    .similarity(of: picture, to: 99, 70, scale: scale, degrees: 20)
  }

  private static func drawn(
    _ texture: Texture, of picture: StraightRGBA8, _ scale: Double, on ground: TestPicture
  ) throws -> TestPicture {
    var canvas = ground
    try canvas.withPicture { try Compositor().draw(texture, at: map(of: picture, scale), onto: $0) }
    return canvas
  }

  @Test(arguments: MagnificationTests.allFormats)
  func `pixels do not depend on what was drawn before`(format: PixelFormat) throws {
    var generator = SplitMix64(state: 72)
    let picture = Artwork.noise(300, 260, using: &generator)
    let ground = TestPicture(random: format, 201, 151, using: &generator)
    let nearing = Texture(picture, for: format)
    let leaving = Texture(picture, for: format)
    let first = try Self.scales.map { scale in
      try Self.drawn(Texture(picture, for: format), of: picture, scale, on: ground)
    }
    let away = try Self.scales.map { try Self.drawn(leaving, of: picture, $0, on: ground) }
    let near = try Self.scales.reversed().map {
      try Self.drawn(nearing, of: picture, $0, on: ground)
    }
    for (index, scale) in Self.scales.enumerated() {
      #expect(first[index].planes != ground.planes, "\(scale)")
      #expect(away[index].planes == first[index].planes, "\(scale)")
      #expect(near.reversed()[index].planes == first[index].planes, "\(scale)")
    }
  }

  @Test(arguments: MagnificationTests.allFormats)
  func `threads may draw from a level that none has drawn from yet`(format: PixelFormat) throws {
    var generator = SplitMix64(state: 73)
    let picture = Artwork.noise(300, 260, using: &generator)
    let ground = TestPicture(random: format, 201, 151, using: &generator)
    for scale in Self.scales {
      let alone = try Self.drawn(Texture(picture, for: format), of: picture, scale, on: ground)
      let shared = Texture(picture, for: format)
      let all = Parallel.map(Array(0..<8)) { _ in
        Result { try Self.drawn(shared, of: picture, scale, on: ground) }
      }
      for canvas in all { #expect(try canvas.get().planes == alone.planes, "\(scale)") }
    }
  }

  @Test func `chroma that is kept at half resolution only is drawn alike, too`() throws {
    var generator = SplitMix64(state: 76)
    let picture = Artwork.noise(800, 760, using: &generator)
    let format = PixelFormat.yuv(.yuv420p, YUVEncoding(matrix: .bt709, fullRange: false))
    let ground = TestPicture(random: format, 201, 151, using: &generator)
    let scales = [0.4, 0.25, 0.12, 0.03]
    let kept = Texture(picture, for: format)
    for scale in scales { _ = try Self.drawn(kept, of: picture, scale, on: ground) }
    for scale in scales {
      let first = try Self.drawn(Texture(picture, for: format), of: picture, scale, on: ground)
      #expect(try Self.drawn(kept, of: picture, scale, on: ground) == first, "\(scale)")
    }
  }

  @Test func `a texture counts the bytes of all its levels`() throws {
    // One pixel in each corner, so that nothing is cut off.
    var bytes = [UInt8](repeating: 0, count: 4 * 300 * 260)
    for corner in [0, 299, 259 * 300, 259 * 300 + 299] { bytes[4 * corner + 3] = 255 }
    let picture = try #require(StraightRGBA8(width: 300, height: 260, bytes: bytes))
    // A border of three texels; halvings down to one texel; filtered levels with a margin of two texels a side.
    func texels(_ width: Int, _ height: Int) -> Int { (width + 3) * (height + 3) }
    var (width, height, halvings) = (300, 260, texels(300, 260))
    while width > 1 || height > 1 {
      (width, height) = ((width + 1) / 2, (height + 1) / 2)
      halvings += texels(width, height)
    }
    let fiveOfFour = texels(300 * 5 / 4 + 4, 260 * 5 / 4 + 4)
    let twoOfThree = texels(300 * 2 / 3 + 4, 174 + 4)
    #expect(
      Texture(picture, for: .premultipliedRGBA8).byteCount == 8 * (halvings + fiveOfFour))
    #expect(
      Texture(picture, for: .yuv(.yuv420p, YUVEncoding(matrix: .bt709, fullRange: false))).byteCount
        == 4 * (halvings + fiveOfFour) + 8 * (halvings + twoOfThree))
  }
}
