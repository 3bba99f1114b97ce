import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

@Suite struct PNGWritingTests {
  static func picture(opaque: Bool) throws -> StraightRGBA8 {
    let bytes = (0..<(4 * 31 * 17)).map { i in
      opaque && i % 4 == 3 ? UInt8(255) : UInt8(truncatingIfNeeded: i * 73 + i / 31)
    }
    return try #require(StraightRGBA8(width: 31, height: 17, bytes: bytes))
  }

  @Test(arguments: [false, true], [PNG.Compression.fastest, .fast, .small])
  func `what is written is read back`(opaque: Bool, compression: PNG.Compression) throws {
    let picture = try Self.picture(opaque: opaque)
    let file = try PNG.encode(picture, compression: compression)
    #expect(try PNG.decode(file) == picture)
    // Byte 25 is the colour type.
    #expect(file[25] == (opaque ? 2 : 6))
  }

  @Test(arguments: [PNG.Compression.fastest, .fast, .small])
  func `what is written as grey is its red, read back in all channels`(
    compression: PNG.Compression
  ) throws {
    let picture = try Self.picture(opaque: false)
    let file = try PNG.encodeGrey(picture, compression: compression)
    #expect(file[24] == 8 && file[25] == 0)
    let read = try PNG.decode(file)
    let isRed = (0..<17).allSatisfy { y in
      (0..<31).allSatisfy { x in
        let red = picture[x, y].red
        return read[x, y] == RGBA8(red, red, red)
      }
    }
    #expect(isRed && read.width == 31 && read.height == 17)
  }

  /// Pictures whose filtered rows fall to each of the packers: noise, runs of every length, codes of
  /// every length, several blocks.
  @Test(arguments: 0..<24)
  func `what is written is what another reader reads`(seed: Int) throws {
    var random = SplitMix64(state: UInt64(seed))
    let (width, height) = (1 + Int(random.next() % 400), 1 + Int(random.next() % 300))
    let changes = UInt64(1) << UInt64(seed / 3 % 8)
    var bytes = [UInt8](repeating: 255, count: 4 * width * height)
    for i in bytes.indices where i % 4 != 3 || seed % 3 == 0 {
      let above = i >= 4 * width ? bytes[i - 4 * width] : 0
      // Small differences are frequent, as in photographs.
      let step = random.next() % changes == 0 ? UInt8(random.next() >> 56) : 0
      bytes[i] = above &+ (seed % 2 == 0 ? step : UInt8(step.leadingZeroBitCount))
    }
    let picture = try #require(StraightRGBA8(width: width, height: height, bytes: bytes))
    let file = try PNG.encode(picture, compression: .fastest)
    #expect(try PNG.decode(file) == picture)
    // zlib may find a wrong checksum before it has given the last row; where damage is allowed, that row is
    // kept too.
    var data = Array(file[41..<(file.count - 16)])
    data[data.count - 1] ^= 1
    let other = file[..<33] + PNGMaker.chunk("IDAT", data) + file.suffix(12)
    let kept = try PictureFormat.salvage(Array(other))
    #expect(kept.picture == picture)
    #expect(kept.damage?.rowsLost == 0)
  }

  @Test func `nothing but the picture is in the file`() throws {
    let file = try PNG.encode(Self.picture(opaque: false))
    var types: [String] = []
    var i = 8
    while i < file.count {
      let length = file[i..<(i + 4)].reduce(0) { $0 << 8 | Int($1) }
      types.append(String(decoding: file[(i + 4)..<(i + 8)], as: UTF8.self))
      i += length + 12
    }
    #expect(Set(types) == ["IHDR", "IDAT", "IEND"])
  }

  @Test func `a file is there as a whole, and nothing else is`() throws {
    try TemporaryFolder.with { folder in
      let picture = try Self.picture(opaque: false)
      let path = folder + "/a.png"
      try PNG.write(picture, to: path)
      #expect(try PNG.read(path: path) == picture)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.png"])
    }
  }

  @Test func `what stands in the way of a file is told with its path`() throws {
    try TemporaryFolder.with { folder in
      let picture = try Self.picture(opaque: true)
      let path = folder + "/a.png"
      try PNG.write(picture, to: path)
      #expect(throws: ImagingError.file(path: path, .outputExists)) {
        try PNG.write(picture, to: path)
      }
      #expect(throws: ImagingError.file(path: folder + "/no/a.png", .folderMissing(folder + "/no")))
      {
        try PNG.write(picture, to: folder + "/no/a.png")
      }
    }
  }
}

/// A folder that is gone after the test.
enum TemporaryFolder {
  static func with(_ body: (String) throws -> Void) throws {
    try withExtendedLifetime(ScratchFolder()) { try body($0.url.path) }
  }
}
