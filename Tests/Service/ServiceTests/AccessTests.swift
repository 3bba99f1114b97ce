import Foundation
import TestSupport
import Testing

@Suite struct AccessTests {
  @Test
  func `where there are keys, no client without one gets in, and a key does what its scopes say`()
    throws
  {
    let stage = try ServiceStage()
    let frames = try stage.key("one", "frames")
    let service = try RunningService(stage)
    let parts = ServiceStage.frame + ["avatar=mask"]
    let bare = try service.post("/v1/frames", parts)
    #expect((bare.status, bare.code) == (401, "missing_credentials"))
    #expect(bare.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
    // What is public of the interface is told first, what is known of a body only then.
    #expect(try service.send("/v1/nothing").status == 404)
    #expect(try service.send("/v1/frames", ["-X", "PATCH"]).status == 405)
    let packed = ["-H", "Content-Encoding: br"]
    #expect(try service.post("/v1/frames", parts, packed).status == 401)
    #expect(try service.post("/v1/frames", parts, frames + packed).status == 415)
    let wrong = try service.post("/v1/frames", parts, ["-H", "Authorization: Bearer ao_x"])
    #expect((wrong.status, wrong.code) == (401, "invalid_credentials"))
    #expect(try service.post("/v1/frames", parts, frames).status == 200)
    let renders = try service.send("/v1/renders", frames)
    #expect((renders.status, renders.code) == (403, "missing_scope"))
    #expect(renders.json["detail"].map { "\($0)".contains("renders") } == true)
    #expect(try service.send("/metrics", frames).status == 403)
    #expect(try service.send("/health").status == 200)
  }

  @Test func `one tenant sees neither the renders nor the avatars of another`() throws {
    let stage = try ServiceStage()
    let one = try stage.key("one", "renders,avatars:write")
    let other = try stage.key("other", "renders,avatars:write")
    let service = try RunningService(stage, ["--concurrent-jobs", "0"])
    let job = try service.post("/v1/renders", ServiceStage.render + ["avatar=mask"], one)
    let id = try #require(job.json["id"] as? String, "\(job.text)")
    #expect(try service.send("/v1/renders/\(id)", one).status == 200)
    for more in [[], ["-X", "DELETE"]] {
      let answer = try service.send("/v1/renders/\(id)", other + more)
      #expect((answer.status, answer.code) == (404, "job_not_found"))
    }
    #expect((try service.send("/v1/renders", other).json["renders"] as? [Any])?.isEmpty == true)

    try Program(named: "sh").succeed(
      ["-c", "cd Avatars/mask && zip -q ../../mine.zip *"], in: stage.folder)
    let put = ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@mine.zip"]
    let uploaded = try service.send("/v1/avatars/mine", one + put)
    #expect(uploaded.status == 201, "\(uploaded.text)")
    #expect(try service.send("/v1/avatars/mine", one).status == 200)
    #expect(try service.send("/v1/avatars/mine", other).code == "avatar_not_found")
    let builtIn = try service.send("/v1/avatars/mask", one + put)
    #expect((builtIn.status, builtIn.code) == (409, "avatar_built_in"))
    #expect(try service.send("/v1/avatars/mine", one + put).status == 200)
    #expect(try service.send("/v1/avatars/mine", one + ["-X", "DELETE"]).status == 204)
    #expect(try service.send("/v1/avatars/mine", one).status == 404)
  }

  @Test func `a stream of events ends when its key is disabled, and others go on`() throws {
    let stage = try ServiceStage()
    let (one, other) = (try stage.key("one", "renders"), try stage.key("one", "renders"))
    let service = try RunningService(stage, ["--concurrent-jobs", "0"])
    let job = try service.post("/v1/renders", ServiceStage.render + ["avatar=mask"], one)
    let id = try #require(job.json["id"] as? String, "\(job.text)")
    func listen(_ key: [String], to name: String) throws -> RunningProgram {
      try Program(named: "curl").start(
        ["-sSN", "-m", "60", "-o", name, "\(service.url)/v1/renders/\(id)/events"] + key,
        in: stage.folder)
    }
    let listeners = [try listen(one, to: "one"), try listen(other, to: "other")]
    func received(_ name: String) -> String {
      String(decoding: (try? stage.folder.bytes(name)) ?? [], as: UTF8.self)
    }
    #expect(eventually { ["one", "other"].allSatisfy { received($0).contains("event: state") } })
    let key = try #require(one.last?.firstMatch(of: /ao_([0-9a-z]{10})_/)).output.1
    try Program.product.succeed(
      ["keys", "disable", String(key), "--data", "data"], in: stage.folder)
    #expect(try listeners[0].end().exitCode == 0)
    #expect(received("one").contains("not valid any more"))
    // The other one ends with the render.
    #expect(try service.send("/v1/renders/\(id)", other + ["-X", "DELETE"]).status < 300)
    #expect(try listeners[1].end().exitCode == 0)
    #expect(received("other").contains("cancelled"))
  }

  @Test func `a client that comes too often is told when to come back`() throws {
    let stage = try ServiceStage()
    let key = try stage.key("one", "frames")
    let service = try RunningService(stage, ["--rate-burst", "2", "--rate-per-minute", "1"])
    #expect(try service.send("/v1/avatars", key).status == 200)
    #expect(try service.send("/v1/avatars", key).status == 200)
    let third = try service.send("/v1/avatars", key)
    #expect((third.status, third.code) == (429, "rate_limited"))
    #expect(Int(third.headers["retry-after"] ?? "") ?? 0 > 0)
    #expect(third.headers["ratelimit"] != nil)
  }

  @Test func `a client that guesses keys is slowed down, by its network of IPv6`() throws {
    let stage = try ServiceStage()
    _ = try stage.key("one", "frames")
    let service = try RunningService(
      stage,
      ["--rate-burst", "2", "--rate-per-minute", "1", "--trusted-proxies", "127.0.0.1"])
    func status(from address: String) throws -> Int {
      let fields = ["Authorization: Bearer ao_x", "X-Forwarded-For: \(address)"]
      return try service.send("/v1/avatars", fields.flatMap { ["-H", $0] }).status
    }
    #expect(try status(from: "2001:db8:1:2::1") == 401)
    #expect(try status(from: "2001:db8:1:2:8000::1") == 401)
    #expect(try status(from: "2001:db8:1:2:ffff:ffff:ffff:ffff") == 429)
    #expect(try status(from: "2001:db8:1:3::") == 401)
    #expect(try status(from: "192.0.2.1") == 401)
    #expect(try status(from: "::ffff:192.0.2.1") == 401)
    #expect(try status(from: "192.0.2.1") == 429)
    #expect(try status(from: "::ffff:192.0.2.2") == 401)
  }

  @Test func `without keys it listens on loopback only`() throws {
    let stage = try ServiceStage()
    let outcome = try Program.product.run(
      ["serve", "--address", "0.0.0.0", "--port", "0", "--data", "data", "--avatars", "Avatars"],
      in: stage.folder)
    #expect(outcome.exitCode == 64)
    #expect(outcome.error.contains("keys create"))
  }

  @Test(arguments: [
    (["--avatars", "Avatras"], 66, "Avatras"),
    (["--webhook-hosts", "http://"], 64, "--webhook-hosts"),
  ])
  func `it does not start with settings that mean nothing`(
    options: [String], code: Int32, says: String
  ) throws {
    let stage = try ServiceStage()
    let outcome = try Program.product.run(
      ["serve", "--port", "0", "--data", "data"] + options, in: stage.folder)
    #expect(outcome.exitCode == code)
    // Other tests may leave variables to be warned of.
    let errors = outcome.errorLines.filter { $0.hasPrefix("error:") }
    #expect(errors.count == 1 && errors[0].contains(says), "\(outcome.error)")
  }

  @Test(arguments: [
    ("Host: evil.example", false), ("Host: 127.0.0.1.evil.example", false),
    ("Host: 0.0.0.0", false),
    ("Origin: https://evil.example", false), ("Origin: null", false),
    ("Host: localhost:8080", true), ("Host: [::1]:80", true),
    ("Origin: http://127.0.0.1:3000", true),
    ("Host: overlay.example.org", true), ("Origin: https://overlay.example.org", true),
  ])
  func `without keys a web page of elsewhere is not this machine`(
    field: String, isOwn: Bool
  ) throws {
    let service = try RunningService(
      try ServiceStage(),
      ["--concurrent-jobs", "0", "--public-url", "https://overlay.example.org"])
    let answer = try service.post(
      "/v1/renders", ServiceStage.render + ["avatar=mask"], ["-H", field])
    #expect(answer.status == (isOwn ? 202 : 401), "\(answer.text)")
    #expect(isOwn || answer.code == "missing_credentials")
    #expect(try service.send("/v1/renders", ["-H", field]).status == (isOwn ? 200 : 401))
    // What is no secret is told to all clients, balancers among them.
    #expect(try service.send("/health/live", ["-H", field]).status == 200)
  }
}
