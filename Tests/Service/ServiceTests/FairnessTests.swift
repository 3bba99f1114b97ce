import Foundation
import TestSupport
import Testing

/// A tenant that sends as much as it may keeps no other tenant's requests from their answers.
@Suite(.mostlyWaiting) struct FairnessTests {
  private let stage: ServiceStage
  private let (greedy, modest, admin): ([String], [String], [String])

  init() throws {
    stage = try ServiceStage()
    greedy = try stage.key("greedy", "frames,renders")
    modest = try stage.key("modest", "frames,renders")
    admin = try stage.key("operator", "admin")
  }

  private static let still = ServiceStage.frame + ["avatar=mask"]

  /// A service that knows the tenants by their keys.
  private func service(_ options: [String]) throws -> RunningService {
    let service = try RunningService(stage, options)
    for key in [greedy, modest] { #expect(try service.send("/v1/avatars", key).status == 200) }
    return service
  }

  private func gauge(_ service: RunningService, _ name: String) throws -> Int? {
    try service.gauge(name, admin)
  }

  /// Fills the one worker of a pool, and its waiting places, and sends another tenant's requests then.
  ///
  /// - Parameters:
  ///   - flood: what the greedy tenant sends, and the verb of its worker.
  ///   - asked: what the other tenant sends, as many times as half of the places.
  private func flood(
    _ service: RunningService, pool: String, places: Int,
    _ flood: (path: String, parts: [String], verb: String),
    _ asked: (path: String, parts: [String], status: String)
  ) throws {
    let stalled = try stage.stall(service, at: flood.verb, flood.path, flood.parts, greedy)
    var waiting: [RunningProgram] = []
    for number in 1...places {
      waiting.append(try stage.start(service, flood.path, flood.parts, greedy))
      #expect(try eventually { try gauge(service, "\(pool)_waiting") == number })
    }
    let refused = try service.post(flood.path, flood.parts, greedy)
    #expect((refused.status, refused.code) == (429, "server_busy"), "\(refused.text)")
    var others: [RunningProgram] = []
    for number in 1...places / 2 {
      others.append(try stage.start(service, asked.path, asked.parts, modest))
      #expect(
        try eventually {
          try gauge(service, "pushed_out_total{pool=\"\(pool)\"}") == number
        })
    }
    #expect(try gauge(service, "waiting_claimants{pool=\"\(pool)\"}") == 2)
    // Those that gave their places are answered at once, the newest of the greedy tenant's.
    for client in waiting.suffix(places / 2) { #expect(try client.end().text == "429") }
    for worker in stage.workers(flood.verb) { kill(worker, SIGCONT) }
    for client in others { #expect(try client.end().text == asked.status) }
    for client in [stalled] + waiting.prefix(places / 2) {
      #expect(try client.end().text == "200")
    }
  }

  @Test func `frames are answered while another tenant's snapshots take all places`() throws {
    let service = try service([
      "--compute-workers", "1", "--max-waiting", "4", "--snapshot-seconds", "3600",
    ])
    try flood(
      service, pool: "compute", places: 4, ("/v1/snapshots", Self.still, "snapshot"),
      ("/v1/frames", Self.still, "200"))
  }

  @Test func `a render is accepted while another tenant's sessions take all places`() throws {
    try stage.folder.write(SyntheticGame().text, to: "game.jsonl")
    let service = try service([
      "--recording-workers", "1", "--max-waiting-recordings", "2", "--snapshot-seconds", "3600",
      "--concurrent-jobs", "0",
    ])
    try flood(
      service, pool: "recording", places: 2,
      ("/v1/sessions", ["tracking=@game.jsonl"], "session run"),
      ("/v1/renders", ServiceStage.render + ["avatar=mask"], "202"))
  }

  @Test func `a client listens while another tenant's clients are the most that may`() throws {
    let service = try service(["--max-event-streams", "2", "--concurrent-jobs", "0"])
    func render(_ key: [String]) throws -> String {
      let job = try service.post("/v1/renders", ServiceStage.render + ["avatar=mask"], key)
      return "/v1/renders/\(try #require(job.json["id"] as? String, "\(job.text)"))/events"
    }
    func listen(_ path: String, _ key: [String]) throws -> RunningProgram {
      try Program(named: "curl").start(["-sSN", "\(service.url)\(path)"] + key, in: stage.folder)
    }
    let (path, other) = (try render(greedy), try render(modest))
    var clients: [RunningProgram] = []
    for number in 1...2 {
      clients.append(try listen(path, greedy))
      #expect(try eventually { try gauge(service, "event_streams") == number })
    }
    let refused = try service.send(path, greedy)
    #expect((refused.status, refused.code) == (429, "server_busy"))
    // A client that asks for the fields alone needs no place, and takes none.
    for (path, key) in [(path, greedy), (other, modest)] {
      let head = try Program(named: "curl").run(
        ["-sSI", "--max-time", "20", "\(service.url)\(path)"] + key, in: stage.folder)
      #expect(head.text.hasPrefix("HTTP/1.1 200 ") && head.text.contains("text/event-stream"))
    }
    #expect(try gauge(service, "event_streams") == 2)
    let listener = try listen(other, modest)
    // The newest of the other tenant's ends, and says why.
    let ended = try clients.removeLast().end().text
    #expect(ended.contains("event: state") && ended.hasSuffix("for the state\n\n"), "\(ended)")
    #expect(try gauge(service, "event_streams") == 2)
    // Both have their share.
    for (path, key) in [(path, greedy), (other, modest)] {
      #expect(try service.send(path, key).status == 429)
    }
    #expect(try service.end(SIGTERM).exitCode == 0)
    #expect(try listener.end().text.contains("event: state"))
    #expect(try clients[0].end().text.contains("event: state"))
  }

  @Test func `the bytes of a body take of the rate, whatever becomes of it`() throws {
    try stage.folder.write([UInt8](repeating: 120, count: 20_000_000), to: "bytes")
    let service = try service(["--rate-burst", "2", "--rate-per-minute", "1"])
    // The second token, and three more for the bytes.
    let refused = try service.post("/v1/frames", ["nothing=@bytes"], modest)
    #expect((refused.status, refused.code) == (422, "unknown_part"), "\(refused.text)")
    var seconds: [Int] = []
    #expect(
      try eventually {
        let next = try service.send("/v1/avatars", modest)
        seconds.append(next.status == 429 ? Int(next.headers["retry-after"] ?? "") ?? 0 : 0)
        // Of the two tokens alone one is back within a minute; what is refused takes none.
        return seconds.last.map { $0 > 60 } == true
      }, "\(seconds)")
    #expect(seconds.last.map { $0 <= 240 } == true, "\(seconds)")
  }

  @Test func `a request that costs more than a frame takes more of the rate`() throws {
    try SyntheticClip(width: 1280, height: 720, frames: 1).makeStill("large.png", in: stage.folder)
    try stage.folder.write(
      SyntheticTracking(width: 1280, height: 720, frames: 1).text, to: "large.jsonl")
    let service = try service(["--rate-burst", "8", "--rate-per-minute", "1"])
    // Seven more requests that cost a token, whatever time they take, then none.
    for _ in 0..<7 { #expect(try service.send("/v1/avatars", modest).status == 200) }
    let eighth = try service.send("/v1/avatars", modest)
    #expect((eighth.status, eighth.code) == (429, "rate_limited"))
    // One that is written as WebP costs about as much as all of them.
    let large = try service.post(
      "/v1/frames",
      [
        "picture=@large.png", "tracking=@large.jsonl", "avatar=mask",
        #"options={"format": "webp"}"#,
      ],
      greedy)
    #expect(large.status == 200, "\(large.text)")
    let next = try service.send("/v1/avatars", greedy)
    #expect((next.status, next.code) == (429, "rate_limited"))
    // A request costs a burst and a minute at the most; two tokens were taken before, and one is waited for.
    #expect((1...241).contains(Int(next.headers["retry-after"] ?? "") ?? 0))
  }
}
