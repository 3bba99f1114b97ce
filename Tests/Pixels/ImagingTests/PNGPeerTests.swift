import Foundation
import Imaging
import TestSupport
import Testing

/// PNGs as Netpbm's `pngtopam`, which has no pixels expanded by libpng, and Pillow's own reader read them.
@Suite struct PNGPeerTests {
  /// A file of the set: every colour type, depth and interlacing, plain, with a transparent colour or a
  /// palette's alpha, and with pixels that are said not to be square.
  private static func files() -> [(name: String, maker: PNGMaker)] {
    PNGReadingTests.kinds.flatMap { colour, depth, interlaced in
      let plain = PNGReadingTests.maker(colour, depth, interlaced)
      let name = "\(colour)-\(depth)\(interlaced ? "-interlaced" : "")"
      var oblong = plain
      oblong.chunks.append(("pHYs", PNGMaker.bigEndian(8) + PNGMaker.bigEndian(32) + [0]))
      var files = [(name, plain), ("\(name)-phys", oblong)]
      var transparent = plain
      switch colour {
      case .palette: transparent.chunks.append(("tRNS", [0, 77]))
      case .grey, .rgb:
        let key = plain.samples(3, 2).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        transparent.chunks.append(("tRNS", key))
      case .greyAlpha, .rgba: return files
      }
      files.append(("\(name)-trns", transparent))
      return files
    }
  }

  /// A PAM file's pixels in eight bits, rounded.
  private static func pixels(ofPAM data: Data) throws -> [UInt8] {
    let end = try #require(data.firstRange(of: Data("ENDHDR\n".utf8)))
    var header: [String: Int] = [:]
    for line in String(decoding: data[..<end.lowerBound], as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2 { header[String(words[0])] = Int(words[1]) }
    }
    let top = try #require(header["MAXVAL"])
    let channels = try #require(header["DEPTH"])
    let bytes = [UInt8](data[end.upperBound...])
    let samples =
      top > 255
      ? stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
      : bytes.map(Int.init)
    let eightBit = samples.map { UInt8((2 * $0 * 255 + top) / (2 * top)) }
    guard channels == 2 else { return eightBit }
    return stride(from: 0, to: eightBit.count, by: 2).flatMap {
      [eightBit[$0], eightBit[$0], eightBit[$0], eightBit[$0 + 1]]
    }
  }

  @Test func `Netpbm reads the same pixels`() throws {
    let folder = try ScratchFolder()
    for (name, maker) in Self.files() {
      let path = try folder.write(Data(maker.file()), to: "\(name).png")
      let peer = try Program(named: "pngtopam").run(["-alphapam", path])
      try #require(peer.exitCode == 0, "\(name): \(peer.error)")
      #expect(try PNG.decode(maker.file()).bytes == Self.pixels(ofPAM: peer.output), "\(name)")
    }
  }

  @Test func `Pillow reads the same pixels of eight bits and fewer`() throws {
    // Of sixteen bits Pillow takes the upper eight of colours and no transparency of grey.
    let files = Self.files().filter { $0.maker.depth < 16 }
    let folder = try ScratchFolder()
    for (name, maker) in files { try folder.write(Data(maker.file()), to: "\(name).png") }
    let script = """
      import sys
      from PIL import Image
      for name in sys.argv[1:]:
          sys.stdout.buffer.write(Image.open(name + ".png").convert("RGBA").tobytes())
      """
    // Debian's own Python, for which its Pillow is made.
    let peer = try Program(path: "/usr/bin/python3")
      .run(["-c", script] + files.map(\.name), in: folder)
    try #require(peer.exitCode == 0, "\(peer.error)")
    let each = 13 * 11 * 4
    try #require(peer.output.count == files.count * each)
    for (place, file) in files.enumerated() {
      let theirs = [UInt8](peer.output)[place * each..<(place + 1) * each]
      #expect(try PNG.decode(file.maker.file()).bytes == Array(theirs), "\(file.name)")
    }
  }
}
