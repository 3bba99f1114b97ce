import Foundation
import TestSupport
import Testing

/// The clients of the documentation, as they stand there.
@Suite struct ClientTests {
  private static var examples: String {
    SharedData.packageRoot.appending(path: "Examples/clients").path
  }

  private func run(
    _ program: Program, _ script: String, _ stage: ServiceStage? = nil, _ options: [String] = [],
    _ environment: [String: String] = [:]
  ) throws -> (outcome: Program.Outcome, stage: ServiceStage, service: RunningService) {
    let stage = try stage ?? ServiceStage()
    let service = try RunningService(stage, options)
    for (name, copy) in [
      ("in.png", "picture.png"), ("one.jsonl", "tracking.jsonl"), ("in.mkv", "clip.mkv"),
      ("in.jsonl", "clip.jsonl"),
    ] {
      try stage.folder.write(try stage.folder.bytes(name), to: copy)
    }
    let outcome = try program.run(
      ["\(Self.examples)/\(script)", service.url, stage.folder.url.path], in: stage.folder,
      environment: ["AVATAR": "mask"].merging(environment) { $1 })
    return (outcome, stage, service)
  }

  @Test func `the client for the shell makes a frame, a picture to share and a clip`() throws {
    let (outcome, stage, _) = try run(Program(named: "bash"), "curl.sh")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.text.contains("event: state"), "\(outcome.text)")
    #expect(outcome.text.contains("problem: unknown_avatar"), "\(outcome.text)")
    #expect(outcome.text.hasSuffix(": done\n"), "\(outcome.text)")
    for name in ["frame.png", "share.jpg", "render.mp4"] {
      #expect(try !stage.folder.bytes(name).isEmpty)
    }
  }

  @Test func `the client in Python does too, and reads problems`() throws {
    let (outcome, stage, _) = try run(.python, "client.py")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("a face with") == true)
    #expect(lines.suffix(2) == ["unknown_avatar", "done"])
    #expect(try stage.folder.bytes("python.mp4").dropFirst(4).starts(with: Array("ftyp".utf8)))
  }

  @Test func `the receiver takes webhooks of the service, and no others`() throws {
    let stage = try ServiceStage()
    func keys(_ words: [String]) throws -> String {
      let told = try Program.product.succeed(
        ["keys"] + words + ["--data", "data"], in: stage.folder)
      return String(decoding: told, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let key = try keys(["create", "--tenant", "one", "--scopes", "frames,renders"])
    let secret = try keys(["signing", "--tenant", "one"])
    let receiver = try Program.python.start(
      ["\(Self.examples)/webhook.py"], in: stage.folder, environment: ["WEBHOOK_SECRET": secret])
    defer { receiver.send(SIGKILL) }
    try #require(receiver.waitForError(containing: "listening on "))
    let url = String(try #require(receiver.errorText.split(whereSeparator: \.isWhitespace).last))
    let (outcome, _, service) = try run(
      .python, "client.py", stage, ["--webhook-hosts", "\(url) private"],
      ["AVATAR_OVERLAY_KEY": key, "WEBHOOK": "\(url)/hook"])
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(receiver.waitForError(containing: "render.done "), "\(receiver.errorText)")
    try service.end(SIGTERM)
    // A body of another sender, with the signature of another secret.
    let forged = try Program(named: "curl").run(
      [
        "-sS", "-o", "/dev/null", "-w", "%{http_code}", "\(url)/hook", "-d", "{}", "-H",
        "AvatarOverlay-Signature: t=\(Int(Date().timeIntervalSince1970)),v1=00",
      ], in: stage.folder)
    #expect(forged.text == "401")
  }
}
