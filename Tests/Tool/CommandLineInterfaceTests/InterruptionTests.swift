import Foundation
import TestSupport
import Testing

@Suite struct InterruptionTests {
  /// Long enough that a signal after the first frame always comes before the last.
  static let clip: SyntheticClip = {
    var clip = SyntheticClip(width: 640, height: 360, frames: 400)
    clip.codec = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "40"]
    return clip
  }()

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal in the middle ends the render and leaves nothing`(signal: Int32) throws {
    let stage = try ToolStage(clip: Self.clip)
    let pictures = signal == SIGTERM
    let process = try Program.product.start(
      [
        "render", "in.mkv", "--avatar", "mask", "--progress", "json", "--preset", "slower",
        "--placements", "out/p.jsonl", "-o", pictures ? "out/%04d.png" : "out/x.mp4",
      ], in: stage.folder)
    // The first line of progress says that frames are being written.
    try #require(process.waitForError(containing: "\"continue\""))
    process.send(signal)
    // Impatience makes no difference: the end is as orderly.
    process.send(signal)
    let outcome = try process.end()
    #expect(outcome.exitCode == 130, "\(outcome.error)")
    #expect(outcome.errorLines.last == "error: interrupted; nothing was written")
    #expect(!outcome.error.contains("\"end\""))
    #expect(try stage.folder.names(in: "out") == [])
  }
}
