import Foundation
import TestSupport
import Testing

/// The clients of the documentation, as they stand there.
@Suite struct ClientTests {
  private static var examples: String {
    URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Examples/clients")
      .path
  }

  private func run(_ program: String, _ script: String) throws -> (
    outcome: Program.Outcome, stage: ServiceStage
  ) {
    let stage = try ServiceStage()
    let service = try RunningService(stage)
    for (name, copy) in [
      ("in.png", "picture.png"), ("one.jsonl", "tracking.jsonl"), ("in.mkv", "clip.mkv"),
      ("in.jsonl", "clip.jsonl"),
    ] {
      try stage.folder.write(try stage.folder.bytes(name), to: copy)
    }
    let outcome = try Program(named: program).run(
      ["\(Self.examples)/\(script)", service.url, stage.folder.url.path], in: stage.folder,
      environment: ["AVATAR": "mask"])
    return (outcome, stage)
  }

  @Test func `The client for the shell makes a frame, a picture to share and a clip`() throws {
    let (outcome, stage) = try run("bash", "curl.sh")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.text.contains("event: state"), "\(outcome.text)")
    for name in ["frame.png", "share.jpg", "render.mp4"] {
      #expect(try !stage.folder.bytes(name).isEmpty)
    }
  }

  @Test func `The client in Python does too, and reads problems`() throws {
    let (outcome, stage) = try run("python3", "client.py")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("a face with") == true)
    #expect(lines.suffix(2) == ["unknown_avatar", "done"])
    #expect(try stage.folder.bytes("python.mp4").dropFirst(4).starts(with: Array("ftyp".utf8)))
  }
}
