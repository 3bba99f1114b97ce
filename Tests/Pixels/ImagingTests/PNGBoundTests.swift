import Foundation
import Imaging
import TestSupport
import Testing

/// What a PNG costs follows what it is, not what it claims.
@Suite struct PNGBoundTests {
  static let header: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// The file of a header and chunks.
  private static func file(
    width: UInt32, height: UInt32, _ chunks: [(String, [UInt8])], colour: UInt8 = 6,
    interlaced: Bool = false
  ) -> [UInt8] {
    let size = PNGMaker.bigEndian(width) + PNGMaker.bigEndian(height)
    let all = [("IHDR", size + [8, colour, 0, 0, interlaced ? 1 : 0])] + chunks + [("IEND", [])]
    return header + all.flatMap { PNGMaker.chunk($0.0, $0.1) }
  }

  @Test(arguments: ["tEXt", "iCCP", "iTXt", "prVt", "IDAT", "PLTE"], [0x0000_1000, 0x7fff_ffff])
  func `a chunk that claims more bytes than there are is a file cut off`(
    type: String, claim: UInt32
  ) {
    let whole = Self.file(width: 1, height: 1, [])
    let cut = Array(whole.dropLast(12)) + PNGMaker.bigEndian(claim) + Array(type.utf8)
    #expect(cut.count == 41)
    // `png_read_info` of libpng took 2.1 GB and 5.7 s for a text of 2 GiB.
    let spent = CPUTime.spent {
      #expect(throws: ImagingError.truncated(byteCount: 41)) { try PNG.decode(cut) }
    }
    #expect(spent < 0.5)
  }

  @Test(arguments: [false, true], [UInt8(6), 2, 0])
  func `unpacking stops a row after what the header's size takes`(
    interlaced: Bool, colour: UInt8
  ) throws {
    let (width, height, samples) = (64, 48, colour == 6 ? 4 : colour == 2 ? 3 : 1)
    let passes = [(8, 8, 6), (8, 8, 6), (16, 8, 6), (16, 16, 12), (32, 16, 12)]
    // Columns (of 64), and rows with their filter's byte, of each pass.
    let interlacedBytes =
      passes.enumerated().reduce(0) { sum, pass in
        let columns = [8, 8, 16, 16, 32][pass.offset]
        let rows = [6, 6, 6, 12, 12][pass.offset]
        return sum + rows * (1 + columns * samples)
      } + 24 * (1 + 32 * samples) + 24 * (1 + 64 * samples)
    let row = 1 + width * samples
    let size = interlaced ? interlacedBytes : row * height
    func picture(_ count: Int) -> [UInt8] {
      let data = PNGMaker.stored([UInt8](repeating: 0, count: count))
      return Self.file(
        width: UInt32(width), height: UInt32(height), [("IDAT", data)], colour: colour,
        interlaced: interlaced)
    }
    for count in [size, size + 1, size + row] {
      #expect(try PNG.decode(picture(count)).height == height)
    }
    for count in [size - 1, size + row + 1, size + 100 * row] {
      #expect("\(count - size)") { try PNG.decode(picture(count)) } throws: {
        if case ImagingError.damaged = $0 { true } else { false }
      }
    }
  }

  @Test func `a picture of few pixels that would unpack for seconds is refused at once`() throws {
    // 166 MB of zeros in 1 MiB.
    let bomb = Self.file(width: 64, height: 64, [("IDAT", DeflatedZeros.stream(1 << 20))])
    var refusal: ImagingError?
    let spent = CPUTime.spent {
      refusal = #expect(throws: ImagingError.self) { try PNG.decode(bomb) }
    }
    #expect(refusal.map { "\($0)".contains("more than the header's size takes") } == true)
    #expect(spent < 0.2)
  }

  @Test func `a great picture that few bytes claim is refused before its memory is touched`() {
    let data = PNGMaker.stored([UInt8](repeating: 0, count: 4000))
    let file = Self.file(width: 4096, height: 4096, [("IDAT", data)])
    let spent = CPUTime.spent {
      #expect { try PNG.decode(file) } throws: { "\($0)".contains("too short") }
    }
    #expect(spent < 0.05)
  }

  @Test func `what does not reach the pixels is stepped over`() throws {
    var maker = PNGReadingTests.maker(.rgba, 8, false)
    let plain = try PNG.decode(maker.file())
    let empty = ["gAMA", "cHRM", "sRGB", "iCCP", "pHYs", "bKGD", "tIME", "sBIT", "eXIf", "tEXt"]
    let long = [UInt8](repeating: 65, count: 1 << 21)
    maker.chunks = empty.map { ($0, []) } + ["tEXt", "iTXt", "eXIf", "prVt"].map { ($0, long) }
    // 2 pixels a unit across and 1 down, by which FFmpeg squeezes a picture.
    maker.chunks.append(("pHYs", PNGMaker.bigEndian(2) + PNGMaker.bigEndian(1) + [0]))
    maker.laterChunks = maker.chunks
    #expect(try PNG.decode(maker.file()) == plain)
    // Their checksums are no matter either.
    var file = maker.file()
    file[file.count - 20] ^= 1
    #expect(try PNG.decode(file) == plain)
  }

  @Test func `a chunk that the picture needs is not stepped over`() {
    var maker = PNGReadingTests.maker(.rgb, 8, false)
    maker.chunks = [("NEED", [1, 2, 3])]
    #expect { try PNG.decode(maker.file()) } throws: { "\($0)".contains("unknown kind") }
    maker.chunks = [("tRNS", [0, 1, 0, 2, 0, 3])]
    var damaged = maker.file()
    damaged[33 + 8 + 5] ^= 1
    #expect { try PNG.decode(damaged) } throws: { "\($0)".contains("checksum") }
    var scattered = PNGReadingTests.maker(.rgb, 8, false)
    scattered.laterChunks = [("tEXt", []), ("IDAT", [0])]
    #expect { try PNG.decode(scattered.file()) } throws: { "\($0)".contains("two places") }
  }

  @Test func `data in many chunks is one picture`() throws {
    let maker = PNGReadingTests.maker(.rgba, 8, false)
    let file = maker.file()
    let data = Array(file[(33 + 8)..<(file.count - 16)])
    let parts = data.flatMap { [("IDAT", [$0]), ("IDAT", [])] }
    #expect(
      try PNG.decode(Self.file(width: 13, height: 11, parts)) == PNG.decode(file))
  }

  @Test func `the processor's time has a limit`() throws {
    // 1100 rows of 1024 bytes, more than goes between two looks at the clock.
    let maker = Self.file(
      width: 1023, height: 1100,
      [("IDAT", PNGMaker.stored([UInt8](repeating: 0, count: 1024 * 1100)))], colour: 0)
    var limits = ImageLimits.artwork
    #expect(limits.cpuSeconds(width: 4000, height: 3000) == 2 + 0.1 * 12)
    #expect(try PNG.decode(maker, limits: limits).width == 1023)
    (limits.cpuSecondsAPicture, limits.cpuSecondsAMegapixel) = (0, 0)
    #expect(throws: ImagingError.tooSlow(width: 1023, height: 1100, limits: limits)) {
      try PNG.decode(maker, limits: limits)
    }
  }
}
