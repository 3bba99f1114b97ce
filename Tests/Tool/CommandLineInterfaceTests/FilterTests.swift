import Foundation
import TestSupport
import Testing

@Suite struct FilterTests {
  private static let snapshot = ["snapshot", "in.mkv", "--avatar", "mask", "--frame", "1"]

  @Test(arguments: [
    (["--filter", "oill"], ["oill", "did you mean", "oil"]),
    (["--filter", "comic:ikn=1"], ["ikn", "did you mean", "ink"]),
    (["--filter", "snow:amount=2"], ["amount", "0 to 1", "2"]),
    (["--filter", "snow:seed=1,seed=2"], ["seed", "twice"]),
    (["--filter", ""], ["filter"]),
    (["--filter", "oil", "--overlay-only"], ["--filter", "--overlay-only"]),
  ])
  func `the option --filter is refused where it makes no sense`(words: [String], message: [String])
    throws
  {
    let stage = try ToolStage()
    let outcome = try stage.run(Self.snapshot + ["-o", "out/a.png"] + words)
    try stage.expect(outcome, refusedWith: 64, saying: message)
  }

  @Test(arguments: ["instant", "comic", "oil", "snow:seed=5"])
  func `the option --filter gives the same bytes twice, and other ones than none`(filter: String)
    throws
  {
    let stage = try ToolStage()
    func bytes(_ words: [String]) throws -> Data {
      let outcome = try stage.run(Self.snapshot + ["-o", "-"] + words)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      return outcome.output
    }
    let first = try bytes(["--filter", filter])
    #expect(try bytes(["--filter", filter]) == first)
    #expect(try bytes([]) != first)
  }

  @Test func `the option --filter does not change which frame is the best`() throws {
    let stage = try ToolStage()
    let words = Array(Self.snapshot.dropLast(2)) + ["--best", "--score", "-"]
    let plain = try stage.run(words + ["-o", "out/a.png"])
    let filtered = try stage.run(words + ["-o", "out/b.png", "--filter", "snow:amount=1"])
    #expect(plain.exitCode == 0 && filtered.exitCode == 0, "\(filtered.error)")
    #expect(plain.output == filtered.output)
  }

  @Test(arguments: ["smpte2084", "arib-std-b67"])
  func `the option --filter is refused for clips of high dynamic range, but not for stills of them`(
    transfer: String
  ) throws {
    let stage = try ToolStage()
    try Program.ffmpeg.succeed(
      [
        "-v", "error", "-nostdin", "-i", "in.mkv", "-c:v", "ffv1", "-pix_fmt", "yuv420p10le",
        "-color_trc", transfer, "-color_primaries", "bt2020", "-colorspace", "bt2020nc", "hdr.mkv",
      ], in: stage.folder)
    try stage.folder.write(stage.folder.bytes("in.jsonl"), to: "hdr.jsonl")
    let words = ["hdr.mkv", "--avatar", "mask", "--filter", "oil"]
    let clip = try stage.run(["render"] + words + ["--progress", "none", "-o", "out/a.mp4"])
    try stage.expect(clip, refusedWith: 64, saying: ["oil", "HDR"])
    let still = try stage.run(["snapshot"] + words + ["--frame", "1", "-o", "out/a.png"])
    #expect(still.exitCode == 0, "\(still.error)")
  }
}
