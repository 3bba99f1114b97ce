import Foundation
import TestSupport
import Testing

/// What the log and the metrics say of clients and their requests.
@Suite struct LogTests {
  private let stage: ServiceStage

  init() throws { stage = try ServiceStage() }

  /// The lines that are JSON objects, by what they tell of.
  private func lines(_ text: String, _ event: String) throws -> [[String: Any]] {
    try text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("{") }.compactMap { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["event"] as? String == event ? object : nil
    }
  }

  private func text(_ line: [String: Any], _ names: [String]) -> [String?] {
    names.map { line[$0] as? String }
  }

  @Test func `a request's line says whose it was, what it was about and what was wrong`() throws {
    let key = try stage.key("one", "renders,avatars:write,admin")
    let id = try #require(key[1].firstMatch(of: /ao_([0-9a-z]{10})_/)).1
    let service = try RunningService(stage, log: "json")
    try Program(named: "sh").succeed(
      ["-c", "cd Avatars/mask && zip -q ../../mine.zip *"], in: stage.folder)
    let put = ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@mine.zip"]
    #expect(try service.send("/v1/avatars/mine", key + put).status == 201)
    #expect(try service.send("/v1/avatars/none", key + put).status == 422)
    #expect(try service.send("/v1/avatars/msak", key).status == 404)
    #expect(try service.send("/v1/avatars/%22sak", key).status == 404)
    let unknown = String(repeating: "0", count: 10) + "_" + String(repeating: "0", count: 59)
    let refused = ["-H", "Authorization: Bearer ao_\(unknown)"]
    #expect(try service.send("/v1/avatars", refused).status == 401)
    #expect(try service.send("/v1/avatars", key + ["-X", "PATCH"]).status == 405)
    let job = try service.post("/v1/renders", ServiceStage.render + ["avatar=mine"], key)
    let render = try #require(job.json["id"] as? String, "\(job.text)")
    #expect(try service.waitForEnd(of: render, key).json["state"] as? String == "done")
    let output = try #require(
      try service.send("/v1/renders/\(render)", key).json["outputUrl"] as? String)
    #expect(try service.send(output).status == 200)
    let counted = try service.gauge("key_requests_total{key=\"\(id)\",tenant=\"one\"}", key)
    #expect((counted ?? 0) >= 7)
    let log = try service.end(SIGTERM).error
    let requests = try lines(log, "request")
    let names = ["operation", "key", "tenant", "name", "job", "code"]
    func line(_ operation: String, _ status: Int) throws -> [String?] {
      let found = requests.first {
        $0["operation"] as? String == operation && $0["status"] as? Int == status
      }
      return text(try #require(found, "\(operation) \(status): \(log)"), names)
    }
    let (own, mine) = (String(id), "one")
    #expect(try line("putAvatar", 201) == ["putAvatar", own, mine, "mine", nil, nil])
    #expect(try line("putAvatar", 422) == ["putAvatar", own, mine, "none", nil, "invalid_options"])
    #expect(
      try line("getAvatar", 404) == ["getAvatar", own, mine, "msak", nil, "avatar_not_found"])
    #expect(
      try line("listAvatars", 401) == ["listAvatars", nil, nil, nil, nil, "invalid_credentials"])
    #expect(try line("createRender", 202) == ["createRender", own, mine, nil, render, nil])
    #expect(try line("getRender", 200) == ["getRender", own, mine, nil, render, nil])
    // A client that opens a link has no key.
    #expect(try line("getRenderOutput", 200) == ["getRenderOutput", nil, mine, nil, render, nil])
    let other = requests.first { $0["status"] as? Int == 405 }
    #expect(other?["code"] as? String == "method_not_allowed" && other?["key"] == nil)
    // What cannot be a name is not taken for one.
    #expect(!requests.contains { ($0["name"] as? String)?.contains("\"") == true })
    // The secret of the key is in no line, nor what a link is signed with.
    #expect(!log.contains(key[1].suffix(59)) && !log.contains("signature"))
  }

  @Test func `a render's begin and end have lines, however it ends`() throws {
    let key = try stage.key("one", "renders")
    try stage.folder.write("no clip", to: "bad.mkv")
    let before = try RunningService(stage, ["--concurrent-jobs", "0"], log: "json")
    let ids = try (0..<3).map { _ in
      let answer = try before.post("/v1/renders", ServiceStage.render + ["avatar=mask"], key)
      return try #require(answer.json["id"] as? String, "\(answer.text)")
    }
    #expect(try before.send("/v1/renders/\(ids[2])", key + ["-X", "DELETE"]).status == 200)
    let early = try before.end(SIGTERM).error
    #expect(try lines(early, "render.rendering").isEmpty)
    let cancelled = try lines(early, "render.cancelled")
    #expect(cancelled.map { text($0, ["job", "tenant"]) } == [[ids[2], "one"]], "\(early)")
    // A recording that is none any more fails.
    try stage.folder.write(
      [UInt8](repeating: 0, count: try stage.folder.bytes("in.mkv").count),
      to: "data/jobs/\(ids[1])/recording/video")
    let after = try RunningService(stage, log: "json")
    #expect(try after.waitForEnd(of: ids[0], key).json["state"] as? String == "done")
    #expect(try after.waitForEnd(of: ids[1], key).json["state"] as? String == "failed")
    let log = try after.end(SIGTERM).error
    let begun = try lines(log, "render.rendering")
    #expect(begun.map { text($0, ["job", "tenant"]) } == [[ids[0], "one"], [ids[1], "one"]])
    #expect(begun.allSatisfy { $0["attempt"] as? Int == 1 })
    let done = try #require(try lines(log, "render.done").first)
    #expect(text(done, ["job", "tenant", "code"]) == [ids[0], "one", nil])
    #expect(done["frames"] as? Int == 6 && (done["seconds"] as? Double ?? 0) > 0, "\(done)")
    let failed = try #require(try lines(log, "render.failed").first)
    #expect(text(failed, ["job", "tenant", "code"]) == [ids[1], "one", "bad_recording"])
  }

  @Test func `every attempt to deliver has a line and is counted`() throws {
    let script = """
      import http.server, sys
      answers = [410, 204]
      class Handler(http.server.BaseHTTPRequestHandler):
          def do_POST(self):
              self.rfile.read(int(self.headers["Content-Length"]))
              self.send_response(answers.pop(0) if len(answers) > 1 else answers[0])
              self.end_headers()
          def log_message(self, *words):
              pass
      server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
      print("port", server.server_port, "ready", file=sys.stderr, flush=True)
      server.serve_forever()
      """
    let receiver = try Program.python.start(["-c", script], in: stage.folder)
    defer { receiver.send(SIGKILL) }
    try #require(receiver.waitForError(containing: "ready"))
    let port = receiver.errorText.split(separator: " ")[1]
    let origin = "http://127.0.0.1:\(port)"
    let key = try stage.key("one", "renders,admin")
    // No program listens there.
    let away = "http://127.0.0.1:1"
    let service = try RunningService(
      stage, ["--webhook-hosts", "\(origin) private,\(away) private"], log: "json")
    func outcomes() throws -> [Int?] {
      try ["pending", "delivered", "gone", "abandoned"].map {
        try service.gauge("webhook_attempts_total{outcome=\"\($0)\"}", key)
      }
    }
    #expect(try outcomes() == [0, 0, 0, 0])
    let ids = try [origin, origin, away].map { receiver in
      let options = "options={\"webhookUrl\": \"\(receiver)/hook/s3cret\"}"
      let job = try service.post(
        "/v1/renders", ServiceStage.render + ["avatar=mask", options], key)
      return try #require(job.json["id"] as? String, "\(job.text)")
    }
    // The first is refused for good; the one that is away is tried again, after seconds.
    let isTold = try eventually {
      let counts = try outcomes()
      return counts.dropFirst() == [1, 1, 0] && counts[0] ?? 0 > 0
    }
    let counts = try outcomes()
    #expect(isTold, "\(counts)")
    func deliveries(_ state: String) throws -> Int? {
      try service.gauge("webhook_deliveries{state=\"\(state)\"}", key)
    }
    #expect(try ["pending", "delivered", "gone"].map(deliveries) == [1, 1, 1])
    #expect(try service.gauge("webhook_attempt_duration_seconds_count", key) ?? 0 >= 3)
    let log = try service.end(SIGTERM).error
    let names = ["tenant", "type", "receiver"]
    var jobs: Set<String> = []
    for (state, status, receiver) in [
      ("pending", nil, away), ("delivered", 204, origin), ("gone", 410, origin),
    ] {
      let found = try lines(log, "webhook.\(state)")
      let line = try #require(found.first, "\(state): \(log)")
      #expect(state == "pending" || found.count == 1)
      #expect(text(line, names) == ["one", "render.done", receiver])
      #expect(line["status"] as? Int == status && line["attempt"] as? Int == 1)
      #expect((line["error"] as? String == nil) == (status != nil), "\(line)")
      #expect((line["delivery"] as? String)?.count == 32)
      jobs.insert(line["job"] as? String ?? "")
    }
    #expect(jobs == Set(ids))
    #expect(!log.contains("s3cret"))
  }

  @Test func `lines for people say the same, and none are none`() throws {
    let key = try stage.key("one", "renders")
    let id = try #require(key[1].firstMatch(of: /ao_([0-9a-z]{10})_/)).1
    for style in ["text", "none"] {
      let service = try RunningService(stage, log: style)
      #expect(
        try service.send("/v1/renders/\(String(repeating: "0", count: 32))", key).status == 404)
      let job = try service.post("/v1/renders", ServiceStage.render + ["avatar=mask"], key)
      let render = try #require(job.json["id"] as? String, "\(job.text)")
      _ = try service.waitForEnd(of: render, key)
      let lines = try service.end(SIGTERM).errorLines
      let isTold = style == "text"
      let request = lines.contains {
        $0.contains("POST /v1/renders 202") && $0.contains("key=\(id) tenant=one job=\(render)")
      }
      #expect(request == isTold, "\(lines)")
      #expect(lines.contains { $0.contains("code=job_not_found") } == isTold)
      #expect(
        lines.contains { $0.hasPrefix("render.rendering job=\(render) tenant=one") } == isTold)
      #expect(lines.contains { $0.hasPrefix("render.done job=\(render) tenant=one") } == isTold)
    }
  }
}
