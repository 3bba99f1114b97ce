import Foundation
import Imaging
import TestSupport
import Testing

@Suite struct StreamTests {
  @Test func `standard streams carry a picture if asked, and nothing else`() throws {
    let stage = try ToolStage()
    let words = ["snapshot", "in.mkv", "--avatar", "mask", "--frame", "2", "-o"]
    let streamed = try stage.run(words + ["-"])
    #expect(streamed.exitCode == 0, "\(streamed.error)")
    #expect(try stage.run(words + ["out/x.png"]).exitCode == 0)
    let file = try PNG.read(path: stage.folder.path("out/x.png"))
    #expect(try PNG.decode([UInt8](streamed.output)) == file)
  }

  @Test func `standard streams carry a clip if asked, and nothing else`() throws {
    let stage = try ToolStage()
    let streamed = try stage.render("-", "--codec", "ffv1")
    #expect(streamed.exitCode == 0, "\(streamed.error)")
    try stage.folder.write(streamed.output, to: "out/streamed.mkv")
    #expect(try stage.render("out/x.mkv", "--codec", "ffv1").exitCode == 0)
    let frames = try ["out/streamed.mkv", "out/x.mkv"].map {
      try SyntheticClip.rawFrames(of: stage.folder.path($0), in: stage.folder)
    }
    #expect(frames[0] == frames[1])
  }

  /// Whatever is closed: no crash, and a result that is right or an error that says why not.
  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
  func `standard streams may be closed`(closing: String) throws {
    let stage = try ToolStage()
    let outcome = try Program.shell.run(
      [
        "-c", "\"$@\" \(closing)", "sh", Program.product.path, "render", "in.mkv", "--avatar",
        "mask", "-o", "out/x.mkv",
      ], in: stage.folder)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(try stage.folder.names(in: "out") == ["x.mkv"])
    #expect(try stage.frameCount("out/x.mkv") == 6)
  }

  @Test(arguments: [
    "render in.mkv --avatar mask --progress none -o -",
    "snapshot in.mkv --avatar mask -o -",
  ])
  func `standard streams without a reader are an error, not a death`(command: String)
    throws
  {
    let stage = try ToolStage()
    // The reader is gone before the first byte: head ends at once, and the tool waits for it.
    let outcome = try Program.shell.run(
      [
        "-c",
        "{ cat <go >/dev/null; \"$0\" \(command); echo $? >code; } | { exec 0<&-; echo >go; }",
        Program.product.path,
      ], in: Self.withFifo(stage))
    let code = String(decoding: try stage.folder.bytes("code"), as: UTF8.self)
    #expect(code == "73\n", "\(outcome.error)")
    #expect(outcome.errorLines.filter { $0.hasPrefix("error: ") }.count == 1, "\(outcome.error)")
    #expect(try stage.folder.names(in: "out") == [])
  }

  private static func withFifo(_ stage: ToolStage) throws -> ScratchFolder {
    try #require(mkfifo(stage.folder.path("go"), 0o600) == 0)
    return stage.folder
  }
}
