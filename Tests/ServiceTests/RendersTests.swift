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

  @Test func `A recording becomes a clip with as many frames, a poster and placements`() throws {
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
    #expect(try service.send(link).body == output.body)
    let forged = link.replacingOccurrences(of: "expires=", with: "expires=9")
    #expect(try service.send(forged).status == 403)

    let list = try service.send("/v1/renders?limit=1")
    #expect((list.json["renders"] as? [[String: Any]])?.first?["id"] as? String == id)
    #expect(try service.send("/v1/renders/\(id)", ["-X", "DELETE"]).status == 200)
    #expect(try service.send("/v1/renders/\(id)").code == "job_not_found")
  }

  @Test func `The same key with the same request gives the same render, another a conflict`() throws
  {
    let service = try RunningService(try ServiceStage(), ["--concurrent-jobs", "0"])
    let key = ["-H", "Idempotency-Key: one"]
    let parts = ServiceStage.render + ["avatar=mask"]
    let first = try submit(service, parts, key)
    let second = try submit(service, parts, key)
    #expect(first.id == second.id && !first.id.isEmpty, "\(second.answer.text)")
    let other = try submit(service, ServiceStage.render + ["avatar=none"], key)
    #expect((other.answer.status, other.answer.code) == (422, "idempotency_key_reused"))
    let list = try service.send("/v1/renders")
    #expect((list.json["renders"] as? [[String: Any]])?.count == 1)
    let cancelled = try service.send("/v1/renders/\(first.id)", ["-X", "DELETE"])
    #expect(cancelled.json["state"] as? String == "cancelled")
    #expect(try service.send("/v1/renders/\(first.id)/output").code == "output_not_ready")
  }

  @Test func `The queue, the frames and the faces have limits with two sides`() throws {
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

  @Test func `What is no recording is refused before it is accepted`() throws {
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

  @Test func `A render that was accepted outlives a service that is killed`() throws {
    let stage = try ServiceStage()
    let before = try RunningService(stage, ["--concurrent-jobs", "0"])
    let id = try submit(before).id
    try before.end(SIGKILL)
    let after = try RunningService(stage)
    #expect(try after.waitForEnd(of: id).json["state"] as? String == "done")
    #expect(try after.end(SIGTERM).exitCode == 0)
  }
}
