import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

@Suite struct JPEGReadingTests {
  static let kinds: [[String]] = [
    ["-sample", "1x1"], ["-sample", "2x1"], ["-sample", "2x2"], ["-sample", "1x2"],
    ["-sample", "4x1"], ["-sample", "1x1,2x2"], ["-progressive"], ["-grayscale"], ["-rgb"],
    ["-restart", "1"], ["-optimize"], ["-arithmetic"],
  ]

  @Test(arguments: kinds)
  func `the pixels are those of djpeg`(options: [String]) throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 67, height: 45), options)
    let decoded = try JPEG.decode(jpeg)
    #expect(decoded == (try CodecSamples.djpeg(jpeg)))
    #expect(try PictureFormat.decode(jpeg) == decoded)
    let size = try PictureFormat.size(of: jpeg)
    #expect((size.width, size.height) == (67, 45))
  }

  /// The payload of an EXIF segment with nothing but an orientation, by TIFF 6.0.
  static func exif(_ orientation: UInt8, littleEndian: Bool) -> [UInt8] {
    let tiff: [UInt8] =
      littleEndian
      ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
      : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
    let payload = Array("Exif".utf8) + [0, 0] + tiff + [0, 0, 0, 0]
    return [0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload
  }

  static func with(_ segment: [UInt8], in jpeg: [UInt8]) -> [UInt8] {
    jpeg.prefix(2) + segment + jpeg.dropFirst(2)
  }

  /// The number of EXIF's orientation, and jpegtran's way from an upright picture to how it is
  /// stored then (TIFF 6.0: which side the stored picture's first row and column are).
  @Test(
    arguments: [
      (1, []), (2, ["-flip", "horizontal"]), (3, ["-rotate", "180"]),
      (4, ["-flip", "vertical"]), (5, ["-transpose"]), (6, ["-rotate", "270"]),
      (7, ["-transverse"]), (8, ["-rotate", "90"]),
    ] as [(UInt8, [String])], [true, false])
  func `an orientation is undone`(turn: (UInt8, [String]), littleEndian: Bool) throws {
    let upright = try CodecSamples.cjpeg(
      CodecSamples.scene(width: 64, height: 48), ["-sample", "1x1"])
    let stored = try CodecSamples.jpegtran(upright, turn.1)
    let jpeg = Self.with(Self.exif(turn.0, littleEndian: littleEndian), in: stored)
    let decoded = try JPEG.decode(jpeg)
    let expected = try CodecSamples.djpeg(upright)
    try #require((decoded.width, decoded.height) == (64, 48))
    // The inverse DCT does not round alike along rows and columns.
    #expect(CodecSamples.largestDifference(decoded, expected) <= 3)
    let size = try JPEG.size(of: jpeg)
    #expect((size.width, size.height) == (64, 48))
    // And back into the file comes no word of it.
    let again = try decoded.encoded(as: PictureEncoding(.jpeg))
    #expect(Data(again).firstRange(of: Data("Exif".utf8)) == nil)
  }

  @Test func `EXIF that makes no sense is left aside`() throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 32, height: 16))
    let plain = try JPEG.decode(jpeg)
    let whole = Self.exif(6, littleEndian: true)
    var random = SplitMix64(state: 3)
    for cut in 4..<whole.count {
      var segment = Array(whole.prefix(cut))
      segment[3] = UInt8(segment.count - 2)
      _ = try JPEG.decode(Self.with(segment, in: jpeg))
    }
    for number: UInt8 in [0, 9, 255] {
      #expect(
        try JPEG.decode(Self.with(Self.exif(number, littleEndian: false), in: jpeg)) == plain)
    }
    for _ in 0..<300 {
      var segment = whole
      segment[Int.random(in: 10..<whole.count, using: &random)] = .random(
        in: 0...255, using: &random)
      _ = try JPEG.decode(Self.with(segment, in: jpeg))
    }
  }
}
