import ClipReading
import Foundation
import Frames
import Geometry
import TestSupport
import Testing

/// Turning is checked against the filters that the `ffmpeg` tool inserts for a display matrix.
@Suite struct OrientationTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// The eight matrices (a, b, c, d) of `x' = a x + c y`, `y' = b x + d y`, and their meaning.
  static let cases: [(matrix: [Int32], turn: QuarterTurn, mirrored: Bool)] = [
    ([1, 0, 0, 1], .none, false), ([0, 1, -1, 0], .clockwise, false),
    ([-1, 0, 0, -1], .half, false), ([0, -1, 1, 0], .counterclockwise, false),
    ([-1, 0, 0, 1], .none, true), ([0, -1, -1, 0], .clockwise, true),
    ([1, 0, 0, -1], .half, true), ([0, 1, 1, 0], .counterclockwise, true),
  ]

  @Test(arguments: [("96x64", "yuv420p"), ("70x46", "yuv420p"), ("72x56", "yuvj420p")])
  func `all eight come upright as FFmpeg turns them`(size: String, format: String) throws {
    let source = try work.clip(
      "in.mp4", size: size, frames: 3, ["-c:v", "libx264", "-crf", "10", "-pix_fmt", format])
    let sides = size.split(separator: "x").compactMap { Int($0) }
    for (matrix, turn, mirrored) in Self.cases {
      try SyntheticClip.setMatrix(matrix, in: source)
      let reader = try ClipReader(path: source)
      #expect(reader.info.orientation == DisplayOrientation(turn: turn, mirrored: mirrored))
      let width = turn.swapsSides ? sides[1] : sides[0]
      let height = turn.swapsSides ? sides[0] : sides[1]
      #expect(reader.info.uprightSize == PixelSize(width: width, height: height))
      #expect(reader.info.pixelFormat == format)
      let frames = try readAll(reader).frames
      let expected = try referenceFrames(source, size: width * height * 3 / 2, format: format)
      #expect(frames == expected, "\(matrix)")
    }
  }

  @Test func `a picture of odd size is turned whole`() throws {
    let source = try work.clip(
      "in.mkv", frames: 2, filter: "scale=35:21", ["-c:v", "ffv1", "-pix_fmt", "yuv420p"])
    let turned = work.path("in.mov")
    let reader = try ClipReader(path: source)
    // FFV1 goes into MOV only by the tool, which is where a display matrix can be written.
    try Tools.ffmpeg(["-i", source, "-c", "copy", "-strict", "-2", turned])
    #expect(reader.info.uprightSize == PixelSize(width: 35, height: 21))
    for (matrix, turn, _) in Self.cases {
      try SyntheticClip.setMatrix(matrix, in: turned)
      let (width, height) = turn.swapsSides ? (21, 35) : (35, 21)
      let chroma = ((width + 1) / 2) * ((height + 1) / 2)
      let frames = try readAll(ClipReader(path: turned)).frames
      #expect(frames == (try referenceFrames(turned, size: width * height + 2 * chroma)))
    }
  }

  @Test(arguments: [
    "yuv444p", "gray", "gbrp", "rgb24", "bgra", "yuv420p10le", "yuv444p12le", "rgb48le",
    "rgba64le", "yuva420p", "nv12",
  ])
  func `every layout that stays as it is can be turned`(format: String) throws {
    // Raw pictures in NUT: no codec that might prefer another layout.
    let source = try work.clip(
      "in.nut", frames: 1, filter: "scale=37:23", ["-c:v", "rawvideo", "-pix_fmt", format])
    var options = ReadingOptions()
    options.nativeFormats = [format]
    let reader = try ClipReader(path: source, options: options)
    #expect(reader.info.conversionNote == nil)
    for (turn, filter) in [
      (QuarterTurn.clockwise, "transpose=clock"), (.counterclockwise, "transpose=cclock"),
      (.half, "hflip,vflip"),
    ] {
      let again = try ClipReader(path: source, options: options)
      let frame = try nextFrame(of: again)
      let turned = try frame.turned(turn)
      let raw = work.path("turned.raw")
      try Tools.ffmpeg(["-i", source, "-vf", filter, "-pix_fmt", format, "-f", "rawvideo", raw])
      #expect(turned.packedBytes() == [UInt8](try Data(contentsOf: URL(filePath: raw))))
    }
  }

  @Test func `4 to 2 to 2 is converted where a turn would make it 4 to 4 to 0`() throws {
    let source = try work.clip(
      "in.mp4", frames: 1, ["-c:v", "libx264", "-pix_fmt", "yuv422p"])
    try SyntheticClip.setMatrix([0, 1, -1, 0], in: source)
    var options = ReadingOptions()
    options.nativeFormats = ["yuv420p", "yuv422p"]
    let reader = try ClipReader(path: source, options: options)
    #expect(reader.info.pixelFormat == "yuv420p")
    #expect(reader.info.conversionNote?.contains("yuv422p") == true)
  }

  @Test func `two flips give the picture back`() throws {
    let source = try work.clip(
      "in.mkv", frames: 1, filter: "scale=53:20", ["-c:v", "ffv1", "-pix_fmt", "yuv420p"])
    let reader = try ClipReader(path: source)
    var frame = try nextFrame(of: reader)
    let before = try planeBytes(&frame)
    try frame.flipHorizontally()
    let flipped = try planeBytes(&frame)
    let raw = work.path("flipped.raw")
    try Tools.ffmpeg(["-i", source, "-vf", "hflip", "-f", "rawvideo", raw])
    #expect(flipped == [UInt8](try Data(contentsOf: URL(filePath: raw))))
    try frame.flipHorizontally()
    #expect(try planeBytes(&frame) == before)
  }
}
