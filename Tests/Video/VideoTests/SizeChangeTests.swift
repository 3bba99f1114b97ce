import ClipReading
import Foundation
import Frames
import Geometry
import Imaging
import Problems
import TestSupport
import Testing

/// Clips whose pictures change their size or turn on the way, as calls over WebRTC are recorded.
@Suite struct SizeChangeTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// A clip of two colours, side by side, glued of parts of these sizes, six frames each.
  private func clip(
    _ name: String, _ codec: [String], sizes: [String], glue: String = "ts"
  ) throws -> String {
    let parts = try sizes.enumerated().map { index, size in
      let path = work.path("part\(index).\(glue)")
      let filter =
        "color=red:size=\(size):rate=25,drawbox=x=iw/2:y=0:w=iw/2:h=ih:color=blue:t=fill"
      try Tools.ffmpeg(
        ["-f", "lavfi", "-i", filter, "-frames:v", "6", "-pix_fmt", "yuv420p"] + codec + [path])
      return path
    }
    let list = work.path("list.txt")
    try parts.map { "file '\($0)'\n" }.joined().write(
      toFile: list, atomically: true, encoding: .utf8)
    let path = work.path(name)
    try Tools.ffmpeg(["-f", "concat", "-safe", "0", "-i", list, "-c", "copy", path])
    return path
  }

  static let kinds: [(String, [String], String)] = [
    ("calls.webm", ["-c:v", "libvpx"], "webm"), ("calls.mkv", ["-c:v", "libvpx-vp9"], "webm"),
    ("calls.ts", ["-c:v", "libx264", "-bf", "2"], "ts"),
    ("inband.mp4", ["-c:v", "libx264"], "ts"),
    // Without its kernels: those of x265 4.1 crash at 34 to 48 columns.
    ("h265.ts", ["-c:v", "libx265", "-x265-params", "log-level=error:asm=0"], "ts"),
    ("old.mpg", ["-c:v", "mpeg2video"], "ts"), ("cameras.mkv", ["-c:v", "mjpeg"], "mkv"),
  ]

  @Test(arguments: kinds)
  func `smaller pictures fill the frames of the largest`(
    name: String, codec: [String], glue: String
  ) throws {
    let path = try clip(name, codec, sizes: ["96x64", "192x128", "48x32"], glue: glue)
    let reader = try ClipReader(path: path)
    #expect(reader.info.uprightSize == PixelSize(width: 192, height: 128))
    var count = 0
    while let frame = try reader.nextFrame() {
      #expect((frame.width, frame.height) == (192, 128))
      let picture = try frame.toStraightRGBA8()
      #expect(picture[40, 64].red > 200 && picture[150, 64].blue > 200, "frame \(count)")
      count += 1
    }
    // FFmpeg's own tool counts fewer of MPEG-2, whose decoder drops what it holds back at a change.
    let decoded = try Tools.ffprobe([
      "-count_frames", "-select_streams", "v:0", "-show_entries", "stream=nb_read_frames", "-of",
      "csv=p=0", path,
    ])
    #expect(decoded.prefix { $0.isNumber } == "\(count)")
    #expect(reader.damage.isClean)
    #expect(reader.regions?.areWhole == true)
    #expect(reader.notes.contains { $0.contains("change their size") && $0.contains("192 x 128") })
  }

  @Test func `another shape is kept, with black around it`() throws {
    let path = try clip(
      "calls.webm", ["-c:v", "libvpx"], sizes: ["192x128", "64x128"], glue: "webm")
    let reader = try ClipReader(path: path)
    var last: StraightRGBA8?
    while let frame = try reader.nextFrame() { last = try frame.toStraightRGBA8() }
    let picture = try #require(last)
    // 64 columns in the middle of 192, as they were.
    func isBlack(_ x: Int) -> Bool {
      let pixel = picture[x, 64]
      return max(pixel.red, pixel.green, pixel.blue) < 8
    }
    #expect(isBlack(4) && isBlack(60) && isBlack(132) && isBlack(188))
    #expect(picture[70, 64].red > 200 && picture[90, 64].red > 200)
    #expect(picture[102, 64].blue > 200 && picture[122, 64].blue > 200)
    let part = try #require(reader.regions?.parts.last)
    #expect(abs(part.startMs - 240) < 2)
    #expect(abs(part.x - 1.0 / 3) < 1e-9 && abs(part.width - 1.0 / 3) < 1e-9)
    #expect(part.y == 0 && part.height == 1)
  }

  @Test func `a part has the pictures of the whole`() throws {
    for (name, codec, glue) in Self.kinds.prefix(4) {
      let path = try clip(name, codec, sizes: ["96x64", "64x96", "48x32"], glue: glue)
      let whole = try readAll(ClipReader(path: path))
      for place in [0, 5, 6, 11, 12, 17] {
        let part = try readAll(ClipReader(path: path, part: .frames(place...place)))
        #expect(part.frames == [whole.frames[place]], "\(name) \(place)")
        #expect(part.times == [whole.times[place]])
      }
    }
  }

  @Test func `a turn that changes on the way is followed`() throws {
    let turned = ["", "h264_metadata=display_orientation=insert:rotate=90"]
    let parts = try turned.enumerated().map { index, filter in
      let path = work.path("turn\(index).ts")
      let picture = "color=red:size=96x64:rate=25,drawbox=x=48:y=0:w=48:h=64:color=blue:t=fill"
      try Tools.ffmpeg(
        [
          "-f", "lavfi", "-i", picture, "-frames:v", "6", "-pix_fmt", "yuv420p", "-c:v", "libx264",
          "-bf", "0",
        ] + (filter.isEmpty ? [] : ["-bsf:v", filter]) + [path])
      return path
    }
    let path = work.path("turned.ts")
    try Tools.ffmpeg(["-i", "concat:\(parts.joined(separator: "|"))", "-c", "copy", path])
    let reader = try ClipReader(path: path)
    #expect(reader.info.uprightSize == PixelSize(width: 96, height: 64))
    var pictures: [StraightRGBA8] = []
    while let frame = try reader.nextFrame() { pictures.append(try frame.toStraightRGBA8()) }
    try #require(pictures.count == 12)
    #expect(pictures[5][20, 32].red > 200 && pictures[5][70, 32].blue > 200)
    // Turned by a quarter counterclockwise, as the codec counts: blue is above red, and 42 columns wide.
    let last = pictures[11]
    #expect(last[48, 12].blue > 200 && last[48, 52].red > 200)
    #expect(last[8, 32].red < 8 && last[88, 32].red < 8)
    #expect(reader.notes.contains { $0.contains("change their turn") })
  }

  @Test func `a clip of more sizes than are believed is refused`() throws {
    var options = ReadingOptions()
    options.limits.maximumSizes = 2
    let sizes = ["96x64", "64x96", "48x32"]
    let path = try clip("calls.webm", ["-c:v", "libvpx"], sizes: sizes, glue: "webm")
    let error = videoError { _ = try ClipReader(path: path, options: options) }
    #expect(error?.problemCode == .recordingTooLarge)
    options.limits.maximumSizes = 3
    #expect(try ClipReader(path: path, options: options).info.uprightSize.width == 96)
  }

  @Test func `ordinary clips have no regions`() throws {
    for name in ["plain.mp4", "plain.webm", "plain.mkv", "plain.ts"] {
      let reader = try ClipReader(path: work.clip(name, ["-pix_fmt", "yuv420p"]))
      #expect(reader.regions == nil)
      #expect(reader.notes == [])
    }
  }
}
