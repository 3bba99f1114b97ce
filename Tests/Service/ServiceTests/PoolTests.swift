import Foundation
import TestSupport
import Testing

/// Pictures do not wait for recordings and comparisons, nor those for pictures.
@Suite struct PoolTests {
  private let stage: ServiceStage

  init() throws { stage = try ServiceStage() }

  private static let recording = ServiceStage.render + ["avatar=mask", "options={\"frame\": 2}"]
  private static let still = ServiceStage.frame + ["avatar=mask"]
  private static let compared = ["a=@in.png", "b=@in.png"]

  @Test func `while recordings stall and wait, pictures are answered and more of them refused`()
    throws
  {
    let service = try RunningService(
      stage,
      [
        "--recording-workers", "1", "--max-waiting-recordings", "1", "--snapshot-seconds", "3600",
      ])
    let stalled = try stage.stall(service, at: "snapshot", "/v1/snapshots", Self.recording)
    let waiting = try stage.start(service, "/v1/snapshots", Self.recording)
    #expect(try eventually { try service.gauge("recording_waiting") == 1 })
    let frame = try service.post("/v1/frames", Self.still)
    #expect(frame.status == 200, "\(frame.text)")
    let still = try service.post("/v1/snapshots", Self.still)
    #expect(still.status == 200, "\(still.text)")
    for path in ["/v1/snapshots", "/v1/renders"] {
      let refused = try service.post(path, ServiceStage.render + ["avatar=mask"])
      #expect((refused.status, refused.code) == (429, "server_busy"), "\(refused.text)")
      #expect((1...60).contains(Int(refused.headers["retry-after"] ?? "") ?? 0))
    }
    let comparison = try service.post("/v1/comparisons", Self.compared)
    #expect((comparison.status, comparison.code) == (429, "server_busy"), "\(comparison.text)")
    #expect(try service.gauge("recording_running") == 1)
    #expect(try service.gauge("recording_waiting") == 1)
    for worker in stage.workers("snapshot") { kill(worker, SIGCONT) }
    #expect(try stalled.end().text == "200")
    #expect(try waiting.end().text == "200")
  }

  @Test func `while pictures stall, recordings and comparisons are answered`() throws {
    let service = try RunningService(
      stage, ["--compute-workers", "1", "--max-waiting", "0", "--snapshot-seconds", "3600"])
    let stalled = try stage.stall(service, at: "snapshot", "/v1/snapshots", Self.still)
    let snapshot = try service.post("/v1/snapshots", Self.recording)
    #expect(snapshot.status == 200, "\(snapshot.text)")
    let render = try service.post("/v1/renders", ServiceStage.render + ["avatar=mask"])
    #expect(render.status == 202, "\(render.text)")
    let comparison = try service.post("/v1/comparisons", Self.compared)
    #expect(comparison.status == 200, "\(comparison.text)")
    let frame = try service.post("/v1/frames", Self.still)
    #expect((frame.status, frame.code) == (429, "server_busy"), "\(frame.text)")
    #expect(try service.gauge("compute_running") == 1)
    for worker in stage.workers("snapshot") { kill(worker, SIGCONT) }
    #expect(try stalled.end().text == "200")
  }

  @Test(arguments: ["/v1/renders", "/v1/snapshots"])
  func `a look into a recording ends when its client leaves`(path: String) throws {
    let service = try RunningService(stage, ["--concurrent-jobs", "0"])
    let client = try stage.stall(service, at: "probe", path, ServiceStage.render + ["avatar=mask"])
    // Once the server has waited since the work began, it can tell a client that left from one that only ended its
    // request.
    #expect(try service.gauge("recording_running") == 1)
    client.send(SIGKILL)
    #expect(try eventually { try service.gauge("recording_running") == 0 })
    #expect(stage.workers("probe").isEmpty)
    // Not by its limit of time.
    let metrics = try service.send("/metrics").text
    let count = "avatar_overlay_problems_total{code="
    #expect(metrics.contains("\(count)\"interrupted\"} 1\n"), "\(metrics)")
    #expect(!metrics.contains("\(count)\"time_limit\"}"))
    #expect((try service.send("/v1/renders").json["renders"] as? [Any])?.isEmpty == true)
  }
}
