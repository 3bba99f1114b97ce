import Foundation
import Geometry
import Imaging
import Testing

@Suite struct PNGReadingTests {
  /// A sample of a test picture: different in every pixel and channel, with both ends.
  static func sample(_ x: Int, _ y: Int, _ channel: Int, depth: Int) -> Int {
    let top = 1 << depth - 1
    switch (x + 2 * y) % 7 {
    case 0: return 0
    case 1: return top
    default: return (x * 7919 + y * 104_729 + channel * 1_299_709) % (top + 1)
    }
  }

  /// `round(value * 255 / (2^depth - 1))`.
  static func eightBit(_ value: Int, depth: Int) -> UInt8 {
    let top = 1 << depth - 1
    return UInt8((2 * value * 255 + top) / (2 * top))
  }

  static let palette = (0...UInt8.max).map { [$0, 255 - $0, $0 &* 37] }

  /// What a picture of these samples must be read as.
  static func expected(_ s: [Int], _ colour: PNGMaker.Colour, _ depth: Int) -> RGBA8 {
    let v = s.map { eightBit($0, depth: depth) }
    return switch colour {
    case .grey: RGBA8(v[0], v[0], v[0])
    case .rgb: RGBA8(v[0], v[1], v[2])
    case .palette: RGBA8(palette[s[0]][0], palette[s[0]][1], palette[s[0]][2])
    case .greyAlpha: RGBA8(v[0], v[0], v[0], v[1])
    case .rgba: RGBA8(v[0], v[1], v[2], v[3])
    }
  }

  static func maker(_ colour: PNGMaker.Colour, _ depth: Int, _ interlaced: Bool) -> PNGMaker {
    var maker = PNGMaker(colour: colour, depth: depth, interlaced: interlaced)
    maker.samples = { x, y in
      (0..<colour.samples).map { sample(x, y, $0, depth: depth) }
    }
    if colour == .palette {
      maker.chunks = [("PLTE", palette.prefix(1 << depth).flatMap { $0 })]
    }
    return maker
  }

  static let kinds: [(PNGMaker.Colour, Int, Bool)] = PNGMaker.Colour.allCases.flatMap { colour in
    colour.depths.flatMap { [(colour, $0, false), (colour, $0, true)] }
  }

  @Test(arguments: kinds)
  func `every colour type, depth and interlacing is read`(
    colour: PNGMaker.Colour, depth: Int, interlaced: Bool
  ) throws {
    let maker = Self.maker(colour, depth, interlaced)
    let picture = try PNG.decode(maker.file())
    #expect(picture.width == maker.width && picture.height == maker.height)
    for y in 0..<maker.height {
      for x in 0..<maker.width {
        let expected = Self.expected(maker.samples(x, y), colour, depth)
        #expect(picture[x, y] == expected, "at \(x), \(y)")
      }
    }
  }

  @Test(arguments: [
    (PNGMaker.Colour.grey, 1), (.grey, 4), (.grey, 8), (.grey, 16), (.rgb, 8), (.rgb, 16),
  ])
  func `a transparent colour is read`(colour: PNGMaker.Colour, depth: Int) throws {
    var maker = Self.maker(colour, depth, false)
    let key = maker.samples(3, 2)
    maker.chunks.append(("tRNS", key.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }))
    let picture = try PNG.decode(maker.file())
    var transparent = 0
    for y in 0..<maker.height {
      for x in 0..<maker.width {
        let hit = maker.samples(x, y) == key
        #expect(picture[x, y].alpha == (hit ? 0 : 255))
        transparent += hit ? 1 : 0
      }
    }
    #expect(transparent > 0 && transparent < maker.width * maker.height)
  }

  @Test func `a palette's alpha is read, opaque where it ends`() throws {
    var maker = Self.maker(.palette, 4, false)
    maker.chunks.append(("tRNS", [0, 128, 77]))
    let picture = try PNG.decode(maker.file())
    for y in 0..<maker.height {
      for x in 0..<maker.width {
        let index = maker.samples(x, y)[0]
        #expect(picture[x, y].alpha == (index < 3 ? [0, 128, 77][index] : 255))
      }
    }
  }

  @Test func `gamma and other colour descriptions change nothing`() throws {
    var maker = Self.maker(.rgb, 8, false)
    let plain = try PNG.decode(maker.file())
    maker.chunks = [
      ("gAMA", PNGMaker.bigEndian(100_000)),
      ("iCCP", Array("broken".utf8) + [0, 0] + PNGMaker.stored([1, 2, 3])),
      ("tEXt", Array("Comment".utf8) + [0] + Array("text".utf8)),
    ]
    #expect(try PNG.decode(maker.file()) == plain)
  }

  @Test func `an animated PNG gives its still picture`() throws {
    var maker = Self.maker(.rgba, 8, false)
    let still = try PNG.decode(maker.file())
    let size = PNGMaker.bigEndian(UInt32(maker.width)) + PNGMaker.bigEndian(UInt32(maker.height))
    let place = [UInt8](repeating: 0, count: 8) + [0, 1, 0, 10, 0, 0]
    maker.chunks = [
      ("acTL", PNGMaker.bigEndian(2) + PNGMaker.bigEndian(0)),
      ("fcTL", PNGMaker.bigEndian(0) + size + place),
    ]
    maker.laterChunks = [
      ("fcTL", PNGMaker.bigEndian(1) + size + place),
      ("fdAT", PNGMaker.bigEndian(2) + PNGMaker.stored([1, 2, 3])),
    ]
    #expect(try PNG.decode(maker.file()) == still)
  }

  @Test func `the size is read without the pixels`() throws {
    var maker = Self.maker(.rgb, 8, false)
    maker.headerSize = (4096, 4096)
    let size = try PNG.size(of: maker.file())
    #expect(size == PixelSize<ArtworkSpace>(width: 4096, height: 4096))
  }
}
