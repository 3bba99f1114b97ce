import Foundation
import TestSupport
import Testing

/// Sessions over HTTP: from tracking alone, and beside a render.
@Suite struct SessionsTests {
  private let stage: ServiceStage

  init() throws {
    stage = try ServiceStage()
    try stage.folder.write(SyntheticGame().text, to: "game.jsonl")
    try stage.folder.write(#"{"teeth": {"holdMs": 100}}"#, to: "session.json")
  }

  /// The log that the command line writes.
  private func log(_ words: String...) throws -> String {
    let log = try Program.product.succeed(
      ["session", "run", "--tracking", "game.jsonl", "--events", "-"] + words, in: stage.folder)
    return String(decoding: log, as: UTF8.self)
  }

  @Test func `tracking alone gives the log of the command line, and faults their places`() throws {
    let service = try RunningService(stage, ["--max-recording-bytes", "2000000"])
    let plain = try service.post("/v1/sessions", ["tracking=@game.jsonl"])
    #expect(plain.status == 200 && plain.headers["content-type"] == "application/x-ndjson")
    #expect(try plain.text == log())
    #expect(!plain.text.contains("landmarks") && plain.text.contains("completed"))
    let own = try service.post(
      "/v1/sessions", ["tracking=@game.jsonl", "session=@session.json"])
    #expect(try own.text == log("--session", "session.json") && own.text != plain.text)

    let none = try service.post("/v1/sessions", ["session=@session.json"])
    #expect((none.status, none.code) == (422, "missing_part"))
    let other = try service.post("/v1/sessions", ["tracking=@game.jsonl", "sesion={}"])
    #expect((other.status, other.code) == (422, "unknown_part"), "\(other.text)")
    let faulty = try service.post(
      "/v1/sessions", ["tracking=@game.jsonl", #"session={"teeth": {"openAbove": 1}, "mod": 1}"#])
    #expect((faulty.status, faulty.code) == (422, "invalid_options"))
    let pointers = (faulty.json["errors"] as? [[String: Any]])?.map { $0["pointer"] as? String }
    #expect(pointers == ["session/teeth/openAbove", "session/mod"])
    let bad = try service.post("/v1/sessions", ["tracking=@session.json"])
    #expect((bad.status, bad.code) == (422, "bad_tracking"), "\(bad.text)")
    #expect(bad.text.contains("tracking, line 1") && !bad.text.contains(stage.folder.path("")))

    for (name, bytes) in [("a", 64 * 1024), ("b", 64 * 1024 + 1)] {
      try stage.folder.write(String(repeating: " ", count: bytes - 2) + "{}", to: name)
    }
    #expect(try service.post("/v1/sessions", ["tracking=@game.jsonl", "session=@a"]).status == 200)
    let long = try service.post("/v1/sessions", ["tracking=@game.jsonl", "session=@b"])
    #expect(long.status == 422 && long.text.contains("at most"), "\(long.text)")
    try stage.folder.write([UInt8](repeating: 0x20, count: 2_000_001), to: "c")
    let large = try service.post("/v1/sessions", ["tracking=@c"])
    #expect((large.status, large.code) == (413, "body_too_large"), "\(large.text)")
  }

  @Test func `annotations are drawn as the command line draws them`() throws {
    let service = try RunningService(stage)
    let parts = ["video=@in.mkv", "tracking=@game.jsonl", "session=@session.json"]
    let options =
      #"options={"avatar": "mask", "frame": 5, "format": "png", "#
      + #""annotate": "hud,landmarks,timing", "language": "de", "theme": "plain"}"#
    let served = try service.post("/v1/snapshots", parts + [options])
    #expect(served.status == 200, "\(served.text)")
    try Program.product.succeed(
      ["snapshot", "--video", "in.mkv", "--tracking", "game.jsonl", "--session", "session.json"]
        + ["--avatar", "mask", "--avatars", "Avatars", "--frame", "5", "-o", "own.png"]
        + ["--annotate", "hud,landmarks,timing", "--language", "de", "--theme", "plain"],
      in: stage.folder)
    #expect(try Array(served.body) == stage.folder.bytes("own.png"))

    for (options, word) in [
      (#"{"avatar": "mask", "annotate": "hut"}"#, "hud"),
      (#"{"avatar": "mask", "theme": "/etc/passwd.json"}"#, "plain"),
      (#"{"avatar": "mask", "language": "dee"}"#, "de"),
    ] {
      let refused = try service.post("/v1/snapshots", parts + ["options=\(options)"])
      #expect((refused.status, refused.code) == (422, "invalid_options"), "\(refused.text)")
      #expect(refused.text.contains(word), "\(refused.text)")
    }
    let untracked = try service.post(
      "/v1/snapshots", ["video=@in.mkv", "avatar=mask", "session={}"])
    #expect((untracked.status, untracked.code) == (422, "missing_part"), "\(untracked.text)")

    let accepted = try service.post(
      "/v1/renders", parts + [options.replacing(#""frame": 5, "format": "png", "#, with: "")])
    #expect(accepted.status == 202, "\(accepted.text)")
    let id = try #require(accepted.json["id"] as? String)
    #expect(try service.waitForEnd(of: id).json["state"] as? String == "done")
  }

  @Test func `a render with a session has its log among its files, another has none`() throws {
    let service = try RunningService(stage)
    let parts = ["video=@in.mkv", "tracking=@game.jsonl", "avatar=mask"]
    let accepted = try service.post("/v1/renders", parts + ["session=@session.json"])
    #expect(accepted.status == 202, "\(accepted.text)")
    let id = try #require(accepted.json["id"] as? String)
    let job = try service.waitForEnd(of: id)
    #expect(job.json["state"] as? String == "done", "\(job.text)")
    let log = try service.send("/v1/renders/\(id)/session")
    #expect(try log.text == self.log("--session", "session.json"))
    let link = try #require(job.json["sessionUrl"] as? String)
    #expect(try service.send(link).body == log.body)

    let plain = try service.post("/v1/renders", parts)
    let other = try #require(plain.json["id"] as? String)
    #expect(try service.waitForEnd(of: other).json["sessionUrl"] == nil)
    let missing = try service.send("/v1/renders/\(other)/session")
    #expect((missing.status, missing.code) == (404, "job_not_found"))
    let untracked = try service.post(
      "/v1/renders", ["video=@in.mkv", "avatar=mask", "session={}"])
    #expect((untracked.status, untracked.code) == (422, "missing_part"), "\(untracked.text)")
  }
}
