import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

/// What the start of a lossless WebP says, and what libwebp's tables for it may take.
@Suite struct LosslessWebPTests {
  /// What cwebp says that it wrote: `Precision Bits: histogram=5 transform=4 cache=10`.
  private static func said(_ name: String, by report: String) -> Int? {
    report.split(separator: " \(name)=").dropFirst().first.flatMap {
      Int($0.prefix { $0.isNumber })
    }
  }

  @Test(arguments: [["-z", "0"], ["-z", "5"], ["-z", "9"], ["-near_lossless", "40"]])
  func `the codes are told as cwebp says that it wrote them`(options: [String]) throws {
    for kind in ["testsrc2=size=511x301", "mandelbrot=size=320x180", "smptebars=size=200x100"] {
      let folder = try ScratchFolder()
      try Program.ffmpeg.succeed(
        ["-nostdin", "-v", "error", "-f", "lavfi", "-i", kind, "-frames:v", "1", "a.png"],
        in: folder)
      let outcome = try Program(named: "cwebp").run(
        ["-v", "-lossless"] + options + ["a.png", "-o", "a.webp"], in: folder)
      let webp = try [UInt8](Data(contentsOf: folder.url.appending(path: "a.webp")))
      let size = try WebP.size(of: webp)
      let stream = try #require(
        LosslessWebP.stream(in: webp, width: size.width, height: size.height))
      #expect(stream.cacheBits == Self.said("cache", by: outcome.error), "\(kind)")
      if let tileBits = stream.tileBits {
        #expect(tileBits == Self.said("histogram", by: outcome.error), "\(kind)")
        #expect(stream.groups > 1)
      }
      // Far below the limit.
      #expect(stream.groups < 200, "\(kind)")
    }
  }

  @Test(arguments: [(64, 0, 2600), (256, 0, 2600), (256, 11, 2600), (2560, 0, 3704)])
  func `as many groups are read as their tables have room for`(
    side: Int, cacheBits: Int, limit: Int
  ) throws {
    let groups = min(limit, side * side / 16)
    let within = WebPMaker.square(side: side, groups: groups, cacheBits: cacheBits)
    #expect(
      LosslessWebP.stream(in: within, width: side, height: side)?.groups == groups)
    let picture = try WebP.decode(within)
    #expect(picture == (try CodecSamples.dwebp(within)))
    guard groups == limit else { return }
    let over = WebPMaker.square(side: side, groups: limit + 1, cacheBits: cacheBits)
    // libwebp reads it.
    #expect(try CodecSamples.dwebp(over) == picture)
    #expect(throws: ImagingError.tooManyPrefixGroups(limit + 1, limit: limit)) {
      try WebP.decode(over)
    }
  }

  @Test func `the alpha of a lossy picture is bounded as well`() throws {
    let side = 512
    let lossy = try CodecSamples.cwebp(CodecSamples.scene(width: side, height: side))
    let within = WebPMaker.lossy(lossy, side: side, groups: 2600)
    #expect(try WebP.decode(within) == CodecSamples.dwebp(within))
    #expect(throws: ImagingError.tooManyPrefixGroups(5000, limit: 2600)) {
      try WebP.decode(WebPMaker.lossy(lossy, side: side, groups: 5000))
    }
  }

  /// libwebp reads a stream on behind the end of its chunk, and one without a chunk.
  @Test func `a stream that is not where it should be is bounded as well`() throws {
    let side = 256
    let file = WebPMaker.square(side: side, groups: 3000)
    // Bytes behind it let libwebp read it in a piece.
    let padding = [UInt8](repeating: 0, count: 20 * file.count)
    var short = file + padding
    short.replaceSubrange(16..<20, with: [10, 0, 0, 0])
    let bare = Array(file[..<12] + file[20...] + padding)
    for hidden in [short, bare] {
      var hidden = hidden
      let length = UInt32(hidden.count - 8)
      for byte in 0..<4 { hidden[4 + byte] = UInt8(truncatingIfNeeded: length >> (8 * byte)) }
      #expect(try CodecSamples.dwebp(hidden).width == side)
      #expect(throws: ImagingError.tooManyPrefixGroups(3000, limit: 2600)) {
        try WebP.decode(hidden)
      }
    }
  }

  /// libwebp decodes the first; to look at each would take time without bound.
  @Test func `one stream of a file is looked at`() throws {
    let first = WebPMaker.square(side: 256, groups: 3)
    let both = first + WebPMaker.square(side: 256, groups: 4000)[12...]
    #expect(LosslessWebP.stream(in: both, width: 256, height: 256)?.groups == 3)
    #expect(try WebP.decode(both) == WebP.decode(first))
  }
}
