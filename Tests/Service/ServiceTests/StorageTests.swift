import Foundation
import TestSupport
import Testing

/// What is kept for a tenant, and how much of it may be.
@Suite struct StorageTests {
  private let stage: ServiceStage

  init() throws { stage = try ServiceStage() }

  /// Packs the stage's avatar with a file of noise; packages of another seed have as many bytes.
  @discardableResult
  private func pack(_ file: String, seed: UInt64, noise: Int = 2000) throws -> Int {
    var random = SplitMix64(state: seed)
    let bytes = (0..<noise).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    try stage.folder.write(bytes, to: "packed/noise.bin")
    try Program(named: "sh").succeed(
      [
        "-c",
        "cp Avatars/mask/* packed && rm -f \(file) && cd packed && TZ=UTC touch -d 2026-01-01 * && zip -qX0 ../\(file) *",
      ], in: stage.folder)
    return try stage.folder.bytes(file).count
  }

  private func put(
    _ file: String, as name: String, _ service: RunningService, _ more: [String] = []
  ) throws -> RunningService.Answer {
    try service.send(
      "/v1/avatars/\(name)",
      ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@\(file)"] + more)
  }

  /// The bytes of all packages that lie in a folder of the data.
  private func packages(_ folder: String = "avatars") throws -> [Int] {
    let root = stage.folder.path("data/\(folder)")
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return try files.filter { $0.hasSuffix(".zip") }.map {
      try stage.folder.bytes("data/\(folder)/\($0)").count
    }
  }

  private func stored(
    _ tenant: String, _ service: RunningService, _ key: [String] = []
  ) throws -> Int {
    try service.gauge("tenant_stored_bytes{tenant=\"\(tenant)\"}", key) ?? 0
  }

  @Test func `a package that is replaced or removed goes at once, with all that was made of it`()
    throws
  {
    let service = try RunningService(stage)
    for number in 0..<4 {
      let size = try pack("mine.zip", seed: UInt64(number))
      #expect(try put("mine.zip", as: "mine", service).status == (number == 0 ? 201 : 200))
      #expect(try packages() == [size])
      #expect(try stored("local", service) == size)
      let preview = try service.send("/v1/avatars/mine/preview.png")
      #expect(preview.status == 200)
      #expect(try stored("local", service) == size + preview.body.count)
    }
    #expect(try stage.folder.names(in: "data/previews").isEmpty)
    #expect(try service.send("/v1/avatars/mine", ["-X", "DELETE"]).status == 204)
    #expect(try packages().isEmpty && stored("local", service) == 0)
    // Nor is anything left of it on this machine.
    let spooled = FileManager.default.enumerator(atPath: stage.folder.path("data/spool"))
    #expect(spooled?.contains { "\($0)".contains(".zip") } == false)
    // Two names of the same bytes are one package, which goes with the second.
    try pack("mine.zip", seed: 9)
    for name in ["a", "b"] { #expect(try put("mine.zip", as: name, service).status == 201) }
    #expect(try packages().count == 1)
    #expect(try service.send("/v1/avatars/a", ["-X", "DELETE"]).status == 204)
    #expect(try packages().count == 1)
    #expect(try service.send("/v1/avatars/b").status == 200)
    #expect(try service.send("/v1/avatars/b", ["-X", "DELETE"]).status == 204)
    #expect(try packages().isEmpty)
    try service.end(SIGTERM)
  }

  @Test func `a scene that is replaced or removed goes at once`() throws {
    let service = try RunningService(stage)
    func put(_ note: String) throws -> Int {
      try SyntheticScene().write("scene", in: stage.folder)
      try stage.folder.write(note, to: "scene/note.txt")
      try Program(named: "sh").succeed(
        ["-c", "rm -f scene.zip && cd scene && zip -q ../scene.zip *"], in: stage.folder)
      return try service.send(
        "/v1/scenes/mine",
        ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@scene.zip"]
      ).status
    }
    for note in ["one", "two", "three"] {
      #expect([200, 201].contains(try put(note)))
      #expect(try packages("scenes") == [stage.folder.bytes("scene.zip").count])
    }
    #expect(try service.send("/v1/scenes/mine", ["-X", "DELETE"]).status == 204)
    #expect(try packages("scenes").isEmpty && stored("local", service) == 0)
    try service.end(SIGTERM)
  }

  @Test func `a package that a request reads stays as long`() throws {
    let service = try RunningService(stage)
    try pack("mine.zip", seed: 1)
    #expect(try put("mine.zip", as: "mine", service).status == 201)
    let options = "options={\"frame\": 2, \"format\": \"png\"};type=application/json"
    let parts = ServiceStage.render + ["avatar=mine", options]
    let client = try stage.stall(service, at: "snapshot", "/v1/snapshots", parts)
    try pack("mine.zip", seed: 2)
    #expect(try put("mine.zip", as: "mine", service).status == 200)
    #expect(try packages().count == 2)
    for worker in stage.workers("snapshot") { kill(worker, SIGCONT) }
    #expect(try client.end().text == "200")
    #expect(try eventually { try packages().count == 1 })
    try service.end(SIGTERM)
  }

  @Test func `a tenant's packages take as many bytes as allowed, and another's are its own`() throws
  {
    let size = try pack("one.zip", seed: 1)
    try pack("two.zip", seed: 2)
    let one = try stage.key("one", "avatars:write,admin")
    let other = try stage.key("other", "avatars:write")
    let limit = ["--max-bytes-per-key", "\(2 * size - 1)"]
    let service = try RunningService(stage, limit)
    #expect(try put("one.zip", as: "mine", service, one).status == 201)
    func refused(_ name: String, _ service: RunningService) throws {
      let answer = try put("two.zip", as: name, service, one)
      #expect((answer.status, answer.code) == (413, "storage-quota"), "\(answer.text)")
      let detail = answer.json["detail"] as? String ?? ""
      for number in [size, size, 2 * size - 1] {
        #expect(detail.contains("\(number)"), "\(detail)")
      }
    }
    // The one that is replaced lies there until the new one has its name.
    try refused("mine", service)
    try refused("more", service)
    #expect(try packages() == [size])
    #expect(try put("two.zip", as: "mine", service, other).status == 201)
    // The same bytes need nothing more.
    #expect(try put("one.zip", as: "more", service, one).status == 201)
    #expect(try stored("one", service, one) == size)
    #expect(try service.gauge("tenants_stored_bytes", one) == 2 * size)
    #expect(try service.gauge("problems_total{code=\"storage-quota\"}", one) == 2)
    try service.end(SIGKILL)
    let next = try RunningService(stage, limit)
    try refused("mine", next)
    #expect(try stored("one", next, one) == size)
    for name in ["mine", "more"] {
      #expect(try next.send("/v1/avatars/\(name)", one + ["-X", "DELETE"]).status == 204)
    }
    #expect(try put("two.zip", as: "mine", next, one).status == 201)
    try next.end(SIGTERM)
    let wide = try RunningService(stage, ["--max-bytes-per-key", "\(2 * size)"])
    #expect(try put("one.zip", as: "mine", wide, one).status == 200)
    #expect(try packages() == [size, size])
    let profile = ["-X", "PUT", "-H", "Content-Type: application/json", "--data-binary"]
    let fit = "{\"format\": \"avatar-fit/1\", \"all\": {\"scale\": 1.5}}"
    let padded = fit + String(repeating: " ", count: size - fit.utf8.count)
    try stage.folder.write(padded, to: "fit.json")
    try stage.folder.write(padded + " ", to: "long.json")
    let long = try wide.send("/v1/fit-profiles/mia", one + profile + ["@long.json"])
    #expect((long.status, long.code) == (413, "storage-quota"), "\(long.text)")
    let kept = try wide.send("/v1/fit-profiles/mia", one + profile + ["@fit.json"])
    #expect(kept.status == 201, "\(kept.text)")
    try wide.end(SIGTERM)
  }

  /// Sends packages at one moment; gives the statuses.
  private func race(
    _ files: [String], _ service: RunningService, _ more: [String] = [], name: (Int) -> String
  ) throws -> [Int] {
    let clients = try files.enumerated().map { number, file in
      try Program(named: "curl").start(
        [
          "-sS", "-o", "answer-\(number)", "-w", "%{http_code}", "-X", "PUT", "-H",
          "Content-Type: application/zip", "--data-binary", "@\(file)",
          "\(service.url)/v1/avatars/\(name(number))",
        ] + more, in: stage.folder)
    }
    return try clients.map { Int(try $0.end().text) ?? 0 }
  }

  @Test func `of many packages that come at once as many are kept as fit`() throws {
    let files = try (0..<9).map { number in
      try pack("\(number).zip", seed: UInt64(number))
      return "\(number).zip"
    }
    let size = try stage.folder.bytes("0.zip").count
    let service = try RunningService(stage, ["--max-bytes-per-key", "\(3 * size + 10)"])
    let statuses = try race(files, service) { "name\($0)" }
    #expect(statuses.sorted() == [201, 201, 201] + [Int](repeating: 413, count: 6), "\(statuses)")
    #expect(try packages() == [size, size, size])
    #expect(try stored("local", service) == 3 * size)
    try service.end(SIGTERM)
  }

  @Test func `the loser of a race leaves nothing, neither then nor after the next start`() throws {
    let files = try (0..<8).map { number in
      try pack("\(number).zip", seed: UInt64(number))
      return "\(number).zip"
    }
    let service = try RunningService(stage)
    let statuses = try race(files, service, ["-H", "If-None-Match: *"]) { _ in "mine" }
    #expect(statuses.count { $0 == 201 } == 1 && statuses.count { $0 == 412 } == 7, "\(statuses)")
    #expect(try packages().count == 1)
    // One after the other replaces the one before: the last one stays.
    #expect(Set(try race(files, service) { _ in "mine" }) == [200])
    #expect(try packages().count == 1)
    let size = try stage.folder.bytes("0.zip").count
    #expect(try stored("local", service) == size)
    try service.end(SIGKILL)
    let next = try RunningService(stage)
    #expect(try packages().count == 1)
    #expect(!FileManager.default.fileExists(atPath: stage.folder.path("data/set-aside")))
    #expect(try next.gauge("set_aside_items") == 0)
    #expect(try stored("local", next) == size)
    try next.end(SIGTERM)
  }

  @Test func `a package without a name of a service that was killed goes, and is not set aside`()
    throws
  {
    let before = try RunningService(stage)
    try pack("mine.zip", seed: 1)
    #expect(try put("mine.zip", as: "mine", before).status == 201)
    try before.end(SIGTERM)
    // As a death between a package and its name leaves it.
    let folder = try #require(try stage.folder.names(in: "data/avatars").first)
    let hash = String(repeating: "0", count: 64)
    for name in ["\(hash).zip", "\(hash).zip.retired"] {
      try stage.folder.write("PK", to: "data/avatars/\(folder)/.packages/\(name)")
    }
    let after = try RunningService(stage)
    #expect(try packages().count == 1)
    #expect(!FileManager.default.fileExists(atPath: stage.folder.path("data/set-aside")))
    try after.end(SIGTERM)
  }

  @Test func `what was set aside is counted, told, and goes when its time is over`() throws {
    let keyed = try stage.key("one", "admin")
    try stage.folder.write("local", to: "data/jobs/lost/owner")
    try stage.folder.write("12345", to: "data/jobs/lost/output.mp4")
    let next = try RunningService(stage)
    #expect(try next.gauge("set_aside_items", keyed) == 1)
    #expect(try next.gauge("set_aside_bytes", keyed) == 10)
    #expect(try stored("local", next, keyed) == 10)
    try next.end(SIGTERM)
    let last = try RunningService(
      stage, ["--set-aside-seconds", "0", "--retention-seconds", "0"])
    #expect(try last.gauge("set_aside_items", keyed) == 0)
    #expect(try stage.folder.names(in: "data/set-aside").isEmpty)
    let told = try last.end(SIGTERM).error
    #expect(told.contains("note: set-aside/"), "\(told)")
  }

  @Test func `a render is accepted to the last byte, and what is sent twice needs nothing`() throws
  {
    let one = try stage.key("one", "renders")
    let other = try stage.key("other", "renders")
    let parts = ServiceStage.render + ["avatar=mask"]
    let idle = ["--concurrent-jobs", "0"]
    let before = try RunningService(stage, idle)
    let first = try before.post("/v1/renders", parts, one + ["-H", "Idempotency-Key: a"])
    let id = try #require(first.json["id"] as? String, "\(first.text)")
    try before.end(SIGTERM)
    let bytes = try bytes(below: "data/jobs/\(id)")
    let exact = try RunningService(stage, idle + ["--max-bytes-per-key", "\(2 * bytes)"])
    #expect(try exact.post("/v1/renders", parts, one).status == 202)
    let third = try exact.post("/v1/renders", parts, one)
    #expect((third.status, third.code) == (413, "storage-quota"), "\(third.text)")
    let again = try exact.post("/v1/renders", parts, one + ["-H", "Idempotency-Key: a"])
    #expect(again.status == 202 && again.json["id"] as? String == id, "\(again.text)")
    #expect(again.headers["idempotent-replayed"] == "true")
    let reused = try exact.post(
      "/v1/renders", ServiceStage.render + ["avatar=none"], one + ["-H", "Idempotency-Key: a"])
    #expect(reused.code == "idempotency_key_reused", "\(reused.text)")
    let fresh = try exact.post("/v1/renders", parts, one + ["-H", "Idempotency-Key: b"])
    #expect((fresh.status, fresh.code) == (413, "storage-quota"), "\(fresh.text)")
    #expect(try stage.folder.names(in: "data/jobs").count == 2)
    #expect(try stage.folder.names(in: "data/incoming").isEmpty)
    #expect(try exact.post("/v1/renders", parts, other).status == 202)
    #expect(try exact.send("/v1/renders/\(id)", one + ["-X", "DELETE"]).status == 200)
    #expect(try exact.post("/v1/renders", parts, one).status == 202)
    try exact.end(SIGTERM)
    let less = try RunningService(stage, idle + ["--max-bytes-per-key", "\(3 * bytes - 1)"])
    #expect(try less.post("/v1/renders", parts, one).status == 413)
    try less.end(SIGTERM)
  }

  @Test func `a render whose output has no room fails with the code, and another tenant's is done`()
    throws
  {
    let one = try stage.key("one", "renders")
    let other = try stage.key("other", "renders")
    let parts = ServiceStage.render + ["avatar=mask"]
    func submit(_ service: RunningService, _ key: [String]) throws -> String {
      let answer = try service.post("/v1/renders", parts, key)
      return try #require(answer.json["id"] as? String, "\(answer.text)")
    }
    let first = try RunningService(stage)
    let done = try submit(first, one)
    #expect(try first.waitForEnd(of: done, one).json["state"] as? String == "done")
    try first.end(SIGTERM)
    let second = try RunningService(stage, ["--concurrent-jobs", "0"])
    let (own, others) = (try submit(second, one), try submit(second, other))
    try second.end(SIGTERM)
    // A second one has not room by a byte.
    let whole = try bytes(below: "data/jobs/\(done)")
    let tight = try RunningService(stage, ["--max-bytes-per-key", "\(2 * whole - 1)"])
    let failed = try tight.waitForEnd(of: own, one)
    #expect(failed.json["state"] as? String == "failed", "\(failed.text)")
    let problem = failed.json["error"] as? [String: Any]
    #expect(problem?["code"] as? String == "storage-quota", "\(failed.text)")
    #expect(try tight.waitForEnd(of: others, other).json["state"] as? String == "done")
    try tight.end(SIGTERM)
  }

  /// The bytes of all files in a folder.
  private func bytes(below folder: String) throws -> Int {
    let root = stage.folder.path(folder)
    let files = try #require(FileManager.default.enumerator(atPath: root))
    return try files.compactMap { $0 as? String }.map { name in
      let path = "\(root)/\(name)"
      let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      return type == .typeRegular ? try Data(contentsOf: URL(filePath: path)).count : 0
    }.reduce(0, +)
  }
}
