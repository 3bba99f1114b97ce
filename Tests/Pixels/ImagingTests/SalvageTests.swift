import Foundation
import Imaging
import TestSupport
import Testing

/// Damaged pictures: refused, or, where that is asked for, what is there and how much is lost.
@Suite struct SalvageTests {
  static let grey = RGBA8(128, 128, 128)

  private static func rows(_ picture: StraightRGBA8, _ range: Range<Int>) -> ArraySlice<UInt8> {
    picture.bytes[(4 * picture.width * range.lowerBound)..<(4 * picture.width * range.upperBound)]
  }

  /// Damage of a file, which must be refused where damage is not allowed.
  private func salvaged(_ bytes: [UInt8]) throws -> (picture: StraightRGBA8, damage: PictureDamage)
  {
    let error = #expect(throws: ImagingError.self) { try PictureFormat.decode(bytes) }
    let decoded = try PictureFormat.salvage(bytes)
    let damage = try #require(decoded.damage)
    #expect(damage.reason == error)
    return (decoded.picture, damage)
  }

  @Test func `a whole picture has no damage`() throws {
    let scene = try CodecSamples.scene(width: 67, height: 45, opaque: false)
    for bytes in [
      try PNG.encode(scene), try WebP.encode(scene), try CodecSamples.cjpeg(scene),
    ] {
      let decoded = try PictureFormat.salvage(bytes)
      #expect(decoded.damage == nil)
      #expect(try decoded.picture == PictureFormat.decode(bytes))
    }
  }

  @Test(arguments: [30, 60, 95], [PNGMaker.Colour.rgba, .rgb, .greyAlpha])
  func `a PNG that is cut off keeps its first rows`(percent: Int, colour: PNGMaker.Colour) throws {
    var maker = PNGReadingTests.maker(colour, 8, false)
    (maker.width, maker.height) = (100, 80)
    let file = maker.file()
    let whole = try PNG.decode(file)
    let (picture, damage) = try salvaged(Array(file.prefix(file.count * percent / 100)))
    #expect(damage.rows == 80)
    let kept = 80 - damage.rowsLost
    // Stored, so that a row takes as many bytes as any other.
    #expect(abs(kept - 80 * percent / 100) <= 1)
    #expect(Self.rows(picture, 0..<kept) == Self.rows(whole, 0..<kept))
    #expect(picture[50, 79] == Self.grey && picture[0, kept] == Self.grey)
    #expect("\(damage)".hasPrefix("\(damage.rowsLost) of 80 rows are lost: the PNG is cut off"))
  }

  @Test func `an interlaced PNG that is cut off keeps the rows that are whole`() throws {
    var maker = PNGReadingTests.maker(.rgba, 8, true)
    (maker.width, maker.height) = (64, 48)
    let file = maker.file()
    let whole = try PNG.decode(file)
    let (picture, damage) = try salvaged(Array(file.prefix(file.count * 3 / 4)))
    // The last pass has the odd rows, in half of the file.
    #expect((8...16).contains(damage.rowsLost))
    for y in stride(from: 0, to: 48, by: 2) {
      #expect(Self.rows(picture, y..<y + 1) == Self.rows(whole, y..<y + 1))
    }
  }

  @Test(arguments: [30, 60, 95], [["-sample", "2x2"], ["-sample", "1x1"]])
  func `a JPEG that is cut off keeps its first rows`(percent: Int, options: [String]) throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 320, height: 240), options)
    let whole = try JPEG.decode(jpeg)
    let (picture, damage) = try salvaged(Array(jpeg.prefix(jpeg.count * percent / 100)))
    #expect(damage.reason == .cutOff(.jpeg, byteCount: jpeg.count * percent / 100))
    let kept = damage.rows - damage.rowsLost
    #expect(abs(kept - 240 * percent / 100) <= 48)
    #expect(Self.rows(picture, 0..<kept) == Self.rows(whole, 0..<kept))
    #expect(Self.rows(picture, 0..<240) != Self.rows(whole, 0..<240))
  }

  @Test func `a progressive JPEG that is cut off is refused, or kept coarse`() throws {
    let jpeg = try CodecSamples.cjpeg(
      CodecSamples.scene(width: 320, height: 240), ["-progressive"])
    for percent in [30, 60, 95] {
      let (picture, damage) = try salvaged(Array(jpeg.prefix(jpeg.count * percent / 100)))
      // Each scan refines all rows, and which ones are missing is unknown.
      #expect(picture.height == 240 && damage.rowsLost == 240)
      #expect("\(damage)".hasPrefix("240 of 240 rows are lost or coarser than stored: "))
    }
  }

  /// Of 40 files, how many must be refused.
  ///
  /// Codes have no checksum, and wrong ones may still end with the last byte.
  @Test(arguments: [([], 30), (["-progressive"], 40), (["-restart", "1"], 36)])
  func `a JPEG with wrong codes is refused, whatever is said after the first fault`(
    options: [String], least: Int
  ) throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 320, height: 240), options)
    var random = SplitMix64(state: 5)
    var refused = 0
    for _ in 0..<40 {
      var flipped = jpeg
      for _ in 0..<20 {
        let place = Int.random(in: 700..<(jpeg.count - 2), using: &random)
        flipped[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      let planes = PlanarJPEG()
      let isRefused = (try? JPEG.decode(flipped)) == nil
      // The two ways into a JPEG agree.
      #expect(((try? planes.decode(flipped, limits: .still)) == nil) == isRefused)
      refused += isRefused ? 1 : 0
      if isRefused, let decoded = try? PictureFormat.salvage(flipped) {
        #expect(decoded.damage != nil)
      }
    }
    #expect(refused >= least)
  }

  @Test(arguments: [["-q", "80"], ["-lossless"]])
  func `a WebP that is cut off keeps its first rows`(options: [String]) throws {
    let webp = try CodecSamples.cwebp(CodecSamples.scene(width: 320, height: 240), options)
    let whole = try WebP.decode(webp)
    let (picture, damage) = try salvaged(Array(webp.prefix(webp.count * 6 / 10)))
    let kept = damage.rows - damage.rowsLost
    #expect((1..<240).contains(kept))
    #expect(Self.rows(picture, 0..<kept) == Self.rows(whole, 0..<kept))
    #expect(picture[7, 239] == Self.grey)
  }

  @Test func `what is no picture, or too large a one, cannot be salvaged`() throws {
    #expect(throws: ImagingError.notAPicture(firstBytes: [1, 2])) {
      try PictureFormat.salvage([1, 2])
    }
    let png = try PNG.encode(CodecSamples.scene(width: 9, height: 9))
    let limits = ImageLimits(width: 8, height: 9)
    #expect(throws: ImagingError.tooLarge(width: 9, height: 9, limits: limits)) {
      try PictureFormat.salvage(Array(png.dropLast(20)), limits: limits)
    }
  }

  @Test func `the processor's time has a limit for JPEG and WebP too`() throws {
    let scene = try CodecSamples.scene(width: 320, height: 240)
    var limits = ImageLimits.still
    (limits.cpuSecondsAPicture, limits.cpuSecondsAMegapixel) = (0, 0)
    for bytes in [
      try CodecSamples.cjpeg(scene), try CodecSamples.cjpeg(scene, ["-progressive"]),
      try WebP.encode(scene),
    ] {
      #expect(try PictureFormat.decode(bytes).width == 320)
      #expect(throws: ImagingError.tooSlow(width: 320, height: 240, limits: limits)) {
        try PictureFormat.decode(bytes, limits: limits)
      }
    }
  }

  @Test func `a great JPEG that few bytes claim is refused before its memory is touched`() throws {
    let jpeg = try CodecSamples.cjpeg(
      CodecSamples.scene(width: 16, height: 16), ["-progressive"])
    let frame = try #require(Data(jpeg).firstRange(of: Data([0xFF, 0xC2])))
    var huge = jpeg
    huge.replaceSubrange(
      (frame.lowerBound + 5)..<(frame.lowerBound + 9), with: [0x20, 0, 0x20, 0])
    let spent = CPUTime.spent {
      #expect(throws: ImagingError.cutOff(.jpeg, byteCount: huge.count)) {
        try JPEG.decode(huge)
      }
    }
    // Beside what one of the three components' coefficients cost to touch (70 ms where this takes under 1), not a
    // time: a sanitizer is slow at both.
    var coefficients: [Int16] = []
    let touching = CPUTime.spent { coefficients = [Int16](repeating: 1, count: 0x2000 * 0x2000) }
    #expect(coefficients.last == 1)
    #expect(spent < touching)
  }
}
