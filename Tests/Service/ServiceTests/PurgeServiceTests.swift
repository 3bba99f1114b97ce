import Foundation
import TestSupport
import Testing

/// What was sent for a render goes when it has ended, where that is asked for.
@Suite struct PurgeServiceTests {
  private let stage: ServiceStage

  init() throws { stage = try ServiceStage() }

  private static func options(_ purges: Bool) -> String {
    "options={\"avatar\": \"mask\", \"purgeInputs\": \(purges)};type=application/json"
  }

  private func submit(
    _ service: RunningService, _ options: String, more: [String] = []
  ) throws -> String {
    let sent = try service.post(
      "/v1/renders", ServiceStage.render + [options], more)
    return try #require(sent.json["id"] as? String, "\(sent.text)")
  }

  /// What there is of a job.
  private func names(_ id: String) throws -> [String] {
    guard try stage.folder.names(in: "data/jobs").contains(id) else { return [] }
    return try stage.folder.names(in: "data/jobs/\(id)").sorted()
  }

  /// How a render stands once its inputs are purged; after half a minute as it is.
  private func purged(_ service: RunningService, _ id: String) throws -> [String: Any] {
    for _ in 0..<300 {
      let json = try service.send("/v1/renders/\(id)").json
      if json["inputsPurgedAt"] is String { return json }
      Thread.sleep(forTimeInterval: 0.1)
    }
    return try service.send("/v1/renders/\(id)").json
  }

  @Test func `inputs go when a render is done, failed or cancelled, and no others`() throws {
    let service = try RunningService(stage)
    let kept = try submit(service, Self.options(false))
    let id = try submit(service, Self.options(true))
    #expect(try service.waitForEnd(of: id).json["state"] as? String == "done")
    let json = try purged(service, id)
    #expect(json["inputsPurgedAt"] is String, "\(json)")
    #expect(try names(id) == ["1", "owner", "request.json"])
    #expect(try service.send("/v1/renders/\(id)/output").status == 200)
    #expect(try service.send("/v1/renders/\(id)/placements").status == 200)
    // The same request without it has the same bytes, keeps what was sent and says nothing of it.
    let other = try service.waitForEnd(of: kept).json
    #expect(other["state"] as? String == "done" && other["inputsPurgedAt"] == nil)
    #expect(try names(kept).contains("recording"))
    let outputs = try [id, kept].map { try service.send("/v1/renders/\($0)/output").body }
    #expect(outputs[0] == outputs[1])
    try service.end(SIGTERM)
    // The operator's setting is for requests that say nothing.
    let idle = try RunningService(stage, ["--concurrent-jobs", "0", "--purge-inputs", "yes"])
    let (cancelled, failed) = (try submit(idle, "avatar=mask"), try submit(idle, "avatar=mask"))
    let own = try submit(idle, Self.options(false))
    #expect(try idle.send("/v1/renders/\(failed)").json["inputsPurgedAt"] is NSNull)
    #expect(try idle.send("/v1/renders/\(own)").json["inputsPurgedAt"] == nil)
    #expect(try idle.send("/v1/renders/\(cancelled)", ["-X", "DELETE"]).status == 200)
    #expect(try purged(idle, cancelled)["inputsPurgedAt"] is String)
    #expect(try names(cancelled) == [])
    try idle.end(SIGTERM)
    // A recording that is none any more fails.
    let video = "data/jobs/\(failed)/recording/video"
    try stage.folder.write(
      [UInt8](repeating: 0, count: try stage.folder.bytes(video).count), to: video)
    let after = try RunningService(stage)
    #expect(try after.waitForEnd(of: failed).json["state"] as? String == "failed")
    #expect(try purged(after, failed)["inputsPurgedAt"] is String)
    #expect(try names(failed) == ["owner", "request.json"])
    #expect(try after.waitForEnd(of: own).json["state"] as? String == "done")
    #expect(try names(own).contains("recording"))
    try after.end(SIGTERM)
  }

  /// A folder that cannot be written keeps the inputs where they are until the service is killed.
  @Test(.enabled(if: getuid() == 0, "needs root, to make a folder read-only"))
  func `a service that is killed between an end and the purge leaves it to the next start`() throws
  {
    let before = try RunningService(stage, ["--concurrent-jobs", "0"])
    let id = try submit(before, Self.options(true))
    try before.end(SIGTERM)
    let recording = stage.folder.path("data/jobs/\(id)/recording")
    let mount = Program(named: "mount")
    // Containers may forbid it even to root.
    guard try mount.run(["--bind", recording, recording]).exitCode == 0 else { return }
    var isMounted = true
    func unmount() { if isMounted { _ = try? Program(named: "umount").run(["-l", recording]) } }
    defer { unmount() }
    guard try mount.run(["-o", "remount,bind,ro", recording]).exitCode == 0 else { return }
    let killed = try RunningService(stage)
    let ended = try killed.waitForEnd(of: id).json
    #expect(ended["state"] as? String == "done" && ended["inputsPurgedAt"] is NSNull, "\(ended)")
    try killed.end(SIGKILL)
    #expect(try stage.folder.names(in: "data/jobs/\(id)/recording").contains("video"))
    unmount()
    isMounted = false
    let next = try RunningService(stage, ["--concurrent-jobs", "0"])
    // At the start, before the first request.
    #expect(try next.send("/v1/renders/\(id)").json["inputsPurgedAt"] is String)
    #expect(try names(id) == ["1", "owner", "request.json"])
    #expect(try next.send("/v1/renders/\(id)/output").status == 200)
    try next.end(SIGTERM)
  }

  @Test func `a request that is sent again with another wish is another one`() throws {
    let service = try RunningService(stage, ["--concurrent-jobs", "0"])
    let key = ["-H", "Idempotency-Key: once"]
    let first = try submit(service, Self.options(true), more: key)
    #expect(try submit(service, Self.options(true), more: key) == first)
    let other = try service.post(
      "/v1/renders", ServiceStage.render + [Self.options(false)], key)
    #expect(other.status == 422 && other.code == "idempotency_key_reused", "\(other.text)")
    try service.end(SIGTERM)
  }
}
