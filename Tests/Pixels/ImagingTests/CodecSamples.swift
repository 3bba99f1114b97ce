import Foundation
import Imaging
import TestSupport
import Testing

/// Pictures for codecs, and the programs that come with libjpeg-turbo and libwebp.
enum CodecSamples {
  /// A smooth scene with an edge.
  static func scene(width: Int, height: Int, opaque: Bool = true) throws -> StraightRGBA8 {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let wave = 60 * sin(Double(x) / 9) + 50 * cos(Double(y) / 7)
        let alpha = opaque ? 255 : UInt8(min(255, 8 * max(0, y - 4)))
        bytes += [UInt8(120 + wave), UInt8(x * 255 / width), x * 2 > width ? 200 : 30, alpha]
      }
    }
    return try #require(StraightRGBA8(width: width, height: height, bytes: bytes))
  }

  /// Peak signal to noise of the colours, in dB.
  static func psnr(_ a: StraightRGBA8, _ b: StraightRGBA8) -> Double {
    let squares = zip(a.bytes, b.bytes).map { pow(Double($0) - Double($1), 2) }.reduce(0, +)
    return 10 * log10(255 * 255 / (squares / Double(3 * a.width * a.height)))
  }

  /// The largest difference of any channel.
  static func largestDifference(_ a: StraightRGBA8, _ b: StraightRGBA8) -> Int {
    zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// What libjpeg-turbo's `cjpeg` makes of a picture.
  static func cjpeg(_ picture: StraightRGBA8, _ options: [String] = []) throws -> [UInt8] {
    let folder = try ScratchFolder()
    let header = Array("P6 \(picture.width) \(picture.height) 255\n".utf8)
    let colours = picture.bytes.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
    try folder.write(header + colours, to: "a.ppm")
    return [UInt8](
      try Program(named: "cjpeg").succeed(["-quality", "92"] + options + ["a.ppm"], in: folder))
  }

  static func djpeg(_ jpeg: [UInt8]) throws -> StraightRGBA8 {
    let folder = try ScratchFolder()
    try folder.write(jpeg, to: "a.jpg")
    let file = [UInt8](
      try Program(named: "djpeg").succeed(["-pnm", "-dct", "int", "a.jpg"], in: folder))
    // `P6\n12 34\n255\n`, or P5 for grey.
    let lines = file.split(separator: 10, maxSplits: 3, omittingEmptySubsequences: false)
    let sides = String(decoding: lines[1], as: UTF8.self).split(separator: " ").compactMap {
      Int($0)
    }
    let samples = Array(lines[3])
    let isGrey = lines[0].last == UInt8(ascii: "5")
    var bytes: [UInt8] = []
    for i in 0..<(sides[0] * sides[1]) {
      for c in 0..<3 { bytes.append(samples[isGrey ? i : 3 * i + c]) }
      bytes.append(255)
    }
    return try #require(StraightRGBA8(width: sides[0], height: sides[1], bytes: bytes))
  }

  static func jpegtran(
    _ jpeg: [UInt8], _ options: [String], file: String = ""
  ) throws -> [UInt8] {
    let folder = try ScratchFolder()
    try folder.write(jpeg, to: "a.jpg")
    try folder.write(file, to: "script")
    return [UInt8](try Program(named: "jpegtran").succeed(options + ["a.jpg"], in: folder))
  }

  /// A JPEG whose quantisation and Huffman tables (DQT and DHT) are left out.
  static func withoutTables(_ jpeg: [UInt8]) throws -> [UInt8] {
    var (bare, place) = (Array(jpeg.prefix(2)), 2)
    while jpeg[place + 1] != 0xDA {
      let length = 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
      if ![0xDB, 0xC4].contains(jpeg[place + 1]) { bare += jpeg[place..<(place + length)] }
      place += length
    }
    return bare + jpeg[place...]
  }

  static func cwebp(_ picture: StraightRGBA8, _ options: [String] = []) throws -> [UInt8] {
    let folder = try ScratchFolder()
    try PNG.write(picture, to: folder.path("a.png"))
    try Program(named: "cwebp").succeed(
      ["-quiet"] + options + ["a.png", "-o", "a.webp"], in: folder)
    return try folder.bytes("a.webp")
  }

  /// What `dwebp` makes of a WebP.
  static func dwebp(_ webp: [UInt8]) throws -> StraightRGBA8 {
    let folder = try ScratchFolder()
    try folder.write(webp, to: "a.webp")
    try Program(named: "dwebp").succeed(["-quiet", "a.webp", "-o", "a.png"], in: folder)
    return try PNG.read(path: folder.path("a.png"))
  }
}
