import Foundation
import TestSupport
import Testing

@Suite struct UsageTests {
  /// Words after `render in.mkv --avatar mask -o out/x.mp4`, and what the message must contain.
  static let badOptions: [(words: [String], message: [String])] = [
    (["--plcement", "auto"], ["--plcement", "did you mean --placement?"]),
    (["--qzqzqz"], ["--qzqzqz", "render --help"]),
    (["--crf", "abc"], ["--crf", "0 to 63", "\"abc\""]),
    (["--crf", "64"], ["--crf", "0 to 63", "\"64\""]),
    (["--crf", "60"], ["60", "51"]),
    (["--crf"], ["--crf", "needs a value"]),
    (["--crf", "1", "--crf", "2"], ["--crf", "twice"]),
    (["--mirror=yes"], ["--mirror", "no value"]),
    (["--size", "640"], ["--size", "1280x720", "\"640\""]),
    (["--size", "0x10"], ["--size", "\"0x10\""]),
    (["--size", "-4x-4"], ["--size", "\"-4x-4\""]),
    (["--size", "99999x2"], ["--size", "8192", "\"99999x2\""]),
    (["--size", "99999999999999999999x2"], ["--size"]),
    (["--frames", "5-2"], ["--frames", "\"5-2\""]),
    (["--frames", "a-b"], ["--frames", "\"a-b\""]),
    (["--frames", "1-2-3"], ["--frames", "\"1-2-3\""]),
    (["--start", "-1"], ["--start", "\"-1\""]),
    (["--start", "nan"], ["--start", "\"nan\""]),
    (["--end", "inf"], ["--end", "\"inf\""]),
    (["--start", "3", "--end", "1"], ["--start", "--end", "swap"]),
    (["--frames", "0-1", "--start", "0"], ["--frames", "--start"]),
    (["--smoothing", "fast"], ["--smoothing", "offline", "one-euro", "\"fast\""]),
    (["--smoothing-ms", "0"], ["--smoothing-ms", "1 to 2000"]),
    (["--placement", "eyes"], ["--placement", "landmarks", "matrix", "\"eyes\""]),
    (["--lost-faces", "x"], ["--lost-faces", "fade"]),
    (["--tracking-rotation", "45"], ["--tracking-rotation", "90", "\"45\""]),
    (["--threads", "0"], ["--threads", "1 to 64"]),
    (["--progress", "loud"], ["--progress", "plain", "\"loud\""]),
    (["--codec", "mp3"], ["--codec", "h264", "\"mp3\""]),
    (["--codec", "prores4444"], ["prores4444", "mp4"]),
    (["--codec", "ffv1"], ["ffv1", "mp4"]),
    (["--pixel-format", "yuv"], ["--pixel-format", "auto", "clip", "yuv422p10", "\"yuv\""]),
    (["--codec", "av1", "--pixel-format", "yuv444p"], ["av1", "yuv444p", "yuv420p10"]),
    (["--preset", "slowest"], ["slowest", "veryfast"]),
    (["--overlay-only"], ["h264", "transparency", "prores4444"]),
    (["--overlay-only", "--codec", "h264"], ["h264"]),
    (["--size", "95x63", "--fit", "stretch"], ["h264", "95 x 63", "even"]),
    (["--size", "1x1", "--fit", "squash"], ["--fit", "pad", "\"squash\""]),
    (["--fit", "pad"], ["--fit", "--size"]),
    (["--placements", "-"], ["--placements", "\"-\""]),
    (["--placements", "out/x.mp4"], ["--placements", "out/x.mp4"]),
    (["other.mkv"], ["other.mkv", "usage: avatar-overlay render"]),
    (["--video", "in.mkv"], ["--video"]),
  ]

  @Test func `the command line names every bad option, and what would be right`() throws {
    let stage = try ToolStage()
    for (words, message) in Self.badOptions {
      let outcome = try stage.run(
        ["render", "in.mkv", "--avatar", "mask", "-o", "out/x.mp4"] + words)
      try stage.expect(outcome, refusedWith: 64, saying: message)
    }
  }

  static let badCommands: [(words: [String], message: [String])] = [
    (["rendr", "in.mkv"], ["rendr", "the nearest are render, "]),
    (["avatar", "lint"], ["avatar", "the nearest are avatars lint, "]),
    (["--hlep"], ["unknown option --hlep", "did you mean --help?"]),
    (["--avatar", "ox"], ["unknown option --avatar", "a verb comes first"]),
    (["qzqzqz"], ["qzqzqz", "render", "snapshot"]),
    (["avatars"], ["avatars list", "avatars lint", "avatars preview"]),
    (["avatars", "lnt"], ["avatars"]),
    (["--mirror"], ["--mirror"]),
    (["render", "in.mkv", "-o", "out/x.mp4"], ["--avatar NAME"]),
    (["render", "in.mkv", "--avatar", "mask"], ["-o out.mp4"]),
    (["render", "--avatar", "mask", "-o", "out/x.mp4"], ["missing recording"]),
    (
      ["render", "in.mkv", "--avatar", "mask", "-o", "out/x.avi"],
      ["out/x.avi", ".mp4", ".mkv", ".webm"]
    ),
    (["render", "in.mkv", "--avatar", "mask", "-o", "out/x"], ["out/x", ".mp4"]),
    (
      ["snapshot", "in.mkv", "--avatar", "mask", "-o", "out/x.png", "--at", "0", "--frame", "1"],
      ["--at", "--frame"]
    ),
    (
      ["snapshot", "in.mkv", "--avatar", "mask", "-o", "out/x.png", "--sheet", "0x3"],
      ["--sheet", "\"0x3\""]
    ),
    (["snapshot", "in.mkv", "--avatar", "mask"], ["-o share.png"]),
    (["snapshot", "in.mkv", "--avatar", "mask", "-o", "out/x.gif"], ["out/x.gif", ".webp"]),
    (["avatars", "preview", "mask", "-o", "out/x.gif"], ["out/x.gif", "PNG"]),
    (
      ["render", "in.mkv", "--avatar", "mask", "-o", "out/x.png", "--progress", "none"],
      ["out/x.png", "%05d.png"]
    ),
    (
      ["render", "in.mkv", "--avatar", "mask", "-o", "out/%05x.png", "--progress", "none"],
      ["out/%05x.png", "%05d.png"]
    ),
    (["inspect"], ["missing recording"]),
    (["inspect", "in.mkv", "--mirror"], ["--mirror", "inspect"]),
    (["avatars", "preview", "-o", "out/x.png"], ["avatars preview"]),
    (["avatars", "preview", "mask"], ["-o preview.png"]),
    (["sample"], ["-o FOLDER"]),
  ]

  @Test func `the command line names what is missing from every verb`() throws {
    let stage = try ToolStage()
    for (words, message) in Self.badCommands {
      try stage.expect(stage.run(words), refusedWith: 64, saying: message)
    }
  }

  @Test func `the command line without words tells what there is and ends as a usage error`() throws
  {
    let outcome = try Program.product.run([], in: ScratchFolder())
    #expect(outcome.exitCode == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.contains("Verbs:"))
  }

  @Test func `the command line takes what follows two dashes as names`() throws {
    let stage = try ToolStage()
    let outcome = try stage.run("inspect", "--", "--no-such-file")
    try stage.expect(outcome, refusedWith: 66, saying: ["--no-such-file"])
  }
}
