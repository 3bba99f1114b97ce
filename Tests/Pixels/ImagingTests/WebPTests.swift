import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

@Suite struct WebPTests {
  @Test(arguments: [["-q", "80"], ["-lossless"], ["-q", "60", "-alpha_q", "50"]], [true, false])
  func `the pixels are those of dwebp`(options: [String], opaque: Bool) throws {
    let picture = try CodecSamples.scene(width: 67, height: 45, opaque: opaque)
    let webp = try CodecSamples.cwebp(picture, options)
    let decoded = try WebP.decode(webp)
    #expect(decoded == (try CodecSamples.dwebp(webp)))
    #expect(try PictureFormat.decode(webp) == decoded)
    let size = try PictureFormat.size(of: webp)
    #expect((size.width, size.height) == (67, 45))
  }

  @Test func `dwebp sees the picture, with its alpha to the bit`() throws {
    let picture = try CodecSamples.scene(width: 67, height: 45, opaque: false)
    let webp = try picture.encoded(as: PictureEncoding(.webp, quality: 95))
    let seen = try CodecSamples.dwebp(webp)
    #expect(
      (0..<45).allSatisfy { y in (0..<67).allSatisfy { seen[$0, y].alpha == picture[$0, y].alpha } }
    )
    let ground = RGBA8(128, 128, 128)
    #expect(CodecSamples.psnr(seen.flattened(on: ground), picture.flattened(on: ground)) > 32)
    let coarse = try picture.encoded(as: PictureEncoding(.webp, quality: 20))
    #expect(coarse.count < webp.count)
    #expect(try picture.encoded(as: PictureEncoding(.webp, quality: 95)) == webp)
    // A simple file or VP8X with ALPH and VP8; no EXIF, XMP or ICCP.
    for chunk in ["EXIF", "XMP ", "ICCP"] {
      #expect(Data(webp).firstRange(of: Data(chunk.utf8)) == nil)
    }
  }

  @Test(arguments: [["-q", "80"], ["-lossless"]])
  func `a file that is cut off anywhere is refused`(options: [String]) throws {
    let webp = try CodecSamples.cwebp(
      CodecSamples.scene(width: 240, height: 135, opaque: false), options)
    for count in Array(stride(from: 1, to: webp.count, by: 97)) + [webp.count - 2] {
      #expect(throws: ImagingError.self, "\(count) of \(webp.count)") {
        try WebP.decode(Array(webp.prefix(count)))
      }
    }
  }

  @Test(arguments: [["-q", "80"], ["-lossless"]])
  func `thousands of changed files are read or refused, never fatal`(options: [String]) throws {
    let webp = try CodecSamples.cwebp(
      CodecSamples.scene(width: 40, height: 24, opaque: false), options)
    var random = SplitMix64(state: 11)
    var refused = 0
    for _ in 0..<1500 {
      var damaged = webp
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      do {
        _ = try WebP.decode(damaged, limits: ImageLimits(width: 512, height: 512))
      } catch {
        refused += 1
      }
    }
    #expect(refused > 100)
  }

  @Test func `the header's size is checked before memory is taken`() throws {
    let webp = try CodecSamples.cwebp(CodecSamples.scene(width: 67, height: 45))
    let fits = ImageLimits(width: 67, height: 45)
    #expect(try WebP.decode(webp, limits: fits).width == 67)
    for limits in [ImageLimits(width: 66, height: 45), ImageLimits(width: 67, height: 44)] {
      #expect(throws: ImagingError.tooLarge(width: 67, height: 45, limits: limits)) {
        try WebP.decode(webp, limits: limits)
      }
    }
  }

  @Test func `a side over the format's limit is refused`() throws {
    let wide = try #require(PixelSize<OutputSpace>(width: WebP.sideLimit, height: 1))
    let wider = try #require(PixelSize<OutputSpace>(width: WebP.sideLimit + 1, height: 1))
    #expect(
      try WebP.decode(
        WebP.encode(StraightRGBA8(size: wide)),
        limits: ImageLimits(
          width: WebP.sideLimit, height: 1)
      ).width == WebP.sideLimit)
    #expect(throws: ImagingError.self) { try WebP.encode(StraightRGBA8(size: wider)) }
  }

  @Test func `an animation is refused by its name`() throws {
    let folder = try ScratchFolder()
    try PNG.write(CodecSamples.scene(width: 32, height: 24), to: folder.path("a.png"))
    try PNG.write(
      CodecSamples.scene(width: 32, height: 24, opaque: false), to: folder.path("b.png"))
    try Program(named: "img2webp").succeed(["a.png", "b.png", "-o", "c.webp"], in: folder)
    let bytes = try folder.bytes("c.webp")
    let error = #expect(throws: ImagingError.self) { try PictureFormat.decode(bytes) }
    #expect(error.map { "\($0)".contains("animated") } == true)
  }
}
