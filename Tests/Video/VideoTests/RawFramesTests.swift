import ClipReading
import ClipWriting
import Foundation
import Frames
import Imaging
import Problems
import TestSupport
import Testing

/// Frames without a container, and YUV4MPEG2, against what the `ffmpeg` tool reads and writes.
@Suite struct RawFramesTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  @Test(arguments: [
    ("bgra:1280x720@30", 1280 * 720 * 4, 30.0), ("rgb24:1x1@0.001", 3, 0.001),
    ("yuv420p:16x8@30000/1001", 192, 30000.0 / 1001), ("nv12:2x2@29.97", 6, 29.97),
    ("rgb24:16384x1@1000", 49152, 1000.0), ("rgb24:8192x8192@1", 3 << 26, 1.0),
  ])
  func `frames are described by a text`(text: String, bytes: Int, rate: Double) throws {
    let frames = try #require(RawFrames(text))
    #expect(frames.frameBytes == bytes && abs(frames.rate.value - rate) < 1e-9)
    #expect(RawFrames(frames.text) == frames)
    #expect(try text.firstMatch(of: Regex(RawFrames.pattern)) != nil)
  }

  @Test(arguments: [
    "", "bgra", "bgra:1280x720", "rgba:2x2@30", "bgra:0x2@30", "bgra:2x0@30", "bgra:2x2@0",
    "bgra:2x2@0/1", "bgra:2x2@1/0", "bgra:2x2@-1", "bgra:2x2@1001", "bgra:2x2@0.0001",
    "yuv420p:3x2@30", "nv12:2x3@30", "bgra:16385x1@30", "bgra:8193x8192@30", "bgra:2x2@1.",
    "bgra:2x2@99999999999", "bgra:99999999999x2@30", "bgra:2x2@30 ", "bgra:2x2@1e3",
  ])
  func `frames that cannot be are refused`(text: String) {
    #expect(RawFrames(text) == nil)
  }

  /// The bytes of a clip's frames in a format, as the tool writes them.
  private func raw(_ clip: String, _ format: String) throws -> [UInt8] {
    let path = work.path("raw")
    try Tools.ffmpeg(["-i", clip, "-pix_fmt", format, "-f", "rawvideo", path])
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  private func write(_ bytes: [UInt8], _ frames: RawFrames) throws -> String {
    let path = work.path("kept")
    let clip = try RawClip(path: path, of: frames)
    for place in stride(from: 0, to: bytes.count, by: frames.frameBytes) {
      try clip.add(Array(bytes[place..<min(place + frames.frameBytes, bytes.count)]))
    }
    try clip.finish()
    return path
  }

  @Test(arguments: RawFrames.Format.allCases)
  func `frames are read as they are, at even times`(format: RawFrames.Format) throws {
    let source = try work.clip("in.mkv", frames: 5, ["-c:v", "ffv1", "-pix_fmt", "yuv420p"])
    let bytes = try raw(source, format.rawValue)
    let frames = try #require(RawFrames("\(format.rawValue):96x64@30000/1001"))
    try #require(bytes.count == 5 * frames.frameBytes)
    let path = try write(bytes, frames)
    #expect(try raw(path, format.rawValue) == bytes)
    let reader = try ClipReader(path: path)
    #expect(reader.info.averageFrameRate == frames.rate)
    var times: [Double] = []
    var pictures: [StraightRGBA8] = []
    while let frame = try reader.nextFrame() {
      times.append(frame.timestampMs)
      pictures.append(try frame.toStraightRGBA8())
    }
    #expect(reader.damage.isClean && times.count == 5)
    for (index, time) in times.enumerated() {
      #expect(abs(time - Double(index) * 1001 / 30) < 1e-6)
    }
    if format == .bgra {
      let first = (0..<96 * 64).map { pixel in
        (0..<4).map { bytes[4 * pixel + [2, 1, 0, 3][$0]] }
      }
      #expect(pictures[0].bytes == first.flatMap(\.self))
    }
  }

  @Test func `a last frame that is cut is damage, and the others are kept`() throws {
    let source = try work.clip("in.mkv", frames: 4, ["-c:v", "ffv1", "-pix_fmt", "yuv420p"])
    let frames = try #require(RawFrames("bgra:96x64@25"))
    let bytes = try raw(source, "bgra")
    let reader = try ClipReader(path: write(bytes.dropLast(7).map(\.self), frames))
    #expect(try readCount(reader) == 3)
    #expect(!reader.damage.isClean && reader.damage.framesLost == 1, "\(reader.damage)")
  }

  private func readCount(_ reader: ClipReader) throws -> Int {
    var count = 0
    while try reader.nextFrame() != nil { count += 1 }
    return count
  }

  // MARK: YUV4MPEG2

  @Test(arguments: ["yuv420p", "yuv422p", "yuv444p", "yuv420p10le"])
  func `a file of frames is read as it is, and its end is seen`(format: String) throws {
    let path = try work.clip(
      "in.y4m", size: "95x63", frames: 4, ["-pix_fmt", format, "-strict", "-1"])
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let whole = try ClipReader(path: path)
    #expect(try readCount(whole) == 4 && whole.damage.isClean)
    for cut in [1, 3000] {
      try Data(bytes.dropLast(cut)).write(to: URL(filePath: path))
      let reader = try ClipReader(path: path)
      #expect(try readCount(reader) == 3)
      #expect(reader.damage.message == "the file is cut off", "\(reader.damage)")
    }
  }

  @Test(arguments: [
    ("W0 H4 F25:1", "the width \"0\""), ("W4 F25:1", "the height \"\""),
    ("W4 H-4 F25:1", "the height \"-4\""), ("W4 H4 F0:1", "the frame rate \"0:1\""),
    ("W4 H4 F25", "the frame rate \"25\""), ("W4 H4 F25:1 C999", "the colour space \"999\""),
    ("W4 H4 F25:1 Im", "the interlacing \"m\""),
    ("W16385 H1 F25:1 C444p16", "16384 pixels a side"),
    ("W2147483647 H2147483647 F25:1 C444p16", "the width \"2147483647\""),
    ("W4 H4 F25:1 X" + String(repeating: "A", count: 90), "96 bytes or more"),
  ])
  func `a header that cannot be is refused`(fields: String, words: String) throws {
    let path = work.path("in.y4m")
    let text = "YUV4MPEG2 \(fields)\nFRAME\n" + String(repeating: "a", count: 24)
    try Data(text.utf8).write(to: URL(filePath: path))
    let error = try #require(videoError { _ = try ClipReader(path: path) })
    #expect("\(error)".contains(words), "\(error)")
    #expect(error.problemCode.exitCode == (words.hasPrefix("16384") ? .overLimit : .dataError))
  }

  @Test(arguments: [
    ("yuv420p", "tv"), ("yuv420p", "pc"), ("yuv422p", "tv"), ("yuv444p", "tv"),
    ("yuv420p10le", "tv"),
  ])
  func `what is streamed has the pixels that it was made of`(format: String, range: String) throws {
    let source = try work.clip(
      "in.mkv", size: "95x63", frames: 4, filter: "scale=95:63:out_range=\(range)",
      ["-c:v", "ffv1", "-pix_fmt", format, "-color_range", range])
    let reader = try ClipReader(path: source)
    var stream = try YUV4MPEGStream(of: reader.info)
    var bytes = stream.header
    while let frame = try reader.nextFrame() { bytes += try stream.bytes(of: frame) }
    #expect(!stream.isUneven)
    let path = work.path("out.y4m")
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try raw(path, format) == raw(source, format))
    let told = try Tools.probe(path, "stream=width,height,color_range,avg_frame_rate")
    #expect(told == ["95,63,\(range),25/1"], "\(told)")
    let again = try ClipReader(path: path)
    #expect(try readCount(again) == 4 && again.damage.isClean)
  }
}
