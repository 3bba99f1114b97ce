import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

/// AVIF and JPEG XL, as libavif's and libjxl's own tools read them.
@Suite struct ModernStillTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private func seen(_ bytes: [UInt8], as format: PictureFormat) throws -> StraightRGBA8 {
    let file = try folder.write(bytes, to: "picture.\(format.fileExtension)")
    try Program(named: format == .avif ? "avifdec" : "djxl").succeed(
      [file, folder.path("seen.png")], in: folder)
    return try PNG.decode(try folder.bytes("seen.png"))
  }

  @Test(arguments: [PictureFormat.avif, .jxl], [true, false])
  func `another program sees the picture, with its alpha`(
    format: PictureFormat, opaque: Bool
  ) throws {
    let picture = try CodecSamples.scene(width: 67, height: 45, opaque: opaque)
    let bytes = try picture.encoded(as: PictureEncoding(format, quality: 95))
    #expect(try picture.encoded(as: PictureEncoding(format, quality: 95)) == bytes)
    #expect(try picture.encoded(as: PictureEncoding(format, quality: 20)).count < bytes.count)
    let seen = try seen(bytes, as: format)
    #expect(seen.isOpaque == opaque)
    let ground = RGBA8(128, 128, 128)
    #expect(CodecSamples.psnr(seen.flattened(on: ground), picture.flattened(on: ground)) > 32)
    for chunk in ["Exif", "xml ", "ICC_"] {
      #expect(Data(bytes).firstRange(of: Data(chunk.utf8)) == nil)
    }
  }

  @Test func `an AVIF that was written is read again`() throws {
    let picture = try CodecSamples.scene(width: 67, height: 45, opaque: true)
    let bytes = try picture.encoded(as: PictureEncoding(.avif, quality: 95))
    let read = try PictureFormat.decode(bytes)
    #expect(CodecSamples.psnr(read, picture) > 32)
    #expect(CodecSamples.psnr(read, try seen(bytes, as: .avif)) > 45)
  }

  @Test func `a format is known by the ending of a path`() {
    #expect(PictureFormat(path: "a/B.AVIF") == .avif)
    #expect(PictureFormat(path: "x.jxl") == .jxl)
    #expect(PictureFormat.avif.mediaType == "image/avif" && PictureFormat.jxl.name == "JPEG XL")
  }
}
