import Foundation
import TestSupport
import Testing

@Suite struct RendersTests {
  private func submit(
    _ service: RunningService, _ parts: [String] = ServiceStage.render + ["avatar=mask"],
    _ more: [String] = []
  ) throws -> (answer: RunningService.Answer, id: String) {
    let answer = try service.post("/v1/renders", parts, more)
    return (answer, answer.json["id"] as? String ?? "")
  }

  @Test func `a recording becomes a clip with as many frames, a poster and placements`() throws {
    let stage = try ServiceStage()
    let service = try RunningService(stage)
    let (accepted, id) = try submit(service)
    #expect(accepted.status == 202, "\(accepted.text)")
    #expect(accepted.headers["location"] == "/v1/renders/\(id)")
    #expect((accepted.json["estimate"] as? [String: Any])?["frames"] as? Int == 6)
    let events = try service.send("/v1/renders/\(id)/events")
    #expect(events.text.contains("event: state"))
    #expect(events.text.contains("\"state\": \"done\""), "\(events.text)")
    let job = try service.waitForEnd(of: id)
    #expect(job.json["state"] as? String == "done", "\(job.text)")

    let output = try service.send("/v1/renders/\(id)/output")
    #expect(output.headers["content-type"] == "video/mp4")
    try stage.folder.write(output.body, to: "out.mp4")
    let count = try Program.ffprobe.succeed(
      [
        "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
        "stream=nb_read_frames", "-of", "csv=p=0", stage.folder.path("out.mp4"),
      ], in: stage.folder)
    #expect(String(decoding: count, as: UTF8.self).hasPrefix("6"))
    let part = try service.send("/v1/renders/\(id)/output", ["-H", "Range: bytes=2-11"])
    #expect(part.status == 206)
    #expect(part.body == output.body[2..<12])
    let etag = try #require(output.headers["etag"])
    let same = try service.send("/v1/renders/\(id)/output", ["-H", "If-None-Match: \(etag)"])
    #expect(same.status == 304)
    let poster = try service.send("/v1/renders/\(id)/poster")
    #expect(poster.body.starts(with: [0xFF, 0xD8]))
    let placements = try service.send("/v1/renders/\(id)/placements")
    #expect(placements.text.split(separator: "\n").count == 6)
    // The link works as it stands, and not when a character of it is another.
    let link = try #require(job.json["outputUrl"] as? String)
    let linked = try service.send(link)
    #expect(linked.body == output.body)
    // A page elsewhere may show what a link opens, and nothing else.
    #expect(linked.headers["cross-origin-resource-policy"] == "cross-origin")
    #expect(output.headers["cross-origin-resource-policy"] == "same-origin")
    let stale = try service.send("/v1/renders/\(id)/output", ["-H", "If-Match: \"other\""])
    #expect((stale.status, stale.code) == (412, "precondition_failed"), "\(stale.text)")
    let forged = link.replacingOccurrences(of: "expires=", with: "expires=9")
    #expect(try service.send(forged).status == 403)

    let list = try service.send("/v1/renders?limit=1")
    #expect((list.json["renders"] as? [[String: Any]])?.first?["id"] as? String == id)
    #expect(try service.send("/v1/renders/\(id)", ["-X", "DELETE"]).status == 200)
    #expect(try service.send("/v1/renders/\(id)").code == "job_not_found")
  }

  @Test func `the same key with the same request gives the same render, another a conflict`() throws
  {
    let service = try RunningService(try ServiceStage(), ["--concurrent-jobs", "0"])
    let key = ["-H", "Idempotency-Key: one"]
    let parts = ServiceStage.render + ["avatar=mask"]
    let first = try submit(service, parts, key)
    let second = try submit(service, parts, key)
    #expect(first.id == second.id && !first.id.isEmpty, "\(second.answer.text)")
    #expect(first.answer.headers["idempotent-replayed"] == nil)
    #expect(second.answer.headers["idempotent-replayed"] == "true")
    let other = try submit(service, ServiceStage.render + ["avatar=none"], key)
    #expect((other.answer.status, other.answer.code) == (422, "idempotency_key_reused"))
    let list = try service.send("/v1/renders")
    #expect((list.json["renders"] as? [[String: Any]])?.count == 1)
    let cancelled = try service.send("/v1/renders/\(first.id)", ["-X", "DELETE"])
    #expect(cancelled.json["state"] as? String == "cancelled")
    #expect(try service.send("/v1/renders/\(first.id)/output").code == "output_not_ready")
  }

  @Test func `the queue, the frames and the faces have limits with two sides`() throws {
    let stage = try ServiceStage()
    let service = try RunningService(
      stage, ["--concurrent-jobs", "0", "--max-queue", "1", "--max-clip-frames", "6"])
    #expect(try submit(service).answer.status == 202)
    let full = try submit(service).answer
    #expect((full.status, full.code) == (429, "queue_full"), "\(full.text)")
    #expect(full.headers["retry-after"] != nil)
    try service.end(SIGTERM)
    let tight = try RunningService(stage, ["--concurrent-jobs", "0", "--max-clip-frames", "5"])
    let long = try submit(tight).answer
    #expect(long.status == 422, "\(long.text)")
    #expect(long.code == "recording_too_long", "\(long.text)")
    // The same fault has the same code wherever it is found.
    let shot = try tight.post("/v1/snapshots", ServiceStage.render + ["avatar=mask"])
    #expect(shot.code == long.code, "\(shot.text)")
    try tight.end(SIGTERM)
    let pixels = ServiceStage.width * ServiceStage.height
    let small = try RunningService(
      stage, ["--concurrent-jobs", "0", "--max-clip-pixels", "\(pixels - 1)"])
    #expect(try submit(small).answer.code == "recording_too_large")
    let large = try small.post("/v1/snapshots", ServiceStage.render + ["avatar=mask"])
    #expect(large.code == "recording_too_large", "\(large.text)")
  }

  @Test func `what was accepted under a key is told again, however full the queue is`() throws {
    let service = try RunningService(
      try ServiceStage(), ["--concurrent-jobs", "0", "--max-queue", "1"])
    let parts = ServiceStage.render + ["avatar=mask"]
    let key = ["-H", "Idempotency-Key: one"]
    let first = try submit(service, parts, key)
    #expect(first.answer.status == 202)
    #expect(try submit(service, parts, key).id == first.id)
    let other = try submit(service, parts, ["-H", "Idempotency-Key: two"]).answer
    #expect((other.status, other.code) == (429, "queue_full"))
  }

  @Test func `events end with the render, also where it is cancelled and removed at once`() throws {
    let service = try RunningService(try ServiceStage(), ["--concurrent-jobs", "0"])
    let id = try submit(service).id
    let listener = try Program(named: "curl").start(
      ["-sS", "--max-time", "10", "-N", "-o", "events", "\(service.url)/v1/renders/\(id)/events"],
      in: service.folder)
    // A listener finds the first state there.
    let events = service.folder.path("events")
    #expect(eventually { FileManager.default.contents(atPath: events)?.isEmpty == false })
    // Both over one connection, between two looks at the job.
    let item = "/v1/renders/\(id)"
    _ = try service.send(item, ["-X", "DELETE", "-o", "/dev/null", "\(service.url)\(item)"])
    #expect(try listener.end().exitCode == 0)
    #expect(try service.send(item).code == "job_not_found")
  }

  @Test func `a list does not end at a render that was removed between two pages`() throws {
    let service = try RunningService(try ServiceStage(), ["--concurrent-jobs", "0"])
    for _ in 0..<2 { #expect(try submit(service).answer.status == 202) }
    let page = try service.send("/v1/renders?limit=1")
    let cursor = try #require(page.json["nextCursor"] as? String)
    let rest = try service.send("/v1/renders?limit=1&cursor=\(cursor)")
    #expect((rest.json["renders"] as? [Any])?.count == 1)
    for _ in 0..<2 { _ = try service.send("/v1/renders/\(cursor)", ["-X", "DELETE"]) }
    let lost = try service.send("/v1/renders?limit=1&cursor=\(cursor)")
    #expect((lost.status, lost.code) == (404, "job_not_found"), "\(lost.text)")
  }

  @Test func `a webhook is told of a render that was cancelled`() throws {
    let stage = try ServiceStage()
    func keys(_ words: [String]) throws -> String {
      let told = try Program.product.succeed(
        ["keys"] + words + ["--tenant", "one", "--data", "data"], in: stage.folder)
      return String(decoding: told, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let key = ["-H", "Authorization: Bearer \(try keys(["create", "--scopes", "renders"]))"]
    let script = SharedData.packageRoot.appending(path: "Examples/clients/webhook.py").path
    let receiver = try Program.python.start(
      [script], in: stage.folder,
      environment: ["WEBHOOK_SECRET": try keys(["signing"])])
    defer { receiver.send(SIGKILL) }
    try #require(receiver.waitForError(containing: "listening on "))
    let url = String(try #require(receiver.errorText.split(whereSeparator: \.isWhitespace).last))
    let service = try RunningService(
      stage, ["--concurrent-jobs", "0", "--webhook-hosts", "\(url) private"])
    let options = "options={\"webhookUrl\": \"\(url)/\"};type=application/json"
    let id = try submit(service, ServiceStage.render + ["avatar=mask", options], key).id
    _ = try service.send("/v1/renders/\(id)", ["-X", "DELETE"] + key)
    // It goes out within a second or two.
    let path = "/v1/renders/\(id)/deliveries"
    var log: [[String: Any]] = []
    for _ in 0..<200 where log.first?["state"] as? String != "delivered" {
      log = try service.send(path, key).json["deliveries"] as? [[String: Any]] ?? []
    }
    #expect(log.map { $0["type"] as? String } == ["render.cancelled"])
    // A reader of the receiver's words waits for them, so only where there are some.
    try #require(log.first?["state"] as? String == "delivered", "\(log)")
    #expect(receiver.waitForError(containing: "render.cancelled \(id)"), "\(receiver.errorText)")
    let attempts = try #require(log.first?["attempts"] as? [[String: Any]])
    #expect(attempts.map { $0["status"] as? Int } == [204])
    #expect(try service.send(path).code == "missing_credentials")
    #expect(
      try service.send("/v1/renders/\(String(repeating: "0", count: 32))/deliveries", key)
        .code == "job_not_found")
  }

  @Test func `what is no recording is refused before it is accepted`() throws {
    let service = try RunningService(try ServiceStage(), ["--concurrent-jobs", "0"])
    let text = try submit(service, ["video=hello", "avatar=mask"]).answer
    #expect((text.status, text.code) == (422, "bad_recording"), "\(text.text)")
    let tracking = try submit(service, ["video=@in.mkv", "tracking=hello", "avatar=mask"]).answer
    #expect((tracking.status, tracking.code) == (422, "bad_tracking"), "\(tracking.text)")
    let hook = try submit(
      service,
      ServiceStage.render + [
        "avatar=mask", "options={\"webhookUrl\": \"http://127.0.0.1/x\"};type=application/json",
      ]
    ).answer
    #expect((hook.status, hook.code) == (422, "webhook_not_allowed"), "\(hook.text)")
  }

  @Test func `a render that was accepted outlives a service that is killed`() throws {
    let stage = try ServiceStage()
    let before = try RunningService(stage, ["--concurrent-jobs", "0"])
    let id = try submit(before).id
    try before.end(SIGKILL)
    // One that only takes renders keeps order all the same.
    try stage.folder.write("x", to: "data/jobs/orphan/owner")
    let keeper = try RunningService(stage, ["--concurrent-jobs", "0"])
    #expect(try stage.folder.names(in: "data/jobs") == [id])
    #expect(try keeper.send("/v1/renders/\(id)").json["state"] as? String == "queued")
    #expect(try keeper.end(SIGTERM).exitCode == 0)
    let after = try RunningService(stage)
    #expect(try after.waitForEnd(of: id).json["state"] as? String == "done")
    #expect(try after.end(SIGTERM).exitCode == 0)
  }
}
