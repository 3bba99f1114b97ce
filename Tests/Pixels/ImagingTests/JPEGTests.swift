import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

@Suite struct JPEGTests {
  /// What FFmpeg's decoder makes of a JPEG.
  private func decoded(_ jpeg: [UInt8]) throws -> StraightRGBA8 {
    let folder = try ScratchFolder()
    try folder.write(jpeg, to: "a.jpg")
    try Program.ffmpeg.succeed(
      [
        "-v", "error", "-nostdin", "-i", "a.jpg", "-sws_flags", "accurate_rnd+full_chroma_int",
        "a.png",
      ],
      in: folder)
    return try PNG.read(path: folder.path("a.png"))
  }

  @Test(arguments: [(1, 1), (8, 8), (67, 45), (240, 135)])
  func `another decoder sees the picture`(width: Int, height: Int) throws {
    let picture = try CodecSamples.scene(width: width, height: height)
    let fine = try decoded(try #require(JPEG.encode(picture, quality: 95)))
    #expect((fine.width, fine.height) == (width, height))
    #expect(CodecSamples.psnr(fine, picture) > 38)
    let coarse = try #require(JPEG.encode(picture, quality: 30))
    #expect(CodecSamples.psnr(try decoded(coarse), picture) > 22)
  }

  @Test func `noise at the best quality comes through, with all of its long codes`() throws {
    var random = SplitMix64(state: 7)
    let bytes = (0..<(64 * 64)).flatMap { _ -> [UInt8] in
      [0, 1, 2].map { _ in UInt8.random(in: 0...255, using: &random) } + [255]
    }
    let picture = try #require(StraightRGBA8(width: 64, height: 64, bytes: bytes))
    #expect(
      CodecSamples.psnr(try decoded(try #require(JPEG.encode(picture, quality: 100))), picture) > 38
    )
  }

  @Test func `what is transparent shows the background`() throws {
    let size = try #require(PixelSize<OutputSpace>(width: 16, height: 16))
    let clear = try #require(
      JPEG.encode(StraightRGBA8(size: size), ground: RGBA8(10, 200, 90)))
    let pixel = try decoded(clear)[8, 8]
    #expect(abs(Int(pixel.red) - 10) < 4 && abs(Int(pixel.green) - 200) < 4)
    #expect(abs(Int(pixel.blue) - 90) < 4)
  }

  @Test func `a side over the format's limit is refused`() throws {
    let wide = try #require(PixelSize<OutputSpace>(width: JPEG.sideLimit, height: 1))
    let wider = try #require(PixelSize<OutputSpace>(width: JPEG.sideLimit + 1, height: 1))
    #expect(JPEG.encode(StraightRGBA8(size: wide)) != nil)
    #expect(JPEG.encode(StraightRGBA8(size: wider)) == nil)
  }

  @Test func `the same picture gives the same bytes, and nothing but the picture`() throws {
    let picture = try CodecSamples.scene(width: 67, height: 45)
    let bytes = try picture.encoded(as: PictureEncoding(.jpeg))
    #expect(try picture.encoded(as: PictureEncoding(.jpeg)) == bytes)
    // The segments up to the pixels: JFIF's own, tables, the frame, the scan.
    var (place, kinds) = (2, Set<UInt8>())
    while bytes[place + 1] != 0xDA {
      kinds.insert(bytes[place + 1])
      place += 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
    }
    #expect(kinds == [0xE0, 0xDB, 0xC0, 0xC4])
  }
}
