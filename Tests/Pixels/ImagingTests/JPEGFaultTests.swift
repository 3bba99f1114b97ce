import Foundation
import Imaging
import TestSupport
import Testing

/// JPEG files that are not what they should be: each is refused with a reason, none crashes.
@Suite struct JPEGFaultTests {
  @Test(arguments: [["-sample", "2x2"], ["-progressive"]])
  func `a file that is cut off anywhere is refused`(options: [String]) throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 240, height: 135), options)
    for count in Array(stride(from: 1, to: jpeg.count, by: 97)) + [jpeg.count - 2, jpeg.count - 1] {
      #expect(throws: ImagingError.self, "\(count) of \(jpeg.count)") {
        try JPEG.decode(Array(jpeg.prefix(count)))
      }
    }
    #expect(throws: ImagingError.cutOff(.jpeg, byteCount: jpeg.count - 2)) {
      try JPEG.decode(jpeg.dropLast(2))
    }
  }

  @Test func `bytes that are missing from the middle are damage`() throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 240, height: 135))
    let middle = jpeg.count / 2
    #expect(throws: ImagingError.self) {
      try JPEG.decode(Array(jpeg[..<middle]) + jpeg[(middle + 900)...])
    }
  }

  @Test func `bytes too many before the end do no harm`() throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 67, height: 45))
    let stuffed: [UInt8] = Array(jpeg.dropLast(2)) + [0x12, 0x34, 0xFF, 0xD9]
    #expect(try JPEG.decode(stuffed) == JPEG.decode(jpeg))
    #expect(try JPEG.decode(jpeg + [1, 2, 3]) == JPEG.decode(jpeg))
    let padding = [UInt8](repeating: 0, count: 500)
    let padded = Array(jpeg.dropLast(2)) + padding + [0xFF, 0xD9]
    #expect(try JPEG.decode(padded) == JPEG.decode(jpeg))
    // Wherever the end lies in the pieces that libjpeg is given.
    for length in 500..<1012 {
      let comment: [UInt8] = [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 255)]
      let moved = padded[..<2] + comment + [UInt8](repeating: 65, count: length - 2) + padded[2...]
      #expect(throws: Never.self, "\(length)") { try JPEG.decode(Array(moved)) }
    }
    // What is no padding is left of codes that were read wrongly. Up to 8 bytes libjpeg has read ahead.
    let left = Array(jpeg.dropLast(2)) + (1...20).map { $0 } + [0xFF, 0xD9]
    #expect(throws: ImagingError.self) { try JPEG.decode(left) }
  }

  @Test(arguments: [["-sample", "2x2"], ["-progressive"], ["-sample", "1x1", "-restart", "1"]])
  func `thousands of changed files are read or refused, never fatal`(options: [String]) throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 40, height: 24), options)
    var random = SplitMix64(state: 11)
    var refused = 0
    for _ in 0..<1500 {
      var damaged = jpeg
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      do {
        _ = try JPEG.decode(damaged, limits: ImageLimits(width: 512, height: 512))
      } catch {
        refused += 1
        #expect(!"\(error)".contains("\n"))
      }
    }
    // Most changes hit coded data, which has no checksum.
    #expect(refused > 100)
  }

  /// Codes of a picture's own make leave most patterns to be codes that are none: libjpeg-turbo is silent
  /// of them where it sees all of a file, which `djpeg` does not give it.
  @Test(arguments: [["-optimize"], ["-progressive"], ["-optimize", "-sample", "1x1"]])
  func `what djpeg warns of is refused`(options: [String]) throws {
    let picture = try CodecSamples.scene(width: 320, height: 240)
    let jpeg = try CodecSamples.cjpeg(picture, options)
    let scan = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xDA]) })
    var random = SplitMix64(state: 5)
    let folder = try ScratchFolder()
    var warned = 0
    for _ in 0..<60 {
      var damaged = jpeg
      let place = Int.random(in: (scan + 14)..<(jpeg.count - 2), using: &random)
      damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try folder.write(damaged, to: "a.jpg")
      // 2 is success with warnings.
      guard try Program(named: "djpeg").run(["a.jpg"], in: folder).exitCode == 2 else { continue }
      warned += 1
      #expect(throws: ImagingError.self, "byte \(place)") { try JPEG.decode(damaged) }
    }
    #expect(warned > 2)
  }

  /// A changed difference of means shifts all means behind it, and no code is wrong.
  @Test(arguments: [[], ["-progressive"]])
  func `pixels beyond white and black are damage`(options: [String]) throws {
    func flat(_ value: UInt8) throws -> StraightRGBA8 {
      let bytes = (0..<(4 * 48 * 48)).map { $0 % 4 == 3 ? UInt8(255) : value }
      return try #require(StraightRGBA8(width: 48, height: 48, bytes: bytes))
    }
    for value in [UInt8(0), 255] {
      for quality in [1, 10, 50, 90, 100] {
        let jpeg = try CodecSamples.cjpeg(flat(value), options + ["-quality", "\(quality)"])
        let decoded = try JPEG.decode(jpeg)
        #expect(CodecSamples.largestDifference(decoded, try flat(value)) < 70)
        // The step of the means of brightness, behind the segment's length and the table's number.
        let table = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xDB]) })
        var brighter = jpeg
        brighter[table + 5] = UInt8(min(255, 2 * Int(jpeg[table + 5])))
        guard brighter != jpeg, quality > 1 else { continue }
        #expect("\(value), \(quality)") { try JPEG.decode(brighter) } throws: {
          "\($0)".contains("pixel values out of range")
        }
        let kept = try PictureFormat.salvage(brighter)
        #expect(kept.damage?.rowsLost == 48)
      }
    }
  }

  @Test func `the header's size is checked before memory is taken`() throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 67, height: 45))
    let frame = try #require(Data(jpeg).firstRange(of: Data([0xFF, 0xC0])))
    var huge = jpeg
    huge.replaceSubrange(
      (frame.lowerBound + 5)..<(frame.lowerBound + 9), with: [0xFF, 0xDC, 0xFF, 0xDC])
    #expect(
      throws: ImagingError.tooLarge(width: 65_500, height: 65_500, limits: .still)
    ) { try JPEG.decode(huge) }
    let fits = ImageLimits(width: 67, height: 45)
    #expect(try JPEG.decode(jpeg, limits: fits).width == 67)
    for limits in [ImageLimits(width: 66, height: 45), ImageLimits(width: 67, height: 44)] {
      #expect(throws: ImagingError.tooLarge(width: 67, height: 45, limits: limits)) {
        try JPEG.decode(jpeg, limits: limits)
      }
    }
  }

  /// A file of this many scans: one of all the means, and single frequencies.
  private func scans(_ count: Int) throws -> [UInt8] {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 40, height: 24))
    let script = (1..<count).map { "0: \($0)-\($0), 0, 0;" }
    return try CodecSamples.jpegtran(
      jpeg, ["-scans", "script"],
      file: (["0,1,2: 0-0, 0, 0;"] + script).joined(separator: "\n"))
  }

  @Test func `more scans than allowed are refused`() throws {
    #expect(try JPEG.decode(scans(JPEG.scanLimit)).width == 40)
    let over = JPEG.scanLimit + 1
    #expect(throws: ImagingError.tooManyScans(over, limit: JPEG.scanLimit)) {
      try JPEG.decode(scans(over))
    }
  }

  @Test func `what looks like a marker within a segment is none`() throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 32, height: 24), ["-progressive"])
    let inside: [UInt8] = [0xFF, 0xD9, 0xFF, 0xD8, 0xFF, 0xDA]
    let comment: [UInt8] = [0xFF, 0xFE, 0, UInt8(inside.count + 2)] + inside
    let scan = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xDA]) })
    let second = try #require(
      jpeg.indices.first { $0 > scan + 2 && jpeg[$0...].starts(with: [0xFF, 0xDA]) })
    for place in [2, scan, second] {
      let commented = jpeg[..<place] + comment + jpeg[place...]
      #expect(try JPEG.decode(Array(commented)) == JPEG.decode(jpeg))
    }
    // A comment with an end in it hides no scan.
    let many = try scans(40)
    #expect(throws: ImagingError.tooManyScans(40, limit: JPEG.scanLimit)) {
      try JPEG.decode(Array(many[..<2] + comment + many[2...]))
    }
  }

  @Test func `what is odd in the header alone does no harm`() throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 64, height: 48))
    let whole = try JPEG.decode(jpeg)
    // JFIF 2.01; its version follows the name.
    var version = jpeg
    version[11] = 2
    // An Adobe segment with an unknown transform.
    let adobe: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 9]
    let table = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xDB]) })
    let stray = jpeg[..<table] + [1, 2, 3] + jpeg[table...]
    for odd in [version, Array(jpeg[..<table] + adobe + jpeg[table...]), Array(stray)] {
      #expect(try JPEG.decode(odd) == whole)
    }
  }

  /// libjpeg-turbo smooths them, and goes beyond white and black at edges.
  @Test func `a first scan of means alone is a picture`() throws {
    let bytes = (0..<(4 * 64 * 64)).map { i in
      i % 4 == 3 || (i / 4 / 8 + i / 4 / 64 / 8) % 2 == 0 ? UInt8(255) : 0
    }
    let picture = try #require(StraightRGBA8(width: 64, height: 64, bytes: bytes))
    let means = try CodecSamples.jpegtran(
      CodecSamples.cjpeg(picture, ["-grayscale"]), ["-scans", "script"], file: "0: 0-0, 0, 0;")
    #expect(try JPEG.decode(means) == CodecSamples.djpeg(means))
  }

  @Test func `tables alone are no picture`() throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 32, height: 24))
    let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
    let tables = Array(jpeg[..<frame]) + [0xFF, 0xD9]
    let expected = ImagingError.broken(.jpeg, reason: "it ends before its picture begins")
    #expect(throws: expected) { try JPEG.decode(tables) }
    #expect(throws: expected) { try JPEG.size(of: tables) }
    #expect(throws: expected) { try PictureFormat.salvage(tables) }
  }

  @Test func `a kind of JPEG that is not read is no damage`() throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 32, height: 24))
    let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
    for (offset, byte, said) in [
      (4, 12, "unsupported sample precision; 8 bits are read"),
      (1, 0xC3, "unsupported lossless or hierarchical"),
    ] as [(Int, UInt8, String)] {
      var other = jpeg
      other[frame + offset] = byte
      let error = try #require(throws: ImagingError.self) { try PictureFormat.salvage(other) }
      #expect("\(error)".contains(said), "\(error)")
      guard case .unsupported = error else {
        Issue.record("\(error)")
        continue
      }
    }
  }

  @Test func `CMYK is refused by its name`() throws {
    var jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 20, 8, 0, 8, 0, 8, 4]
    for component: UInt8 in 1...4 { jpeg += [component, 0x11, 0] }
    jpeg += [0xFF, 0xDA, 0, 14, 4]
    for component: UInt8 in 1...4 { jpeg += [component, 0] }
    jpeg += [0, 63, 0, 0xFF, 0xD9]
    let error = #expect(throws: ImagingError.self) { try JPEG.decode(jpeg) }
    #expect(error.map { "\($0)".contains("CMYK") } == true)
  }

  @Test func `another kind of file is named by its first bytes`() throws {
    let png = try PNG.encode(CodecSamples.scene(width: 3, height: 3))
    #expect(throws: ImagingError.notA(.jpeg, firstBytes: Array(png.prefix(8)))) {
      try JPEG.decode(png)
    }
    #expect(throws: ImagingError.notA(.jpeg, firstBytes: [])) { try JPEG.decode([]) }
    #expect(throws: ImagingError.notAPicture(firstBytes: Array("GIF89a".utf8))) {
      try PictureFormat.decode(Array("GIF89a".utf8))
    }
    #expect(throws: ImagingError.notAPicture(firstBytes: [])) { try PictureFormat.decode([]) }
  }
}
