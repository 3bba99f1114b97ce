import Foundation
import TestSupport
import Testing

/// Persons that are erased from a service, by a request and by the verb.
@Suite struct EraseServiceTests {
  private static let subject = "child-4711"
  private let stage: ServiceStage

  init() throws { stage = try ServiceStage() }

  private func submit(
    _ service: RunningService, _ key: [String], _ subject: String? = subject
  ) throws -> String {
    let named = subject.map { ", \"subject\": \"\($0)\"" } ?? ""
    let answer = try service.post(
      "/v1/renders",
      ServiceStage.render + ["options={\"avatar\": \"mask\"\(named)};type=application/json"], key)
    return try #require(answer.json["id"] as? String, "\(answer.text)")
  }

  private func erase(
    _ service: RunningService, _ key: [String], _ subject: String = subject
  ) throws -> RunningService.Answer {
    try service.send("/v1/subjects/\(subject)", key + ["-X", "DELETE"])
  }

  private func verify(_ more: [String] = [], subject: String = subject) throws -> Program.Outcome {
    try Program.product.run(
      ["erase", "--verify", "--subject", subject, "--data", "data"] + more, in: stage.folder)
  }

  /// The files below a folder, by Foundation alone.
  private func files(_ folder: String = "data") throws -> [String: Data] {
    let root = stage.folder.path(folder)
    var found: [String: Data] = [:]
    for case let name as String in try #require(FileManager.default.enumerator(atPath: root)) {
      let path = "\(root)/\(name)"
      let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      if type == .typeRegular { found[name] = try Data(contentsOf: URL(filePath: path)) }
    }
    return found
  }

  /// The files of the data folder that have the subject, or the bytes of the recording or of an output.
  private func traces(_ outputs: [Data]) throws -> [String] {
    let contents = try ["in.mkv", "in.jsonl"].map { Data(try stage.folder.bytes($0)) } + outputs
    return try files().filter { file in
      file.value.range(of: Data(Self.subject.utf8)) != nil || contents.contains(file.value)
    }.keys.sorted()
  }

  @Test func `a person is erased in every state, and no other tenant's`() throws {
    let (one, other) = (try stage.key("one", "renders"), try stage.key("other", "renders"))
    let first = try RunningService(stage)
    let done = try submit(first, one)
    let ended = try first.waitForEnd(of: done, one).json
    #expect(ended["state"] as? String == "done")
    let links = try ["outputUrl", "posterUrl", "placementsUrl"].map { name in
      try #require((ended[name] as? String).flatMap(URLComponents.init(string:)))
    }
    func path(_ link: URLComponents) -> String { "\(link.path)?\(link.percentEncodedQuery ?? "")" }
    let outputs = try links.map { try first.send(path($0)).body }
    // The sidecar says whom it shows, as the command line's does.
    let line = String(decoding: outputs[2], as: UTF8.self).split(separator: "\n").first ?? ""
    #expect(line.hasSuffix(", \"recording\": {\"subject\": \"\(Self.subject)\"}}"), "\(line)")
    let lines = outputs[2].split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 6)
    for line in lines { #expect(try JSONSerialization.jsonObject(with: line) is [String: Any]) }
    let unnamed = try submit(first, one, nil)
    #expect(try first.waitForEnd(of: unnamed, one).json["state"] as? String == "done")
    try first.end(SIGTERM)
    let idle = try RunningService(stage, ["--concurrent-jobs", "0"])
    let waiting = try submit(idle, one)
    #expect(try idle.send("/v1/renders/\(unnamed)", one + ["-X", "DELETE"]).status == 200)
    #expect(try !traces(outputs).isEmpty)
    let answer = try erase(idle, one)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.json["renders"] as? Int == 2)
    // Two recordings with their tracking, and three outputs.
    #expect(answer.json["files"] as? Int == 7)
    let sent = try ["in.mkv", "in.jsonl"].map { try stage.folder.bytes($0).count }.reduce(0, +)
    #expect(answer.json["bytes"] as? Int == 2 * sent + outputs.map(\.count).reduce(0, +))
    #expect((answer.json["backups"] as? String)?.contains("erase --backup") == true)
    #expect(try traces(outputs) == [])
    for id in [done, waiting] {
      #expect(try idle.send("/v1/renders/\(id)", one).status == 404)
    }
    for link in links { #expect(try idle.send(path(link)).status == 404) }
    let again = try erase(idle, one)
    #expect(again.status == 200 && again.json["renders"] as? Int == 0)
    // The same name at another tenant is another person.
    let others = try submit(idle, other)
    #expect(try erase(idle, one).json["renders"] as? Int == 0)
    #expect(try idle.send("/v1/renders/\(others)", other).json["state"] as? String == "queued")
    let log = try files("data/audit").filter { $0.key != "head" }.values
      .map { String(decoding: $0, as: UTF8.self) }.joined()
    let acts = log.split(separator: "\n").filter { $0.contains("\"action\": \"erase\"") }
    #expect(acts.count == 3 && acts.first?.contains("\"renders\": 2, \"files\": 7") == true)
    #expect(!log.contains(Self.subject))
    try idle.end(SIGTERM)
    let own = try verify(["--tenant", "one", "--json"])
    // The other tenant was sent the same recording.
    let json = try JSONSerialization.jsonObject(with: own.output) as? [String: Any]
    let notes = (json?["notes"] as? [String] ?? []).filter { $0.contains(others) }
    #expect(own.exitCode == 0 && json?["findings"] as? [[String: String]] == [], "\(own.text)")
    #expect(notes.count == 1 && notes.first?.hasSuffix("files that were erased: 2") == true)
    let all = try verify()
    #expect(all.exitCode == 1 && all.error.contains("a render has the subject (\(others))"))
    // The verb erases those of all tenants.
    let erased = try Program.product.run(
      ["erase", "--subject", Self.subject, "--data", "data", "--json"], in: stage.folder)
    let report = try JSONSerialization.jsonObject(with: erased.output) as? [String: Any]
    #expect(erased.exitCode == 0 && report?["renders"] as? Int == 1, "\(erased.error)")
    #expect(try traces(outputs) == [])
    let clean = try verify()
    #expect(clean.exitCode == 0, "\(clean.error)")
  }

  @Test func `a render that runs is erased too`() throws {
    let (width, height) = (ServiceStage.width, ServiceStage.height)
    try SyntheticClip(width: width, height: height, frames: 900).make("in.mkv", in: stage.folder)
    try stage.folder.write(
      SyntheticTracking(width: width, height: height, frames: 900).text, to: "in.jsonl")
    let service = try RunningService(stage)
    let id = try submit(service, [])
    #expect(
      try eventually {
        try service.send("/v1/renders/\(id)").json["state"] as? String != "queued"
      })
    let answer = try erase(service, [])
    #expect(answer.status == 200 && answer.json["renders"] as? Int == 1, "\(answer.text)")
    #expect(try traces([]) == [])
    #expect(try stage.folder.names(in: "data/jobs") == [])
    #expect(try stage.folder.names(in: "data/attempts") == [])
    #expect(try verify().exitCode == 0)
    try service.end(SIGTERM)
  }

  @Test func `what a killed service did not come to is erased at the next start`() throws {
    let before = try RunningService(stage, ["--concurrent-jobs", "0"])
    let (id, kept) = (try submit(before, []), try submit(before, [], nil))
    try before.end(SIGKILL)
    // As a kill leaves it: begun, and nothing is gone.
    try Program.python.succeed(
      [
        "-c",
        """
        import sqlite3, sys
        c = sqlite3.connect(sys.argv[1])
        c.execute("INSERT INTO erasure (id, tenant, subject) VALUES (7, 'local', ?)", [sys.argv[2]])
        c.execute("INSERT INTO erasure_job SELECT 7, id FROM job WHERE subject = ?", [sys.argv[2]])
        c.commit()
        """, stage.folder.path("data/service.sqlite"), Self.subject,
      ], in: stage.folder)
    let unfinished = try verify()
    #expect(unfinished.exitCode == 1 && unfinished.error.contains("did not come to its end"))
    let next = try RunningService(stage, ["--concurrent-jobs", "0"])
    #expect(try next.send("/v1/renders/\(id)").status == 404)
    #expect(try next.send("/v1/renders/\(kept)").status == 200)
    #expect(next.told.contains("an erasure that was interrupted is complete: renders: 1"))
    let log = try files("data/audit").values.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(log.contains("\"via\": \"erasure\", \"renders\": 1, "), "\(log)")
    #expect(try stage.folder.names(in: "data/jobs") == [kept])
    let holders = try files().filter { $0.value.range(of: Data(Self.subject.utf8)) != nil }
    #expect(holders.isEmpty, "\(holders.keys)")
    try next.end(SIGTERM)
  }

  @Test func `what was set aside is erased, and copies elsewhere are found`() throws {
    let service = try RunningService(stage)
    let id = try submit(service, [])
    #expect(try service.waitForEnd(of: id).json["state"] as? String == "done")
    let output = try service.send("/v1/renders/\(id)/output").body
    try service.end(SIGTERM)
    try Program.product.succeed(
      ["backup", "--data", "data", "-o", "copy", "--progress", "none"], in: stage.folder)
    // A database of another day, which does not list it.
    try Program.python.succeed(
      [
        "-c",
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('DELETE FROM job'); c.commit()",
        stage.folder.path("data/service.sqlite"),
      ], in: stage.folder)
    try RunningService(stage).end(SIGTERM)
    #expect(try files().keys.contains { $0.hasPrefix("set-aside/") && $0.hasSuffix("/video") })
    let running = try RunningService(stage)
    let words = ["erase", "--subject", Self.subject, "--data", "data", "--backup", "copy"]
    let refused = try Program.product.run(words, in: stage.folder)
    #expect(refused.exitCode == 73 && refused.errorLines.count == 1, "\(refused.error)")
    #expect(refused.error.contains("stop it") && refused.error.contains("DELETE /v1/subjects/ID"))
    try running.end(SIGTERM)
    let tree = try files("copy")
    let erased = try Program.product.run(words + ["--json"], in: stage.folder)
    #expect(erased.exitCode == 0, "\(erased.error)")
    #expect(try traces([output]) == [])
    let report = try #require(
      try JSONSerialization.jsonObject(with: erased.output) as? [String: Any])
    #expect(report["renders"] as? Int == 1 && report["files"] as? Int == 5)
    let backup = try #require((report["backups"] as? [[String: Any]])?.first)
    let held = try #require((backup["renders"] as? [[String: Any]])?.first)
    #expect(held["id"] as? String == id && held["tenant"] as? String == "local")
    #expect(held["bytes"] as? Int ?? 0 > output.count && held["endsAt"] == nil)
    #expect(erased.error.contains("no end is set: delete the backup"), "\(erased.error)")
    // It was only read.
    #expect(try files("copy") == tree)
    #expect(try verify().exitCode == 0)
    let inBackup = try verify(["--backup", "copy"])
    #expect(inBackup.exitCode == 1)
    for text in [
      "copy: a render has the subject (\(id))", "output.mp4: a copy of a file that was erased",
    ] {
      #expect(inBackup.error.contains(text), "\(inBackup.error)")
    }
    // A copy of an output that the operator made, and one of the recording with another byte at its end.
    try stage.folder.write(output, to: "data/previews/holiday.mp4")
    try stage.folder.write(try stage.folder.bytes("in.mkv") + [0], to: "data/previews/other")
    let planted = try verify(["--json"])
    let json = try JSONSerialization.jsonObject(with: planted.output) as? [String: Any]
    let found = json?["findings"] as? [[String: String]] ?? []
    #expect(planted.exitCode == 1 && found.count == 1, "\(planted.text)")
    #expect(found.first?["found"] == "file")
    #expect(found.first?["place"]?.hasSuffix("previews/holiday.mp4") == true)
    // What is named after the person, and what only holds its name.
    try stage.folder.write("{}", to: "data/previews/\(Self.subject).json")
    try stage.folder.write("of \(Self.subject).", to: "data/previews/note")
    let named = try verify()
    #expect(named.error.contains("(in its name)") && named.error.contains("(in its bytes)"))
  }

  @Test func `a subject that is a part of another one is not found in it`() throws {
    try RunningService(stage).end(SIGTERM)
    let piece = 1 << 20
    let others =
      ["1", "-b", "_", "é"].map { Self.subject + $0 } + ["a", "-"].map { $0 + Self.subject }
    try stage.folder.write(others.joined(separator: " "), to: "data/previews/\(Self.subject)4.json")
    // Around the end of what is read at once, beside a letter.
    for shift in -12...2 {
      let before = String(repeating: ".", count: piece + shift - 1)
      try stage.folder.write("\(before)a\(Self.subject).", to: "data/previews/x\(shift)")
      try stage.folder.write("\(before).\(Self.subject)a", to: "data/previews/y\(shift)")
    }
    let none = try verify()
    #expect(none.exitCode == 0, "\(none.error)")
    for shift in -12...2 {
      let before = String(repeating: ".", count: piece + shift)
      try stage.folder.write("\(before)\(Self.subject)", to: "data/previews/x\(shift)")
      try stage.folder.write("\(before)\(Self.subject).", to: "data/previews/y\(shift)")
    }
    let all = try verify()
    #expect(all.errorLines.count { $0.contains("(in its bytes)") } == 30, "\(all.error)")
  }

  @Test func `a subject is any text, and one of few bytes is looked for in quotes`() throws {
    let names = [("Zoë & \\\"Söhne\\\"", "Zo%C3%AB%20%26%20%22S%C3%B6hne%22"), ("4", "4")]
    let service = try RunningService(stage, ["--concurrent-jobs", "0"])
    let ids = try names.map { try submit(service, [], $0.0) }
    for (id, (_, path)) in zip(ids, names) {
      #expect(try erase(service, [], path).json["renders"] as? Int == 1, "\(path)")
      #expect(try service.send("/v1/renders/\(id)").status == 404)
    }
    let long = String(repeating: "x", count: 200)
    #expect(try erase(service, [], long).status == 200)
    let blank = try erase(service, [], "child-4%20")
    #expect(blank.status == 422 && blank.json["code"] as? String == "invalid_options")
    let longer = try erase(service, [], long + "x")
    #expect(longer.status == 422 && longer.json["code"] as? String == "over_limit")
    try service.end(SIGTERM)
    let short = try verify(subject: "4")
    #expect(short.exitCode == 0 && short.error.contains("in quotes alone"), "\(short.error)")
    #expect(try verify(subject: "Zoë & \"Söhne\"").exitCode == 0)
    #expect(try verify(subject: "child-4 ").exitCode == 64)
    let missing = try Program.product.run(
      ["erase", "--subject", "x", "--data", "nowhere"], in: stage.folder)
    #expect(missing.exitCode == 66 && missing.errorLines.count == 1, "\(missing.error)")
    let elsewhere = try verify(["--files", "s3://bucket"])
    #expect(elsewhere.exitCode == 65 && elsewhere.error.contains("leave it out"))
  }

  @Test func `a key may have all its renders purge their inputs`() throws {
    let made = try Program.product.succeed(
      [
        "keys", "create", "--data", "data", "--tenant", "one", "--scopes", "renders",
        "--purge-inputs",
      ], in: stage.folder)
    let text = String(decoding: made, as: UTF8.self).trimmingCharacters(in: .newlines)
    let (purging, other) = (
      ["-H", "Authorization: Bearer \(text)"], try stage.key("one", "renders")
    )
    let service = try RunningService(stage)
    let ids = try [purging, other].map { try submit(service, $0) }
    for id in ids {
      #expect(try service.waitForEnd(of: id, other).json["state"] as? String == "done")
    }
    #expect(
      try eventually {
        try service.send("/v1/renders/\(ids[0])", other).json["inputsPurgedAt"] is String
      })
    #expect(try stage.folder.names(in: "data/jobs/\(ids[0])") == ["1", "owner", "request.json"])
    #expect(try service.send("/v1/renders/\(ids[1])", other).json["inputsPurgedAt"] == nil)
    #expect(try stage.folder.names(in: "data/jobs/\(ids[1])").contains("recording"))
    // A request cannot take it back.
    let options = "options={\"avatar\": \"mask\", \"purgeInputs\": false};type=application/json"
    let answer = try service.post("/v1/renders", ServiceStage.render + [options], purging)
    #expect(answer.json["inputsPurgedAt"] is NSNull, "\(answer.text)")
    try service.end(SIGTERM)
    let list = try Program.product.run(
      ["keys", "list", "--data", "data", "--json"], in: stage.folder)
    let keys = try JSONSerialization.jsonObject(with: list.output) as? [[String: Any]] ?? []
    #expect(keys.map { $0["purgesInputs"] as? Bool } == [true, false])
  }
}
