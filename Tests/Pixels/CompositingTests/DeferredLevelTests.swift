import Compositing
import Geometry
import Imaging
import TestSupport
import Testing
import Threads

/// A texture's levels are made when they are first drawn from; nobody can tell from the pixels.
struct DeferredLevelTests {
  /// Ways to draw a picture from all of its levels: magnified, near its size, filtered, and shrunk.
  private static let scales = [3, 1.2, 1, 0.74, 0.53, 0.4, 0.21, 0.1, 0.04]

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

  @Test func `a texture's bytes are those of all its levels, whichever are there`() throws {
    var generator = SplitMix64(state: 74)
    let picture = Artwork.noise(300, 260, using: &generator)
    let format = PixelFormat.premultipliedRGBA8
    let texture = Texture(picture, for: format)
    let before = texture.byteCount
    let ground = TestPicture(random: format, 201, 151, using: &generator)
    for scale in Self.scales { _ = try Self.drawn(texture, of: picture, scale, on: ground) }
    #expect(texture.byteCount == before)
    // The levels themselves, a third more for all halvings, five texels of four a side for the filtered one.
    let texels = Double(picture.width * picture.height) * (1 + 1.0 / 3 + 25.0 / 16)
    #expect(Double(before) > 8 * texels)
    #expect(Double(before) < 8 * texels * 1.05)
  }
}
