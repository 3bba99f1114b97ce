import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

/// Pictures that move by themselves, held against FFmpeg's own reading of them.
@Suite struct MovingPictureTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// A file of a moving test picture, with these options of FFmpeg.
  private func made(_ name: String, _ options: [String] = []) throws -> [UInt8] {
    let outcome = try Program.ffmpeg.run(
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=48x36:r=10,format=rgba"] + options
        + ["-frames:v", "6", scratch.path(name)])
    try #require(outcome.exitCode == 0, "\(outcome.error)")
    return try scratch.bytes(name)
  }

  /// The frames as FFmpeg decodes them, in RGBA.
  private func reference(_ name: String) throws -> [UInt8] {
    let outcome = try Program.ffmpeg.run([
      "-v", "error", "-i", scratch.path(name), "-fps_mode", "passthrough", "-f", "rawvideo",
      "-pix_fmt", "rgba", "-",
    ])
    try #require(outcome.exitCode == 0, "\(outcome.error)")
    return [UInt8](outcome.output)
  }

  @Test(arguments: [("a.apng", MovingPicture.Format.png), ("a.gif", .gif)])
  func `frames and times are those that FFmpeg reads`(
    name: String, format: MovingPicture.Format
  ) throws {
    let bytes = try made(name)
    let info = try #require(try MovingPicture.info(of: bytes, most: 256))
    #expect(info.format == format && info.frames == 6)
    #expect((info.size.width, info.size.height) == (48, 36))
    let picture = try MovingPicture(bytes, info)
    #expect(picture.durationsMs.allSatisfy { abs($0 - 100) < 1 }, "\(picture.durationsMs)")
    #expect(picture.frames.flatMap(\.bytes) == (try reference(name)))
  }

  @Test func `an animated WebP is decoded as it was made`() throws {
    let bytes = try made("a.webp", ["-c:v", "libwebp_anim", "-lossless", "1"])
    let info = try #require(try MovingPicture.info(of: bytes, most: 256))
    #expect(info.format == .webp && info.frames == 6)
    let picture = try MovingPicture(bytes, info)
    let source = try Program.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=48x36:r=10,format=rgba", "-frames:v", "6",
      "-f", "rawvideo", "-pix_fmt", "rgba", "-",
    ])
    #expect(picture.frames.flatMap(\.bytes) == [UInt8](source.output))
    #expect(picture.durationsMs.dropLast().allSatisfy { abs($0 - 100) < 1 })
  }

  @Test func `a still is none, and neither is a text`() throws {
    let still = try PNG.encode(StraightRGBA8(size: PixelSize<OutputSpace>(clamping: 4, 4)))
    #expect(try MovingPicture.info(of: still, most: 256) == nil)
    #expect(try MovingPicture.info(of: Array("hello".utf8), most: 256) == nil)
    #expect(try MovingPicture.info(of: [], most: 256) == nil)
  }

  @Test(arguments: ["a.apng", "a.gif", "a.webp"])
  func `a damaged file is refused, or shows what is left, and never more`(name: String) throws {
    let bytes = try made(
      name, name.hasSuffix("webp") ? ["-c:v", "libwebp_anim", "-lossless", "1"] : [])
    var random = SplitMix64(state: 5)
    for round in 0..<200 {
      var copy = bytes
      if round % 2 == 0 {
        copy = Array(copy.prefix(Int(random.next() % UInt64(copy.count))))
      } else {
        for _ in 0..<3 {
          copy[Int(random.next() % UInt64(copy.count))] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      guard let info = try? MovingPicture.info(of: copy, most: 256), info.frames <= 256,
        info.decodedBytes <= 64 << 20
      else { continue }
      if let picture = try? MovingPicture(copy, info) {
        #expect(picture.frames.count == info.frames && picture.durationsMs.count == info.frames)
      }
    }
  }
}
