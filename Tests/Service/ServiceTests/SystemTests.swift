import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

@Suite struct SystemTests {
  @Test func `a port of its own tells of health and figures, and of nothing else`() throws {
    let stage = try ServiceStage()
    let service = try RunningService(stage, ["--health-port", "0"])
    let url = try #require(service.healthURL)
    #expect(url != service.url)
    let probe = try Program.product.run(["health", "--url", url], in: stage.folder)
    #expect(probe.exitCode == 0)
    func status(_ path: String) throws -> String {
      try Program(named: "curl").run(
        ["-sS", "--max-time", "20", "-o", "out", "-w", "%{http_code}", url + path],
        in: stage.folder
      ).text
    }
    for path in ["/health", "/health/live", "/health/ready", "/metrics"] {
      #expect(try status(path) == "200", "\(path)")
    }
    for path in ["/", "/openapi.json", "/v1/avatars"] { #expect(try status(path) == "404") }
  }

  @Test func `health, metrics, documents and the meaning of codes are answered`() throws {
    let stage = try ServiceStage()
    let service = try RunningService(stage)
    let ready = try service.send("/health/ready")
    #expect((ready.status, ready.json["status"] as? String) == (200, "ok"), "\(ready.text)")
    #expect(try service.send("/health/live").json["status"] as? String == "ok")
    let probe = try Program.product.run(["health", "--url", service.url], in: stage.folder)
    #expect(probe.exitCode == 0, "\(probe.error)")
    #expect(try service.send("/openapi.json").json["openapi"] as? String == "3.1.0")
    let meaning = try service.send("/problems/queue_full")
    #expect(meaning.json["status"] as? Int == 429)
    _ = try service.post("/v1/frames", ServiceStage.frame + ["avatar=mask"])
    let metrics = try service.send("/metrics")
    #expect(metrics.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
    let line =
      "avatar_overlay_request_duration_seconds_count{route=\"/v1/frames\""
      + ",method=\"POST\",status=\"2xx\"} 1"
    #expect(metrics.text.contains(line), "\(metrics.text)")
    #expect(metrics.text.contains("avatar_overlay_faces_total 1"))
    // The stages of a frame take no longer than all of it, and most of its time.
    func sum(_ stage: String) -> Double? {
      let name = "avatar_overlay_stage_duration_seconds_sum{stage=\"\(stage)\"} "
      return metrics.text.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap {
        Double($0.dropFirst(name.count))
      }
    }
    let stages = ["decode", "track", "composite", "encode"].compactMap(sum)
    #expect(stages.count == 4 && stages.allSatisfy { $0 > 0 })
    let (parts, whole) = (stages.reduce(0, +), try #require(sum("frame")))
    #expect(parts <= whole && parts > whole / 2, "\(stages), \(whole)")
    try service.end(SIGTERM)
    let gone = try Program.product.run(["health", "--url", service.url], in: stage.folder)
    #expect(gone.exitCode == 1)
  }

  @Test(.mostlyWaiting) func `an answer that comes byte by byte is no answer in time`() throws {
    let folder = try ScratchFolder()
    let script =
      "import socket, sys, time\n"
      + "listener = socket.create_server(('127.0.0.1', 0))\n"
      + "print(listener.getsockname()[1], file=sys.stderr, flush=True)\n"
      + "client, _ = listener.accept()\n"
      + "for byte in b'HTTP/1.0 200 OK\\r\\n\\r\\n{}' + b' ' * 600:\n"
      + "  client.sendall(bytes([byte]))\n  time.sleep(0.3)\n"
    let server = try Program.python.start(["-c", script], in: folder)
    try #require(server.waitForError(containing: "\n"))
    let port = server.errorText.trimmingCharacters(in: .whitespacesAndNewlines)
    let probe = try Program.product.run(
      ["health", "--url", "http://127.0.0.1:\(port)", "--seconds", "0.5"], in: folder)
    #expect(probe.exitCode == 1 && probe.errorLines.count == 1, "\(probe.error)")
    #expect(probe.error.contains(":\(port): "), "\(probe.error)")
    server.send(SIGKILL)
    _ = try server.end()
  }

  @Test func `a snapshot of a clip is what the verb makes, a comparison finds it the same`() throws
  {
    let stage = try ServiceStage()
    let service = try RunningService(stage)
    let answer = try service.post(
      "/v1/snapshots",
      ServiceStage.render + [
        "avatar=mask", "options={\"frame\": 2, \"format\": \"png\"};type=application/json",
      ])
    #expect(answer.status == 200, "\(answer.text)")
    try stage.folder.write(answer.body, to: "shot.png")
    try Program.product.succeed(
      ["snapshot", "in.mkv", "--avatar", "mask", "--frame", "2", "-o", "verb.png"],
      in: stage.folder)
    #expect(try stage.folder.bytes("verb.png") == [UInt8](answer.body))
    let same = try service.post("/v1/comparisons", ["a=@shot.png", "b=@verb.png"])
    #expect(same.json["verdict"] as? String == "passed", "\(same.text)")
    let small = try service.post(
      "/v1/snapshots",
      ServiceStage.render + [
        "options={\"avatar\": \"mask\", \"frame\": 2, \"maxSize\": 48, \"format\": \"png\"}"
      ])
    try stage.folder.write(small.body, to: "small.png")
    let other = try service.post("/v1/comparisons", ["a=@shot.png", "b=@small.png"])
    #expect(other.json["verdict"] as? String == "mismatch", "\(other.text)")
    let still = try service.post(
      "/v1/snapshots",
      ["picture=@in.png", "tracking=@one.jsonl", "avatar=mask"], ["-H", "Accept: application/json"])
    #expect(still.status == 200, "\(still.text)")
    #expect(still.json["faces"] as? Int == 1)
    #expect(still.json["notes"] as? [String] == [])
  }

  @Test func `a snapshot comes with the notes on it, without the server's paths`() throws {
    let stage = try ServiceStage()
    try stage.link(["Cards"])
    let service = try RunningService(stage)
    let title = String(repeating: "Unabridged ", count: 18)
    let answer = try service.post(
      "/v1/snapshots",
      [
        "picture=@in.png", "tracking=@one.jsonl", "avatar=mask",
        "options={\"card\": {\"name\": \"plain\", \"title\": \"\(title)\"}}",
      ], ["-H", "Accept: application/json"])
    #expect(answer.status == 200, "\(answer.text.prefix(400))")
    let notes = try #require(answer.json["notes"] as? [String])
    #expect(notes.contains { $0.contains("title") }, "\(notes)")
    #expect(!notes.contains { $0.contains("/") && $0.contains("Cards") }, "\(notes)")
  }

  @Test func `a comparison is explained for as long as it may take, with as many layers`() throws {
    let stage = try ServiceStage()
    let service = try RunningService(stage, ["--comparison-seconds", "0", "--max-layers", "1"])
    let composited = try service.post("/v1/frames", ServiceStage.frame + ["avatar=mask"])
    try stage.folder.write(composited.body, to: "mask.png")
    let failed = try service.post("/v1/comparisons", ["a=@in.png", "b=@mask.png"])
    #expect(failed.json["verdict"] as? String == "failed", "\(failed.text)")
    #expect(failed.text.contains("the explanation was stopped"), "\(failed.text)")
    let corners = "[[10, 10], [50, 10], [50, 40], [10, 40]]"
    func compare(layers: Int) throws -> RunningService.Answer {
      let entries = (0..<layers).map {
        "{\"face\": 1, \"layer\": \"\($0)\", \"mode\": \"matrix\", \"corners\": \(corners),"
          + " \"opacity\": 1}"
      }
      try stage.folder.write(
        "{\"frame\": 0, \"timestampMs\": 0, \"width\": \(ServiceStage.width), \"height\":"
          + " \(ServiceStage.height), \"placements\": [\(entries.joined(separator: ","))]}\n",
        to: "placements.jsonl")
      return try service.post(
        "/v1/comparisons", ["a=@in.png", "b=@mask.png", "placementsA=@placements.jsonl"])
    }
    let one = try compare(layers: 1)
    #expect((one.status, one.json["verdict"] as? String) == (200, "failed"), "\(one.text)")
    let two = try compare(layers: 2)
    #expect((two.status, two.code) == (422, "too_many_layers"), "\(two.text)")
  }

  @Test func `avatars are listed, shown and described`() throws {
    let service = try RunningService(try ServiceStage())
    let list = try service.send("/v1/avatars")
    #expect((list.json["avatars"] as? [[String: Any]])?.map { $0["id"] as? String } == ["mask"])
    let preview = try service.send("/v1/avatars/mask/preview.png")
    #expect(try PNG.size(of: [UInt8](preview.body), limits: .still).width > 300)
    #expect(try service.send("/v1/avatars/mask/avatar.json").json["layers"] != nil)
    let near = try service.send("/v1/avatars/msak")
    #expect(near.code == "avatar_not_found")
    #expect(near.text.contains("did you mean \\\"mask\\\"?"), "\(near.text)")
  }

  @Test func `a service whose program was replaced by an update goes on`() throws {
    let stage = try ServiceStage()
    let (tool, fresh) = (stage.folder.path("tool"), stage.folder.path("fresh"))
    for copy in [tool, fresh] {
      try FileManager.default.copyItem(atPath: Program.product.path, toPath: copy)
    }
    let service = try RunningService(stage, tool: Program(path: tool))
    // As package managers do: the new file gets the old one's name.
    #expect(rename(fresh, tool) == 0)
    let answer = try service.post("/v1/snapshots", ServiceStage.frame + ["avatar=mask"])
    #expect(answer.status == 200, "\(answer.text)")
  }
}
