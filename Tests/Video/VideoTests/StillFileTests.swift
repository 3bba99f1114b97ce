import ClipReading
import Foundation
import Frames
import Geometry
import Imaging
import Problems
import TestSupport
import Testing

/// Stills have the pixels that `Imaging` reads, whichever way they come in.
@Suite struct StillFileTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// A picture with colours and transparency of every strength, as the `ffmpeg` tool writes it.
  private func still(_ name: String, _ arguments: [String], filter: String = "null") throws
    -> String
  {
    let path = work.path(name)
    let picture = "color=size=48x32,format=rgba,geq=r='X*5':g='Y*7':b='X*Y':a='X*4+Y*2'"
    try Tools.ffmpeg(
      ["-f", "lavfi", "-i", "\(picture),\(filter)", "-frames:v", "1"] + arguments + [path])
    return path
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  /// The picture as snapshots and renders to pictures get it.
  private func picture(_ path: String) throws -> (StraightRGBA8, ClipInfo) {
    var options = ReadingOptions()
    options.nativeFormats.formUnion(["rgb24", "rgba"])
    let reader = try ClipReader(path: path, options: options)
    return (try nextFrame(of: reader).toStraightRGBA8(), reader.info)
  }

  @Test(arguments: [
    "rgba", "rgb24", "gray", "ya8", "pal8", "monob", "rgba64be", "rgb48be", "gray16be", "ya16be",
  ])
  func `a PNG of any kind has its own pixels and its alpha`(format: String) throws {
    let path = try still("in.png", ["-pix_fmt", format])
    let expected = try PNG.decode(bytes(path))
    let (picture, info) = try picture(path)
    #expect(picture == expected)
    #expect(expected.isOpaque == !["rgba", "ya8", "rgba64be", "ya16be"].contains(format))
    // Said as it is, and nothing said to be dropped that is kept.
    #expect(info.decodedPixelFormat == (expected.isOpaque ? "rgb24" : "rgba"))
    #expect(info.conversionNote == nil)
    // Clips have no alpha; the colours are the same.
    let clip = try ClipReader(path: path)
    let frame = try nextFrame(of: clip)
    #expect(frame.pixelFormatName == "rgb24")
    var opaque = expected
    for y in 0..<32 { for x in 0..<48 { opaque[x, y].alpha = 255 } }
    #expect(try frame.toStraightRGBA8() == opaque)
    #expect((clip.info.conversionNote == nil) == expected.isOpaque)
  }

  @Test(arguments: ["in.jpg", "in.webp"])
  func `a JPEG and a WebP have the pixels that frames of the service have`(name: String) throws {
    let path = try still(name, ["-pix_fmt", "yuv420p", "-strict", "-1"])
    let expected = try PictureFormat.decode(bytes(path))
    #expect(try picture(path).0 == expected)
    let reader = try ClipReader(path: path)
    #expect(try nextFrame(of: reader).toStraightRGBA8() == expected)
    #expect(reader.info.codec == (name == "in.jpg" ? "mjpeg" : "webp"))
    #expect(reader.info.frameCount == 1)
    #expect(try reader.nextFrame() == nil)
  }

  @Test(arguments: ["in.png", "in.jpg"])
  func `pixels are square whatever a still says`(name: String) throws {
    let path = try still(name, ["-strict", "-1"], filter: "setsar=1/4")
    let ratio = try Tools.probe(path, "stream=sample_aspect_ratio")
    #expect(ratio == ["1:4"])
    let (picture, info) = try picture(path)
    #expect((picture.width, picture.height) == (48, 32))
    #expect((info.sceneSize.width, info.sceneSize.height) == (48, 32))
    #expect(info.sampleAspectRatio == .one)
  }

  /// TIFF of one entry, the orientation.
  private static func tiff(_ orientation: UInt8) -> [UInt8] {
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation]
      + [0, 0, 0, 0, 0, 0]
  }

  @Test(arguments: 1...8)
  func `a still stands upright by its EXIF`(orientation: Int) throws {
    let tiff = Self.tiff(UInt8(orientation))
    let jpeg = try bytes(still("in.jpg", ["-pix_fmt", "yuvj444p"]))
    let payload = Array("Exif".utf8) + [0, 0] + tiff
    let turned =
      jpeg[..<2] + [0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload + jpeg[2...]
    let path = try work.write(Data(turned), to: "turned.jpg")
    let turn = try #require(EXIFOrientation(rawValue: orientation))
    let (picture, info) = try picture(path)
    #expect(try picture == JPEG.decode(jpeg).turned(by: turn))
    #expect((info.storedWidth, info.storedHeight) == (48, 32))
    // As FFmpeg's display matrix means it.
    #expect((info.orientation == .upright) == (orientation == 1))
    #expect(info.orientation.turn.swapsSides == (orientation > 4))
  }

  @Test(arguments: [1, 6])
  func `a WebP stands upright by its EXIF`(orientation: UInt8) throws {
    let plain = try bytes(still("in.webp", ["-pix_fmt", "yuv420p"]))
    let exif = Self.tiff(orientation)
    // The extended form: what is in the file (EXIF, 8), its size, the picture, EXIF.
    let size: [UInt8] = [8, 0, 0, 0, 47, 0, 0, 31, 0, 0]
    let length = UInt8(exif.count)
    let chunks =
      Array("WEBPVP8X".utf8) + [10, 0, 0, 0] + size + plain[12...] + Array("EXIF".utf8)
      + [length, 0, 0, 0] + exif
    let total = UInt32(chunks.count)
    let riff = Array("RIFF".utf8) + (0..<4).map { UInt8(total >> (8 * $0) & 255) }
    let path = try work.write(Data(riff + chunks), to: "turned.webp")
    let turn = try #require(EXIFOrientation(rawValue: Int(orientation)))
    #expect(try picture(path).0 == WebP.decode(plain).turned(by: turn))
    #expect(
      try PictureFormat.size(of: bytes(path)).width == (orientation == 6 ? 32 : 48))
  }

  @Test func `animations, sequences and other formats are read as before`() throws {
    for (name, arguments, count) in [
      ("in.mjpeg", ["-c:v", "mjpeg", "-f", "mjpeg"], 5), ("in.apng", ["-f", "apng"], 5),
      ("in.gif", [], 5), ("in.bmp", [], 1), ("in.tiff", [], 1),
    ] {
      let path = try work.clip(name, frames: count, arguments)
      #expect(try readAll(ClipReader(path: path)).frames.count == count, "\(name)")
    }
  }

  /// A frame of 48 x 32 pixels that plays for ever, in a PNG behind its header.
  private static func frame(_ number: UInt8) -> [UInt8] {
    PNGChunk.bytes(
      "fcTL",
      [0, 0, 0, number, 0, 0, 0, 48, 0, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 25, 0, 0])
  }

  private static let oneFrame = PNGChunk.bytes("acTL", [0, 0, 0, 1, 0, 0, 0, 0])

  @Test func `an animated PNG of one frame is a still`() throws {
    let png = try bytes(still("in.png", ["-pix_fmt", "rgba64be"]))
    let path = try work.write(
      Data(png[..<33] + Self.oneFrame + Self.frame(0) + png[33...]), to: "one.apng")
    let (found, info) = try picture(path)
    #expect(found == (try PNG.decode(png)))
    #expect(info.codec == "png")
    #expect(info.conversionNote == nil)
  }

  @Test func `an animated PNG whose one frame is another picture is an animation`() throws {
    // Each of one colour, whose data are one chunk.
    let first = try bytes(
      still("first.png", ["-pix_fmt", "rgb24"], filter: "drawbox=color=red:t=fill"))
    let second = try bytes(
      still("second.png", ["-pix_fmt", "rgb24"], filter: "drawbox=color=blue:t=fill"))
    let start = try #require(Data(second).firstRange(of: Data("IDAT".utf8))?.upperBound)
    let count = second[(start - 8)..<(start - 4)].reduce(0) { $0 << 8 | Int($1) }
    let frame =
      Self.frame(0) + PNGChunk.bytes("fdAT", [0, 0, 0, 1] + second[start..<(start + count)])
    let path = try work.write(
      Data(first[..<33] + Self.oneFrame + first[33..<(first.count - 12)] + frame)
        + Data(first.suffix(12)), to: "hidden.apng")
    #expect(try picture(path).1.codec == "apng")
    #expect(try picture(path).0 == PNG.decode(second))
  }

  @Test func `a phone's picture with another behind it is a still`() throws {
    let jpeg = try bytes(still("in.jpg", ["-pix_fmt", "yuvj420p"]))
    let index: [UInt8] = [0xFF, 0xE2, 0, 8] + Array("MPF\0".utf8) + [0, 0]
    let path = try work.write(Data(jpeg[..<2] + index + jpeg[2...] + jpeg), to: "phone.jpg")
    #expect(try picture(path).0 == JPEG.decode(jpeg))
    #expect(try readAll(ClipReader(path: path)).frames.count == 1)
  }

  @Test func `a picture whose comment looks like a sequence is a still`() throws {
    let jpeg = try bytes(still("in.jpg", ["-pix_fmt", "yuvj420p"]))
    let comment: [UInt8] = [0xFF, 0xFE, 0, 7, 0xFF, 0xD9, 0xFF, 0xD8, 0xFF]
    let path = try work.write(Data(jpeg[..<2] + comment + jpeg[2...]), to: "comment.jpg")
    #expect(try picture(path).0 == JPEG.decode(jpeg))
  }

  @Test func `a still's size has the limit of a clip's`() throws {
    let path = try still("in.png", [])
    var options = ReadingOptions()
    options.limits.maximumPixels = 48 * 32
    #expect(try nextFrame(of: ClipReader(path: path, options: options)).width == 48)
    options.limits.maximumPixels -= 1
    #expect(
      videoError { _ = try ClipReader(path: path, options: options) }
        == .pictureTooLarge(path: path, picture: "48 x 32", limit: "\(48 * 32 - 1) pixels"))
  }

  @Test(arguments: [30, 60, 95], ["in.jpg", "in.png", "in.webp"])
  func `a damaged still is refused, or kept as far as it goes and said to be damaged`(
    percent: Int, name: String
  ) throws {
    let whole = try bytes(
      still(
        name, ["-strict", "-1", "-pix_fmt", name == "in.png" ? "rgb24" : "yuv420p"],
        filter: "scale=480:320,noise=alls=20"))
    let cut = try work.write(Data(whole.prefix(whole.count * percent / 100)), to: name)
    let error = videoError { _ = try ClipReader(path: cut) }
    #expect(error?.problemCode == .badRecording)
    #expect(error?.description.contains("cut off") == true)
    #expect(error?.isDamagedStill == true)
    var options = ReadingOptions()
    options.allowsDamagedStill = true
    let reader = try ClipReader(path: cut, options: options)
    let frame = try nextFrame(of: reader)
    #expect((frame.width, frame.height) == (480, 320))
    let lost = try #require(reader.damage.picture)
    #expect(lost.rows == 320 && (1..<320).contains(lost.rowsLost))
    #expect("\(reader.damage)".hasPrefix("\(lost.rowsLost) of 320 rows are lost: "))
  }
}
