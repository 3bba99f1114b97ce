import Foundation
import TestSupport
import Testing

/// What becomes of a data folder whose database is missing, new, or older or younger than its files.
@Suite(.mostlyWaiting) struct DataFolderTests {
  /// A data folder with a render that is done, one that waits, and an avatar, as a service leaves it.
  private struct Kept {
    let stage: ServiceStage
    let done: String
    let waiting: String

    init() throws {
      stage = try ServiceStage()
      let first = try RunningService(stage)
      let wanted = ServiceStage.render + ["avatar=mask"]
      done = try #require(try first.post("/v1/renders", wanted).json["id"] as? String)
      #expect(try first.waitForEnd(of: done).json["state"] as? String == "done")
      try Program(named: "sh").succeed(
        ["-c", "cd Avatars/mask && zip -q ../../mine.zip *"], in: stage.folder)
      let put = ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@mine.zip"]
      #expect(try first.send("/v1/avatars/mine", put).status == 201)
      try first.end(SIGTERM)
      let second = try RunningService(stage, ["--concurrent-jobs", "0"])
      waiting = try #require(try second.post("/v1/renders", wanted).json["id"] as? String)
      try second.end(SIGTERM)
    }

    /// Every file in the data folder that is no cache and no log, with its bytes.
    func files(_ folder: String = "data") throws -> [String: Data] {
      let root = stage.folder.path(folder)
      var files: [String: Data] = [:]
      for case let name as String in try #require(FileManager.default.enumerator(atPath: root)) {
        let path = "\(root)/\(name)"
        guard !name.hasPrefix("spool"), !name.hasPrefix("audit"), !name.hasSuffix(".lock"),
          !name.contains("service.sqlite"),
          (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
            == .typeRegular
        else { continue }
        files[name] = FileManager.default.contents(atPath: path)
      }
      return files
    }

    /// What serving the folder ends with, where it does not begin.
    func refusal(_ options: [String] = []) throws -> Program.Outcome {
      try Program.product.run(
        ["serve", "--port", "0", "--data", "data", "--avatars", "Avatars"] + options,
        in: stage.folder)
    }

    func move(_ name: String, to other: String) throws {
      try FileManager.default.moveItem(
        atPath: stage.folder.path(name), toPath: stage.folder.path(other))
    }
  }

  private func check(_ name: String, of service: RunningService) throws -> String {
    let answer = try service.send("/health/ready")
    #expect(answer.status == 200, "\(answer.text)")
    let checks = try #require(answer.json["checks"] as? [String: [String: String]])
    return try #require(checks[name]?["detail"])
  }

  @Test(arguments: ["missing", "empty", "bare"])
  func `files without a database are refused, and set aside where a new one is asked for`(
    kind: String
  ) throws {
    let kept = try Kept()
    let before = try kept.files()
    #expect(before.count > 5)
    // The log beside it holds what was written last.
    for ending in ["", "-wal", "-shm"] {
      try? kept.move("data/service.sqlite\(ending)", to: "old.sqlite\(ending)")
    }
    if kind == "empty" { try kept.stage.folder.write("", to: "data/service.sqlite") }
    if kind == "bare" {
      // A database file without a table, as a tool leaves it that only looked.
      try Program(named: "python3").succeed(
        [
          "-c",
          "import sqlite3; c = sqlite3.connect('data/service.sqlite'); c.execute('VACUUM'); c.close()",
        ], in: kept.stage.folder)
    }
    let refused = try kept.refusal()
    #expect(refused.exitCode == 65)
    #expect(refused.error.contains("2 in jobs, 1 in avatars"), "\(refused.error)")
    #expect(refused.error.contains("--new-database"))
    #expect(try kept.files() == before)
    // Keys would make a database too.
    let keys = try Program.product.run(
      ["keys", "create", "--data", "data", "--tenant", "t", "--scopes", "frames"],
      in: kept.stage.folder)
    #expect(keys.exitCode == 65 && keys.error.contains("--new-database"), "\(keys.error)")

    let service = try RunningService(kept.stage, ["--new-database"])
    #expect(try service.send("/v1/renders/\(kept.done)").status == 404)
    let told = try check("setAside", of: service)
    let folder = try #require(told.firstMatch(of: /set-aside\/(\d{4}-\d\d-\d\dT\d{6}Z)/))
    #expect(told.contains("2 of jobs") && told.contains("1 of avatars"), "\(told)")
    let outcome = try service.end(SIGTERM)
    #expect(outcome.error.contains("set-aside/\(folder.1)"), "\(outcome.error)")
    let after = try kept.files("data/set-aside/\(folder.1)")
    #expect(after == before)

    // All of it can be brought back.
    for name in ["jobs", "avatars"] {
      try FileManager.default.removeItem(atPath: kept.stage.folder.path("data/\(name)"))
      try kept.move("data/set-aside/\(folder.1)/\(name)", to: "data/\(name)")
    }
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(
        atPath: kept.stage.folder.path("data/service.sqlite\(ending)"))
    }
    for ending in ["", "-wal", "-shm"] {
      try? kept.move("old.sqlite\(ending)", to: "data/service.sqlite\(ending)")
    }
    let again = try RunningService(kept.stage)
    #expect(try again.send("/v1/renders/\(kept.done)/output").status == 200)
    #expect(try again.send("/v1/avatars/mine").status == 200)
    #expect(try again.waitForEnd(of: kept.waiting).json["state"] as? String == "done")
    try again.end(SIGTERM)
  }

  @Test func `a database that is there is kept, whatever is asked`() throws {
    let kept = try Kept()
    let service = try RunningService(kept.stage, ["--new-database"])
    #expect(try service.send("/v1/renders/\(kept.done)/output").status == 200)
    #expect(try check("setAside", of: service) == "nothing")
    #expect(try service.end(SIGTERM).error.contains("--new-database"))
  }

  @Test func `files of an older database are set aside, and stay there through starts and kills`()
    throws
  {
    let kept = try Kept()
    // As where the backup of the database is older than that of the jobs.
    try kept.stage.folder.write("tenant", to: "data/jobs/later/owner")
    try kept.stage.folder.write("precious", to: "data/jobs/later/output.mp4")
    try kept.stage.folder.write("x", to: "data/jobs/nameless/output.mp4")
    for signal in [SIGKILL, SIGTERM, SIGKILL] {
      let service = try RunningService(
        kept.stage, ["--concurrent-jobs", "0", "--retention-seconds", "0"])
      #expect(try check("setAside", of: service).contains("2 of jobs"))
      try service.end(signal)
    }
    let found = try kept.files("data/set-aside")
    #expect(found.count == 3)
    #expect(
      found.contains {
        $0.key.hasSuffix("/jobs/later/output.mp4") && $0.value == Data("precious".utf8)
      })
    #expect(try kept.stage.folder.names(in: "data/jobs").count <= 2)
  }

  @Test func `a database that is restored before its jobs waits for them`() throws {
    let kept = try Kept()
    try kept.move("data/jobs", to: "jobs.backup")
    let early = try RunningService(kept.stage)
    #expect(try check("queue", of: early).contains("1 of them for missing files"))
    #expect(try early.send("/v1/renders/\(kept.waiting)").json["state"] as? String == "queued")
    #expect(try early.send("/v1/renders/\(kept.done)/output").status == 404)
    // New ones do not wait behind it.
    let other = try early.post("/v1/renders", ServiceStage.render + ["avatar=mask"])
    let id = try #require(other.json["id"] as? String)
    #expect(try early.waitForEnd(of: id).json["state"] as? String == "done")
    let outcome = try early.end(SIGTERM)
    #expect(outcome.error.contains("the files of 2 jobs are missing"), "\(outcome.error)")
    for job in [kept.done, kept.waiting] {
      try kept.move("jobs.backup/\(job)", to: "data/jobs/\(job)")
    }
    let late = try RunningService(kept.stage)
    #expect(try late.send("/v1/renders/\(kept.done)/output").status == 200)
    #expect(try late.waitForEnd(of: kept.waiting).json["state"] as? String == "done")
    #expect(try check("setAside", of: late) == "nothing")
    try late.end(SIGTERM)
  }

  @Test func `a recording that is not restored whole is not begun`() throws {
    let kept = try Kept()
    let video = "data/jobs/\(kept.waiting)/recording/video"
    let bytes = try kept.stage.folder.bytes(video)
    try kept.stage.folder.write(bytes.prefix(bytes.count / 2), to: video)
    let early = try RunningService(kept.stage)
    #expect(try check("queue", of: early).contains("1 of them for missing files"))
    try early.end(SIGTERM)
    try kept.stage.folder.write(bytes, to: video)
    let late = try RunningService(kept.stage)
    #expect(try late.waitForEnd(of: kept.waiting).json["state"] as? String == "done")
    try late.end(SIGTERM)
  }

  @Test func `an avatar whose name was not restored is set aside`() throws {
    let kept = try Kept()
    let avatars = kept.stage.folder.path("data/avatars")
    let tenant = try #require(try FileManager.default.contentsOfDirectory(atPath: avatars).first)
    // Copies without links leave nothing of a name.
    try FileManager.default.removeItem(atPath: "\(avatars)/\(tenant)/mine")
    let service = try RunningService(kept.stage)
    #expect(try check("setAside", of: service).contains("1 of avatars"))
    try service.end(SIGTERM)
    let found = try kept.files("data/set-aside")
    let mine = Data(try kept.stage.folder.bytes("mine.zip"))
    #expect(Array(found.values) == [mine])
  }

  @Test func `a data folder of a version without leases is served whole`() throws {
    let kept = try Kept()
    let job = "data/jobs/\(kept.done)"
    let files = ["output.mp4", "placements.jsonl", "poster.jpg"]
    let before = try files.map { try kept.stage.folder.bytes("\(job)/1/\($0)") }
    for name in files { try kept.move("\(job)/1/\(name)", to: "\(job)/\(name)") }
    try FileManager.default.removeItem(atPath: kept.stage.folder.path("\(job)/1"))
    // What it was rendering when it was killed, and what its worker had written.
    try kept.stage.folder.write("half", to: "data/jobs/\(kept.waiting)/work/output.mp4")
    try Program.python.succeed(
      [
        "-c",
        """
        import sqlite3
        c = sqlite3.connect('data/service.sqlite')
        c.execute("UPDATE job SET state = 'rendering', worker = 'w', attempts = 1 WHERE state = 'queued'")
        c.execute('DROP INDEX job_to_purge')
        c.execute('DROP INDEX job_ends')
        c.execute('DROP INDEX job_of_subject')
        for name in ('erasure_job', 'erasure', 'erased'):
          c.execute('DROP TABLE ' + name)
        c.execute('ALTER TABLE api_key DROP COLUMN purges_inputs')
        for name in ('leased_until', 'result_attempt', 'uncounted_attempts', 'purges_inputs', 'inputs_purged_at', 'ends_at',
          'subject'):
          c.execute('ALTER TABLE job DROP COLUMN ' + name)
        c.execute('PRAGMA user_version = 4')
        c.commit()
        """,
      ], in: kept.stage.folder)
    let service = try RunningService(kept.stage)
    for (name, bytes) in zip(["output", "placements", "poster"], before) {
      let answer = try service.send("/v1/renders/\(kept.done)/\(name)")
      #expect(answer.status == 200 && [UInt8](answer.body) == bytes, "\(name)")
    }
    #expect(try service.waitForEnd(of: kept.waiting).json["state"] as? String == "done")
    let output = try service.send("/v1/renders/\(kept.waiting)/output").body
    #expect([UInt8](output) == before[0])
    #expect(
      try kept.stage.folder.names(in: "data/jobs/\(kept.waiting)") == [
        "2", "owner", "recording", "request.json",
      ])
    try service.end(SIGTERM)
  }
}
