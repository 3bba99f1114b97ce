import Foundation
import TestSupport
import Testing

/// Renders whose options state a consent to use the recording.
@Suite struct ConsentServiceTests {
  private static func options(_ more: String) -> [String] {
    ServiceStage.render + ["options={\"avatar\": \"mask\"\(more)};type=application/json"]
  }

  private static func consent(until: String) -> String {
    ", \"subject\": \"child-4\", \"consent\": {\"who\": \"Li Wei\", \"purposes\": [\"spring show\"],"
      + " \"until\": \"\(until)\"}"
  }

  @Test func `a render has its consent, and one that has ended is refused`() throws {
    let service = try RunningService(ServiceStage(), ["--require-consent", "yes"])
    let held = try service.post("/v1/renders", Self.options(Self.consent(until: "2999-12-31")))
    #expect(held.status == 202, "\(held.text)")
    let id = try #require(held.json["id"] as? String)
    let done = try service.waitForEnd(of: id).json
    #expect(done["state"] as? String == "done")
    #expect(done["subject"] as? String == "child-4")
    #expect((done["consent"] as? [String: Any])?["until"] as? String == "2999-12-31")

    let ended = try service.post("/v1/renders", Self.options(Self.consent(until: "2020-06-30")))
    #expect((ended.status, ended.code) == (422, "consent_ended"), "\(ended.text)")
    for words in ["Li Wei", "spring show", "2020-06-30"] { #expect(ended.text.contains(words)) }

    let missing = try service.post("/v1/renders", Self.options(", \"subject\": \"child-4\""))
    #expect((missing.status, missing.code) == (422, "consent_missing"), "\(missing.text)")
    let faulty = try service.post(
      "/v1/renders", Self.options(", \"consent\": {\"who\": \"Li Wei\", \"untill\": \"\"}"))
    #expect((faulty.status, faulty.code) == (422, "invalid_options"), "\(faulty.text)")
  }

  @Test func `a service that does not ask for a consent renders without one`() throws {
    let service = try RunningService(ServiceStage())
    let job = try service.post("/v1/renders", Self.options(""))
    #expect(job.status == 202 && job.json["consent"] == nil, "\(job.text)")
  }

  @Test func `what is answered at once, and reels, ask for a consent in the same way`() throws {
    let stage = try ServiceStage()
    try stage.folder.write(SyntheticGame().text, to: "game.jsonl")
    try stage.folder.write(
      #"{"format": "avatar-reel/1", "segments": [{"recording": "one"}]}"#, to: "reel.json")
    let service = try RunningService(stage, ["--require-consent", "yes"])
    for (path, parts, avatar) in [
      ("/v1/frames", ServiceStage.frame, "\"avatar\": \"mask\""),
      ("/v1/snapshots", ServiceStage.frame, "\"avatar\": \"mask\""),
      ("/v1/snapshots", ServiceStage.render, "\"avatar\": \"mask\""),
      ("/v1/sessions", ["tracking=@game.jsonl"], ""),
      ("/v1/reels", ["reel=@reel.json;type=application/json", "video:one=@in.mkv"], ""),
    ] {
      func answer(_ consent: String) throws -> RunningService.Answer {
        let members = avatar.isEmpty ? String(consent.dropFirst(2)) : avatar + consent
        return try service.post(path, parts + ["options={\(members)};type=application/json"])
      }
      let held = try answer(Self.consent(until: "2999-12-31"))
      #expect([200, 202].contains(held.status), "\(path): \(held.text.prefix(300))")
      let ended = try answer(Self.consent(until: "2020-06-30"))
      #expect((ended.status, ended.code) == (422, "consent_ended"), "\(path): \(ended.text)")
      for words in ["Li Wei", "spring show", "2020-06-30"] { #expect(ended.text.contains(words)) }
      let missing = try answer(", \"subject\": \"child-4\"")
      #expect(
        (missing.status, missing.code) == (422, "consent_missing"), "\(path): \(missing.text)")
      let faulty = try answer(", \"consent\": {\"who\": \"Li Wei\", \"untill\": \"\"}")
      #expect((faulty.status, faulty.code) == (422, "invalid_options"), "\(path): \(faulty.text)")
      guard path == "/v1/reels", let id = held.json["id"] as? String else { continue }
      #expect(held.json["subject"] as? String == "child-4")
      #expect(
        try service.send("/v1/subjects/child-4", ["-X", "DELETE"]).json["renders"] as? Int == 1)
      #expect(try service.send("/v1/renders/\(id)").status == 404)
    }
  }
}
