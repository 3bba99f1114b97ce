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

  /// The stage's workers at a verb, told by the folder in which they run.
  private func workers(_ verb: String) -> [Int32] {
    let data = stage.folder.url.resolvingSymlinksInPath().path + "/data"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { process in
      let folder = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(process)/cwd")
      guard folder?.hasPrefix(data) == true else { return false }
      let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return line.split(separator: 0).contains { $0.elementsEqual(verb.utf8) }
    }
  }

  private func start(_ service: RunningService, _ path: String, _ parts: [String]) throws
    -> RunningProgram
  {
    try Program(named: "curl").start(
      ["-sS", "-o", UUID().uuidString, "-w", "%{http_code}", "\(service.url)\(path)"]
        + parts.flatMap { ["-F", $0] }, in: stage.folder)
  }

  /// Sends a request whose worker stands still at a verb until a SIGCONT.
  private func stall(
    _ service: RunningService, at verb: String, _ path: String, _ parts: [String]
  ) throws -> RunningProgram {
    for _ in 0..<20 {
      let client = try start(service, path, parts)
      for _ in 0..<5000 {
        let found = workers(verb).filter { kill($0, SIGSTOP) == 0 }
        if !found.isEmpty, !workers(verb).isEmpty { return client }
        usleep(500)
      }
      // It was done before it was seen.
      _ = try client.end()
    }
    throw POSIXError(.ESRCH)
  }

  private func gauge(_ service: RunningService, _ name: String) throws -> Int? {
    let start = "avatar_overlay_\(name) "
    let line = try service.send("/metrics").text.split(separator: "\n").first {
      $0.hasPrefix(start)
    }
    return line.flatMap { Int($0.dropFirst(start.count)) }
  }

  @Test func `while recordings stall and wait, pictures are answered and more of them refused`()
    throws
  {
    let service = try RunningService(
      stage,
      [
        "--recording-workers", "1", "--max-waiting-recordings", "1", "--snapshot-seconds", "3600",
      ])
    let stalled = try stall(service, at: "snapshot", "/v1/snapshots", Self.recording)
    let waiting = try start(service, "/v1/snapshots", Self.recording)
    #expect(try eventually { try gauge(service, "recording_waiting") == 1 })
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
    #expect(try gauge(service, "recording_running") == 1)
    #expect(try gauge(service, "recording_waiting") == 1)
    for worker in workers("snapshot") { kill(worker, SIGCONT) }
    #expect(try stalled.end().text == "200")
    #expect(try waiting.end().text == "200")
  }

  @Test func `while pictures stall, recordings and comparisons are answered`() throws {
    let service = try RunningService(
      stage, ["--compute-workers", "1", "--max-waiting", "0", "--snapshot-seconds", "3600"])
    let stalled = try stall(service, at: "snapshot", "/v1/snapshots", Self.still)
    let snapshot = try service.post("/v1/snapshots", Self.recording)
    #expect(snapshot.status == 200, "\(snapshot.text)")
    let render = try service.post("/v1/renders", ServiceStage.render + ["avatar=mask"])
    #expect(render.status == 202, "\(render.text)")
    let comparison = try service.post("/v1/comparisons", Self.compared)
    #expect(comparison.status == 200, "\(comparison.text)")
    let frame = try service.post("/v1/frames", Self.still)
    #expect((frame.status, frame.code) == (429, "server_busy"), "\(frame.text)")
    #expect(try gauge(service, "compute_running") == 1)
    for worker in workers("snapshot") { kill(worker, SIGCONT) }
    #expect(try stalled.end().text == "200")
  }

  @Test(arguments: ["/v1/renders", "/v1/snapshots"])
  func `a look into a recording ends when its client leaves`(path: String) throws {
    let service = try RunningService(stage, ["--concurrent-jobs", "0"])
    let client = try stall(service, at: "probe", path, ServiceStage.render + ["avatar=mask"])
    client.send(SIGKILL)
    #expect(try eventually { try gauge(service, "recording_running") == 0 })
    #expect(workers("probe").isEmpty)
    // Not by its limit of time.
    let metrics = try service.send("/metrics").text
    let count = "avatar_overlay_problems_total{code="
    #expect(metrics.contains("\(count)\"interrupted\"} 1\n"), "\(metrics)")
    #expect(!metrics.contains("\(count)\"time_limit\"}"))
    #expect((try service.send("/v1/renders").json["renders"] as? [Any])?.isEmpty == true)
  }
}
