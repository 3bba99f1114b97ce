import Foundation
import TestSupport
import Testing

/// What encoders write where a machine has one processor, and where it has all that this one has.
@Suite struct EncodedBytesTests {
  private let stage: ToolStage

  init() throws {
    stage = try ToolStage(clip: SyntheticClip(width: 320, height: 240, frames: 16))
  }

  private func render(
    _ codec: String, to container: String = "mkv", onOneProcessor: Bool = false,
    _ more: [String] = []
  ) throws -> [UInt8] {
    let render =
      [
        "render", "in.mkv", "--avatar", "none", "--codec", codec, "--overwrite", "-o",
        "out/clip.\(container)",
      ]
      + more
    let command = (onOneProcessor ? try Program.onOneProcessor() : []) + [Program.product.path]
    try Program(path: command[0]).succeed(command.dropFirst() + render, in: stage.folder)
    return try stage.folder.bytes("out/clip.\(container)")
  }

  @Test(arguments: [
    ("h264", "mp4"), ("hevc", "mp4"), ("vp9", "webm"), ("av1", "mp4"), ("prores4444", "mov"),
    ("ffv1", "mkv"),
  ])
  func `a clip has the same bytes on one processor and on all`(
    codec: String, container: String
  ) throws {
    let all = try render(codec, to: container)
    #expect(try render(codec, to: container, onOneProcessor: true) == all)
    #expect(try render(codec, to: container, ["--threads", "5"]) == all)
    // The clip is one of which another number of threads gives other bytes.
    if codec == "h264" { #expect(try render(codec, to: container, ["--threads", "3"]) != all) }
  }

  /// The pictures of a stream, as FFmpeg's tool decodes them.
  private func pictures(_ name: String) throws -> Data {
    try Program.ffmpeg.succeed(
      ["-v", "error", "-i", name, "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"], in: stage.folder)
  }

  @Test func `x264 chooses as it does without any instruction set`() throws {
    _ = try render("h264")
    let own = try pictures("out/clip.mkv")
    let options = [
      "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-threads", "5", "-g", "125",
    ]
    func encode(_ parameters: String) throws -> Data {
      try Program.ffmpeg.succeed(
        ["-v", "error", "-y", "-i", "in.mkv"] + options
          + ["-x264-params", parameters, "out/other.mkv"], in: stage.folder)
      return try pictures("out/other.mkv")
    }
    #expect(try encode("asm=0") == own)
  }
}
