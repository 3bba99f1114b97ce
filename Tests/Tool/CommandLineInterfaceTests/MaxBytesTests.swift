import Foundation
import TestSupport
import Testing

/// Results that may have so many bytes and no more.
@Suite struct MaxBytesTests {
  private func bytes(_ name: String, _ stage: ToolStage) throws -> Int {
    try stage.folder.bytes(name).count
  }

  private let clip = SyntheticClip(width: 320, height: 240, frames: 25)

  @Test(arguments: ["mp4", "webm", "gif", "webp"])
  func `quality is lowered until the file fits`(format: String) throws {
    let stage = try ToolStage(clip: clip)
    #expect(try stage.render("out/whole.\(format)").exitCode == 0)
    let whole = try bytes("out/whole.\(format)", stage)
    // What fits is not touched.
    let roomy = try stage.render("out/roomy.\(format)", "--max-bytes", "\(whole)")
    #expect(roomy.exitCode == 0 && !roomy.error.contains("for at most"), "\(roomy.error)")
    #expect(
      try stage.folder.bytes("out/roomy.\(format)") == stage.folder.bytes("out/whole.\(format)"))
    let limit = whole * 7 / 10
    let outcome = try stage.render("out/x.\(format)", "--max-bytes", "\(limit)")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.error.contains("for at most \(limit) bytes the file has"), "\(outcome.error)")
    #expect(try bytes("out/x.\(format)", stage) <= limit)
    #expect(try stage.render("out/again.\(format)", "--max-bytes", "\(limit)").exitCode == 0)
    #expect(
      try stage.folder.bytes("out/again.\(format)") == stage.folder.bytes("out/x.\(format)"))
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: stage.folder.path("out"))) == [
        "whole.\(format)", "roomy.\(format)", "x.\(format)", "again.\(format)",
      ])
  }

  @Test
  func `frames and pixels go where quality is not enough, with the sidecar of what is written`()
    throws
  {
    let stage = try ToolStage(clip: clip)
    let outcome = try stage.render(
      "out/x.gif", "--max-bytes", "20k", "--placements", "out/p.jsonl")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(try bytes("out/x.gif", stage) <= 20_000)
    #expect(outcome.error.contains("frames a second"), "\(outcome.error)")
    #expect(outcome.error.contains("a size of"), "\(outcome.error)")
    let told = try Program.ffprobe.succeed(
      [
        "-v", "error", "-show_entries", "stream=width", "-of", "csv=p=0",
        stage.folder.path("out/x.gif"),
      ], in: stage.folder)
    let width = try #require(
      Int(String(decoding: told, as: UTF8.self).trimmingCharacters(in: .newlines)))
    #expect(width < 320)
    let lines = String(decoding: try stage.folder.bytes("out/p.jsonl"), as: UTF8.self)
    #expect(lines.contains("\"width\":\(width)") || lines.contains("\"width\": \(width)"))
  }

  @Test(arguments: ["mp4", "gif"])
  func `what cannot be reached is an error, and nothing is written`(format: String) throws {
    let stage = try ToolStage(clip: clip)
    try stage.expect(
      stage.render("out/x.\(format)", "--max-bytes", "1k"), refusedWith: 75,
      saying: ["out/x.\(format)", "1000 bytes", "a size of"])
  }

  @Test func `the limit is a number of bytes with a decimal unit`() throws {
    let stage = try ToolStage()
    for word in ["0", "999", "1001G", "8MB", "1.5M", "-3", "k"] {
      try stage.expect(
        stage.render("out/x.mp4", "--max-bytes=\(word)"), refusedWith: 64, saying: ["--max-bytes"])
    }
    #expect(try stage.render("out/x.mp4", "--max-bytes", "1000G").exitCode == 0)
    try stage.expect(
      stage.render("out/%d.png", "--max-bytes", "1M"), refusedWith: 64, saying: ["PNG"],
      leaving: ["x.mp4"])
  }
}
