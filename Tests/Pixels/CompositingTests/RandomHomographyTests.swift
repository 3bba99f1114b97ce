import Compositing
import Geometry
import Imaging
import TestSupport
import Testing

/// Homographies of every kind at random, over every kernel; `make check-release` takes 10,000 of
/// them for each format.
@Suite struct RandomHomographyTests {
  /// One round: what is drawn, where, and how.
  private struct Draw {
    let picture: StraightRGBA8
    let texture: Texture
    let ground: TestPicture
    let kind: MapKind
    let map: Homography<ArtworkSpace, OutputSpace>
    let opacity: Double
    let blend: Compositor.BlendMode
    let cut: Int

    /// The background with the picture on it, drawn at once, or in two parts.
    func drawn(isa: String, cut: Int? = nil) throws -> TestPicture {
      var canvas = ground
      let rows = 0..<canvas.height
      for part in cut.map({ [0..<$0, $0..<canvas.height] }) ?? [rows] {
        try canvas.draw(texture, at: map, opacity: opacity, blend: blend, rows: part, isa: isa)
      }
      return canvas
    }
  }

  /// A tile of subsampled chroma, in pixels.
  private static let twoTiles = (width: 128, height: 64)
  private static let widths = [1, 2, 7, 16, 31, 64, 75, 129]
  private static let heights = [1, 2, 5, 31, 32, 51]

  /// What a round draws; nil where the corners that came up have no homography.
  private static func draw(
    _ seed: UInt64, _ format: PixelFormat, _ artwork: [(StraightRGBA8, Texture)]
  ) -> Draw? {
    var generator = SplitMix64(state: seed)
    let (picture, texture) = artwork[Int.random(in: 0..<artwork.count, using: &generator)]
    let width = widths[Int.random(in: 0..<widths.count, using: &generator)]
    let height = heights[Int.random(in: 0..<heights.count, using: &generator)]
    let kinds = MapKind.allCases
    let kind = kinds[Int.random(in: 0..<kinds.count, using: &generator)]
    guard let map = kind.map(of: picture, in: width, height, using: &generator) else { return nil }
    let isWhole = Bool.random(using: &generator)
    let blends = Compositor.BlendMode.allCases
    let isNormal = Bool.random(using: &generator)
    return Draw(
      picture: picture, texture: texture,
      ground: TestPicture(random: format, width, height, using: &generator), kind: kind,
      map: map,
      opacity: isWhole ? 1 : Double.random(in: 0...1, using: &generator),
      blend: isNormal ? .normal : blends[Int.random(in: 0..<blends.count, using: &generator)],
      cut: Int.random(in: 0...height, using: &generator))
  }

  /// Pictures of noise, of one pixel and more, and one with large opaque and transparent parts.
  private static func artwork(for format: PixelFormat) -> [(StraightRGBA8, Texture)] {
    var generator = SplitMix64(state: 60)
    var pictures = [(1, 1), (3, 40), (34, 18), (92, 51)].map {
      Artwork.noise($0.0, $0.1, using: &generator)
    }
    let blob = Artwork.noise(80, 64, using: &generator)
    pictures.append(
      Artwork.make(80, 64) { x, y in
        var p = blob[x, y]
        p.alpha = x < 30 ? 0 : (34..<70).contains(x) && y > 8 ? 255 : p.alpha
        return p
      })
    return pictures.map { ($0, Texture($0, for: format)) }
  }

  @Test(arguments: MagnificationTests.allFormats)
  func `every kernel gives the plain kernels' bytes, in whole and in parts`(
    format: PixelFormat
  ) throws {
    let artwork = Self.artwork(for: format)
    var touched = 0
    for seed in Rounds.seeds {
      guard let draw = Self.draw(seed, format, artwork) else { continue }
      let plain = try draw.drawn(isa: "scalar")
      if plain != draw.ground { touched += 1 }
      for isa in InstructionSetTests.others {
        #expect(try draw.drawn(isa: isa) == plain, "\(isa): \(Rounds.name(seed)), \(draw.map)")
      }
      let isa = Compositor.instructionSets[0]
      #expect(
        try draw.drawn(isa: isa, cut: draw.cut) == plain,
        "cut at \(draw.cut): \(Rounds.name(seed)), \(draw.map)")
    }
    // Of every kind some miss the picture, and some are never seen; a single round may.
    #expect(touched > (Rounds.count - 1) / 5)
  }

  /// A format a round: the reference takes its time.
  @Test func `magnified, every kernel is within a level of the reference`() throws {
    let formats = MagnificationTests.allFormats
    let artwork = formats.map { Self.artwork(for: $0) }
    var compared = 0
    for seed in Rounds.seeds {
      let which = Int(seed % UInt64(formats.count))
      guard let draw = Self.draw(seed, formats[which], artwork[which]), draw.kind.isSane,
        draw.ground.isMagnified(draw.picture, draw.map, roundedUpTo: Self.twoTiles)
      else { continue }
      let expected = draw.ground.composited(draw.picture, at: draw.map, opacity: draw.opacity)
      for isa in Compositor.instructionSets {
        var canvas = draw.ground
        try canvas.draw(draw.texture, at: draw.map, opacity: draw.opacity, isa: isa)
        let differences = canvas.largestDifference(to: expected)
        #expect(
          differences.allSatisfy { $0 <= 0.5 + draw.ground.format.slack },
          "\(isa): \(differences), \(Rounds.name(seed)), \(draw.map)")
      }
      compared += 1
    }
    #expect(compared > (Rounds.count - 1) / 12)
  }
}
