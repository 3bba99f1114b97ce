import Foundation
import TestSupport
import Testing

/// The audit log of a real service.
@Suite struct AuditServiceTests {
  private let stage: ServiceStage

  init() throws { stage = try ServiceStage() }

  /// The lines of the log.
  private func lines(_ folder: String = "data/audit") throws -> [[String: Any]] {
    try stage.folder.names(in: folder).filter { $0.hasSuffix(".jsonl") }.sorted().flatMap { name in
      try stage.folder.bytes("\(folder)/\(name)").split(separator: UInt8(ascii: "\n")).map {
        try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
      }
    }
  }

  private func text(_ line: [String: Any], _ names: String...) -> [String?] {
    names.map { line[$0] as? String }
  }

  private func verify(_ more: [String] = []) throws -> Program.Outcome {
    try Program.product.run(["audit", "verify", "--data", "data"] + more, in: stage.folder)
  }

  private func render(_ service: RunningService, _ key: [String] = []) throws -> String {
    let sent = try service.post("/v1/renders", ServiceStage.render + ["avatar=mask"], key)
    let id = try #require(sent.json["id"] as? String, "\(sent.text)")
    #expect(try service.waitForEnd(of: id, key).json["state"] as? String == "done")
    return id
  }

  @Test func `who submitted, read, linked and deleted stands in chained lines`() throws {
    let key = try stage.key("one", "renders")
    let keyID = String(try #require(key[1].firstMatch(of: /ao_([0-9a-z]{10})_/)).1)
    let service = try RunningService(stage)
    let id = try render(service, key)
    let state = try service.send("/v1/renders/\(id)", key)
    let link = try #require(state.json["outputUrl"] as? String)
    #expect(try service.send(link).status == 200)
    #expect(try service.send("/v1/renders/\(id)/poster", key).status == 200)
    // What reads nothing has no line.
    #expect(try service.send("/v1/renders/\(id)/poster", key + ["-I"]).status == 200)
    #expect(try service.send("/v1/renders/\(id)/poster").status == 401)
    #expect(try service.send("/v1/renders/\(id)/session", key).status == 404)
    #expect(try service.send("/v1/renders/\(id)", key + ["-X", "DELETE"]).status == 200)
    #expect(try service.send("/v1/renders/\(id)/output", key).status == 404)
    // As if a picture had been asked for between a line and its end.
    try service.end(SIGKILL)
    let found = try lines()
    #expect(found.allSatisfy { $0["job"] as? String == id && $0["tenant"] as? String == "one" })
    #expect(found.allSatisfy { $0["remote"] == nil })
    let acts = found.filter { $0["action"] as? String != "link" }
    #expect(
      acts.map { text($0, "action", "output", "key") } == [
        ["submit", nil, keyID], ["read", "output", nil], ["read", "poster", keyID],
        ["delete", nil, keyID],
      ])
    #expect(acts.allSatisfy { ($0["request"] as? String)?.isEmpty == false })
    // The link that was opened is one that was made, and neither line opens anything.
    let opened = try #require(acts[1]["link"] as? String)
    let made = found.filter { $0["action"] as? String == "link" }
    #expect(
      made.contains { line in
        (line["links"] as? [String: String])?["output"] == opened && line["key"] as? String == keyID
      })
    #expect(made.contains { $0["via"] as? String == "events" })
    let signature = try #require(URLComponents(string: link)?.queryItems?.last?.value)
    let all = try stage.folder.names(in: "data/audit").map {
      String(decoding: try stage.folder.bytes("data/audit/\($0)"), as: UTF8.self)
    }.joined()
    #expect(!all.contains(signature) && !all.contains(key[1].suffix(59)))
    #expect(!all.contains("127.0.0.1"))
    // A service that was killed goes on, and the log is one chain.
    let next = try RunningService(stage, ["--audit-addresses", "yes"])
    #expect(next.told.contains("audit log: ") && next.told.contains("line \(found.count)"))
    let other = try render(next, key)
    #expect(try next.send("/v1/renders/\(other)/output", key).status == 200)
    let running = try verify(["--json"])
    #expect(running.exitCode == 0, "\(running.error)")
    try next.end(SIGTERM)
    let last = try #require(try lines().last)
    #expect(text(last, "action", "job", "remote") == ["read", other, "127.0.0.1"])
    #expect(try verify().exitCode == 0)
    let name = try #require(try stage.folder.names(in: "data/audit").first { $0 != "head" })
    var bytes = try stage.folder.bytes("data/audit/\(name)")
    let place = try #require(bytes.firstRange(of: Array("\"poster\"".utf8)))
    bytes.replaceSubrange(place, with: Array("\"output\"".utf8))
    try stage.folder.write(bytes, to: "data/audit/\(name)")
    let changed = try verify()
    #expect(changed.exitCode == 1 && changed.errorLines.count == 1, "\(changed.error)")
    #expect(changed.error.contains("one of the two was changed"))
  }

  @Test(.enabled(if: getuid() == 0, "needs root, to mount a small disk"))
  func `a log that cannot be written closes what requires it, and nothing else`() throws {
    let disk = try stage.folder.folder("log")
    let mounted = try Program(named: "mount").run(["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk])
    // Containers may forbid it even to root.
    guard mounted.exitCode == 0 else { return }
    defer { _ = try? Program(named: "umount").run(["-l", disk]) }
    let folder = ["--audit-folder", disk]
    let before = try RunningService(stage, folder)
    let id = try render(before)
    try before.end(SIGTERM)
    let output = "/v1/renders/\(id)/output"
    // The line's page may have room: what is full is full when no page is left and this one is used up.
    func fill(_ service: RunningService) throws {
      _ = try Program(named: "sh").run(
        ["-c", "cat /dev/zero > '\(disk)/filler' 2>/dev/null"])
      for _ in 0..<40 { _ = try service.send("/v1/renders/\(id)") }
    }
    let closed = try RunningService(stage, folder + ["--audit", "required"])
    try fill(closed)
    for path in [output, "/v1/renders/\(id)", "/v1/renders"] {
      let answer = try closed.send(path)
      #expect(answer.status == 503 && answer.code == "storage_busy", "\(path): \(answer.text)")
      #expect(answer.headers["retry-after"] == "10")
    }
    let sent = try closed.post("/v1/renders", ServiceStage.render + ["avatar=mask"])
    #expect(sent.status == 503 && sent.code == "storage_busy", "\(sent.text)")
    #expect(try closed.send("/health/ready").status == 200)
    let told = try closed.end(SIGTERM).errorLines.filter { $0.contains("no space left") }
    #expect(told.count == 1, "\(told)")
    let open = try RunningService(stage, folder)
    #expect(try open.send(output).status == 200)
    #expect(try open.send("/v1/renders/\(id)", ["-X", "DELETE"]).status == 200)
    try open.end(SIGTERM)
    _ = try Program(named: "rm").run(["\(disk)/filler"])
    let verified = try Program.product.run(["audit", "verify", disk])
    #expect(verified.exitCode == 0, "\(verified.error)")
  }

  @Test func `a log that cannot be made keeps a service that requires it from its start`() throws {
    try stage.folder.write("a file", to: "log")
    let words = ["serve", "--port", "0", "--data", "data", "--avatars", "Avatars"]
    let refused = try Program.product.run(
      words + ["--audit", "required", "--audit-folder", "log"], in: stage.folder)
    #expect(refused.exitCode == 73 && refused.error.contains("audit log"), "\(refused.error)")
    let without = try RunningService(stage, ["--audit-folder", "log"])
    #expect(without.told.contains("cannot be written"))
    #expect(try without.send("/health").status == 200)
    try without.end(SIGTERM)
    let none = try RunningService(stage, ["--audit", "none"])
    #expect(none.told.contains("audit log: none"))
    _ = try render(none)
    try none.end(SIGTERM)
    #expect(try !stage.folder.names(in: "data").contains("audit"))
    #expect(try verify().exitCode == 66)
  }
}
