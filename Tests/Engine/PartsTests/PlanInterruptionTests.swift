import Foundation
import TestSupport
import Testing

/// Waits in which no frame is rendered.
@Suite(.mostlyWaiting) struct PlanInterruptionTests {
  /// Bytes that a process has read so far.
  private func bytesRead(by process: Int32) -> Int {
    let text = (try? KernelFile.text("/proc/\(process)/io")) ?? ""
    return text.firstMatch(of: /rchar: (\d+)/).flatMap { Int($0.output.1) } ?? 0
  }

  @Test func `a signal ends the hashing of a large clip`() throws {
    let stage = try PartsStage(frames: 8, as: "in.mp4")
    // Behind the clip a box without contents, which takes no space on disk, and minutes to be hashed.
    let (clip, bytes) = (try stage.folder.bytes("in.mp4"), UInt64(256) << 30)
    let file = try FileHandle(forWritingTo: URL(filePath: stage.folder.path("in.mp4")))
    try file.seekToEnd()
    let size = withUnsafeBytes(of: bytes.bigEndian) { Array($0) }
    try file.write(contentsOf: Data([0, 0, 0, 1] + Array("free".utf8) + size))
    try file.truncate(atOffset: UInt64(clip.count) + bytes)
    try file.close()
    let planning = try stage.tool.start(
      ["plan", "in.mp4", "--avatar", "dragon", "-o", "out.mp4", "--plan", "plan.json"],
      in: stage.folder, environment: PartsStage.environment)
    // More than there is of anything else.
    #expect(eventually { bytesRead(by: planning.processIdentifier) > 1 << 30 })
    planning.send(SIGINT)
    let outcome = try planning.end()
    #expect(outcome.exitCode == 130, "\(outcome.error)")
    #expect(outcome.errorLines == ["error: interrupted"])
    #expect(try stage.folder.names() == ["in.jsonl", "in.mp4", "store"])
  }
}
