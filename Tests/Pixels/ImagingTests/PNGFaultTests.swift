import Foundation
import Imaging
import Testing

/// Files that are not what they should be: each is refused with a reason, none crashes.
@Suite struct PNGFaultTests {
  static let kinds: [(PNGMaker.Colour, Int, Bool)] = [
    (.rgba, 8, false), (.rgba, 16, true), (.palette, 2, false), (.grey, 1, true),
  ]

  @Test(arguments: kinds)
  func `every beginning of a file is refused`(
    colour: PNGMaker.Colour, depth: Int, interlaced: Bool
  ) throws {
    let file = PNGReadingTests.maker(colour, depth, interlaced).file()
    for count in 1..<file.count {
      #expect(throws: ImagingError.truncated(byteCount: count)) {
        try PNG.decode(Array(file.prefix(count)))
      }
    }
    #expect(throws: ImagingError.notAPNG(firstBytes: [])) { try PNG.decode([]) }
    _ = try PNG.decode(file)
  }

  @Test func `every changed byte is refused or read, never fatal`() throws {
    let file = PNGReadingTests.maker(.palette, 4, true).file()
    var refused = 0
    for i in file.indices {
      for flip in [UInt8(0x01), 0x80, 0xff] {
        var damaged = file
        damaged[i] ^= flip
        do { _ = try PNG.decode(damaged) } catch { refused += 1 }
      }
    }
    // All but ancillary chunks are protected by a checksum.
    #expect(refused == 3 * file.count)
  }

  @Test func `another kind of file is named by its first bytes`() {
    #expect(throws: ImagingError.notAPNG(firstBytes: [0xff, 0xd8, 0xff, 0xe0])) {
      try PNG.decode([0xff, 0xd8, 0xff, 0xe0])
    }
    let error = ImagingError.notAPNG(firstBytes: [0xff, 0xd8])
    #expect("\(error)".contains("ff d8") && "\(error)".contains("89 50 4e 47"))
  }

  /// The first bytes as each format's document has them.
  static let foreign: [(bytes: [UInt8], name: String)] = [
    ([0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8), "a JPEG"),
    ([0xFF, 0xD8, 0xFF, 0xE1, 0, 16] + Array("Exif\0".utf8), "a JPEG"),
    (Array("RIFF\u{1}\u{1}\0\0WEBPVP8 ".utf8), "a WebP"), (Array("GIF89a".utf8), "a GIF"),
    (Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), "an SVG"),
    (
      Array("\u{FEFF}<?xml version=\"1.0\"?>\n<!-- by a program -->\n<svg width=\"8\"/>".utf8),
      "an SVG"
    ),
    (
      Array(
        "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"svg11.dtd\">".utf8), "an SVG"
    ),
    (Array("<!DOCTYPE html><html><body>404</body></html>".utf8), "a web page"),
    (Array("8BPS\0\u{1}\0\0\0\0\0\0".utf8), "a PSD"), (Array("8BPS\0\u{2}".utf8), "a PSD"),
    (Array("II*\0\u{8}\0\0\0".utf8), "a TIFF"), (Array("MM\0*\0\0\0\u{8}".utf8), "a TIFF"),
    (Array("BM\u{46}\0\0\0".utf8), "a BMP"), (Array("%PDF-1.7".utf8), "a PDF"),
    (Array("\0\0\0\u{18}ftypheic\0\0\0\0".utf8), "a HEIC or AVIF"),
    (Array("\0\0\0\u{18}ftypavif\0\0\0\0".utf8), "a HEIC or AVIF"),
    (Array("\0\0\0\u{18}ftypisom\0\0\0\0".utf8), "a clip"),
    (Array("gimp xcf v011\0".utf8), "an XCF of GIMP"),
  ]

  @Test(arguments: foreign)
  func `another kind of file is called what people call it`(bytes: [UInt8], name: String) {
    #expect {
      try PNG.decode(bytes)
    } throws: {
      "\($0)".split(separator: ";").first == "not a PNG picture: this is \(name)"
    }
  }

  @Test(arguments: [(12, 11), (14, 11), (13, 12), (26, 22), (4096, 4096)])
  func `a header that lies about the size is found out`(width: Int, height: Int) {
    var maker = PNGReadingTests.maker(.rgba, 8, false)
    maker.headerSize = (UInt32(width), UInt32(height))
    #expect { try PNG.decode(maker.file()) } throws: {
      if case ImagingError.damaged = $0 { true } else { false }
    }
  }

  @Test func `more rows than the header names are left out`() throws {
    var maker = PNGReadingTests.maker(.rgba, 8, false)
    let whole = try PNG.decode(maker.file())
    maker.headerSize = (13, 10)
    #expect(try PNG.decode(maker.file()) == whole.cropped(x: 0, y: 0, width: 13, height: 10))
  }

  /// libpng refuses both; the chunk's own checksum is right.
  @Test(arguments: [UInt8(6), 0], [false, true])
  func `pixels whose Adler-32 is wrong or missing are damaged`(
    colour: UInt8, interlaced: Bool
  ) throws {
    let samples = colour == 6 ? 4 : 1
    // One column has two of the seven passes' rows, and each of its pixels a row.
    let rows = [UInt8](repeating: 0, count: 8 * (1 + samples))
    let stream = PNGMaker.stored(rows)
    func file(_ stream: [UInt8]) -> [UInt8] {
      let size = PNGMaker.bigEndian(1) + PNGMaker.bigEndian(8)
      return PNGBoundTests.header
        + PNGMaker.chunk("IHDR", size + [8, colour, 0, 0, interlaced ? 1 : 0])
        + PNGMaker.chunk("IDAT", stream) + PNGMaker.chunk("IEND", [])
    }
    #expect(try PNG.decode(file(stream)).height == 8)
    for last in 1...4 {
      var wrong = stream
      wrong[stream.count - last] ^= 0x10
      for (broken, what) in [
        (wrong, "wrong checksum"), (stream.dropLast(last), "before their checksum"),
      ] {
        #expect("\(last), \(what)") { try PNG.decode(file(Array(broken))) } throws: {
          "\($0)".contains(what)
        }
      }
    }
  }

  @Test func `sizes on both sides of the limits`() throws {
    var maker = PNGMaker(width: 1, height: 1, colour: .grey, depth: 1)
    maker.samples = { _, _ in [1] }
    let limits = ImageLimits(width: 40, height: 30)
    for (width, height, allowed) in [
      (40, 30, true), (41, 30, false), (40, 31, false), (1, 1, true),
    ] {
      (maker.width, maker.height) = (width, height)
      let file = maker.file()
      if allowed {
        #expect(try PNG.decode(file, limits: limits).width == width)
      } else {
        #expect(throws: ImagingError.tooLarge(width: width, height: height, limits: limits)) {
          try PNG.decode(file, limits: limits)
        }
      }
    }
  }

  @Test(arguments: [(4097, 1), (1, 4097), (100_000, 100_000), (0x7fff_ffff, 0x7fff_ffff)])
  func `a bomb is refused by its header`(width: Int, height: Int) {
    var maker = PNGReadingTests.maker(.rgba, 8, false)
    maker.headerSize = (UInt32(width), UInt32(height))
    #expect(throws: ImagingError.tooLarge(width: width, height: height, limits: .artwork)) {
      try PNG.decode(maker.file())
    }
  }

  @Test(arguments: [(0, 5), (5, 0), (0x8000_0000, 5)])
  func `a size that PNG does not allow is damage`(width: Int, height: Int) {
    var maker = PNGReadingTests.maker(.rgba, 8, false)
    maker.headerSize = (UInt32(width), UInt32(height))
    #expect { try PNG.decode(maker.file()) } throws: {
      if case ImagingError.damaged = $0 { true } else { false }
    }
  }

  @Test func `a file that is missing or a folder is named`() throws {
    let folder = FileManager.default.temporaryDirectory.path
    #expect { try PNG.read(path: folder + "/no/such/file.png") } throws: {
      "\($0)".hasPrefix(folder + "/no/such/file.png: cannot be read: ")
    }
    #expect(
      throws: ImagingError.file(path: folder, .unreadable(reason: "not a regular file"))
    ) {
      try PNG.read(path: folder)
    }
  }
}
