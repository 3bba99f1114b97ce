import Foundation
import Imaging
import TestSupport
import Testing

/// Fit profiles of tenants over HTTP: kept by name, and drawn as the command line draws them.
@Suite struct FitProfileServiceTests {
  private static let mia =
    "{\"format\": \"avatar-fit/1\", \"avatars\": {\"mask\": {\"scale\": 1.5, \"rotation\": 20}}}"

  private let stage: ServiceStage

  init() throws {
    stage = try ServiceStage()
    try stage.folder.write(Self.mia, to: "fit.json")
  }

  private func put(
    _ text: String, as name: String, _ service: RunningService, _ more: [String] = []
  ) throws -> RunningService.Answer {
    try stage.folder.write(text, to: "sent.json")
    return try service.send(
      "/v1/fit-profiles/\(name)",
      ["-X", "PUT", "-H", "Content-Type: application/json", "--data-binary", "@sent.json"] + more)
  }

  private func names(_ service: RunningService, _ more: [String] = []) throws -> [String] {
    let list = try service.send("/v1/fit-profiles", more).json["fitProfiles"]
    return try #require(list as? [[String: String]]).compactMap { $0["id"] }
  }

  private static func options(_ more: String = "", profile: String = "mia") -> String {
    "options={\"avatar\": \"mask\", \"fitProfile\": \"\(profile)\"\(more)}"
  }

  @Test func `a profile is stored, listed, given as it was sent, replaced and removed`() throws {
    let service = try RunningService(stage)
    #expect(try names(service) == [])
    let new = try put(Self.mia, as: "mia", service)
    #expect(new.status == 201 && new.headers["location"] == "/v1/fit-profiles/mia", "\(new.text)")
    #expect(new.json["id"] as? String == "mia")
    #expect((new.json["sha256"] as? String)?.count == 64)
    #expect(try put(Self.mia + "\n", as: "mia", service).status == 200)
    #expect(try put(Self.mia, as: "noah", service).status == 201)
    #expect(try names(service) == ["mia", "noah"])
    let found = try service.send("/v1/fit-profiles/mia")
    #expect(found.status == 200 && found.headers["content-type"] == "application/json")
    #expect(found.text == Self.mia + "\n")
    #expect(try service.send("/v1/fit-profiles/noah", ["-X", "DELETE"]).status == 204)
    let gone = try service.send("/v1/fit-profiles/noah", ["-X", "DELETE"])
    #expect((gone.status, gone.code) == (404, "fit_profile_not_found"))
    let other = try service.send("/v1/fit-profiles/mai")
    #expect(
      other.status == 404 && other.text.contains("did you mean \\\"mia\\\"?"), "\(other.text)")
    // What was stored outlasts the process.
    try service.end(SIGTERM)
    let next = try RunningService(stage)
    #expect(try names(next) == ["mia"])
    try next.end(SIGTERM)
  }

  @Test func `a profile is replaced and removed only where the request's conditions hold`() throws {
    let service = try RunningService(stage)
    func send(_ text: String, _ condition: String) throws -> RunningService.Answer {
      try put(text, as: "mia", service, ["-H", condition])
    }
    func get(_ more: [String] = []) throws -> RunningService.Answer {
      try service.send("/v1/fit-profiles/mia", more)
    }
    #expect(try send(Self.mia, "If-Match: *").code == "precondition_failed")
    #expect(try get().status == 404)
    let first = try send(Self.mia, "If-None-Match: *")
    let one = try #require(first.headers["etag"], "\(first.text)")
    // The hash of the bytes that were sent.
    let sum = try Program(named: "sha256sum").succeed(["fit.json"], in: stage.folder)
    #expect(first.status == 201 && one == "\"\(String(decoding: sum.prefix(64), as: UTF8.self))\"")
    #expect(try get().headers["etag"] == one)
    let again = try send(Self.mia + " ", "If-None-Match: *")
    #expect((again.status, again.code) == (412, "precondition_failed"), "\(again.text)")
    #expect(try get().text == Self.mia)
    let second = try send(Self.mia + " ", "If-Match: \(one)")
    let two = try #require(second.headers["etag"], "\(second.text)")
    #expect(second.status == 200 && two != one)
    #expect(try send(Self.mia, "If-Match: \(one)").status == 412)
    #expect(try get(["-H", "If-None-Match: \(two)"]).status == 304)
    #expect(try get(["-H", "If-None-Match: \(one)"]).status == 200)
    #expect(try get(["-H", "If-Match: \(one)"]).status == 412)
    #expect(try get(["-X", "DELETE", "-H", "If-Match: \(one)"]).code == "precondition_failed")
    #expect(try get().headers["etag"] == two)
    #expect(try get(["-X", "DELETE", "-H", "If-Match: \(two)"]).status == 204)
    #expect(try get(["-X", "DELETE", "-H", "If-Match: \(two)"]).status == 404)
  }

  @Test func `what is no profile is refused with every fault, and nothing is kept`() throws {
    let service = try RunningService(stage)
    let faulty = try put(
      "{\"format\": \"avatar-fit/1\", \"all\": {\"scale\": 0, \"scael\": 1}}", as: "mia", service)
    #expect((faulty.status, faulty.code) == (422, "bad_fit_profile"))
    #expect((faulty.json["errors"] as? [Any])?.count == 2, "\(faulty.text)")
    let deep = try put(String(repeating: "[", count: 60_000), as: "mia", service)
    #expect((deep.status, deep.code) == (422, "bad_fit_profile"))
    let empty = try put("", as: "mia", service)
    #expect((empty.status, empty.code) == (422, "missing_part"), "\(empty.text)")
    let space = String(repeating: " ", count: 65_536 - Self.mia.utf8.count)
    #expect(try put(Self.mia + space, as: "full", service).status == 201)
    #expect(try put(Self.mia + space + " ", as: "mia", service).status == 413)
    for name in ["a.b", "-a", String(repeating: "a", count: 65)] {
      let refused = try put(Self.mia, as: name, service)
      #expect((refused.status, refused.code) == (422, "invalid_options"), "\(refused.text)")
    }
    let type = try service.send(
      "/v1/fit-profiles/mia",
      ["-X", "PUT", "-H", "Content-Type: text/plain", "--data-binary", "@fit.json"])
    #expect(type.status == 415)
    #expect(try names(service) == ["full"])
  }

  @Test func `a tenant has as many profiles as the setting says, and replaces them for ever`()
    throws
  {
    let service = try RunningService(stage, ["--max-fit-profiles-per-key", "2"])
    #expect(try put(Self.mia, as: "a", service).status == 201)
    #expect(try put(Self.mia, as: "b", service).status == 201)
    let third = try put(Self.mia, as: "c", service)
    #expect((third.status, third.code) == (409, "too_many_fit_profiles"), "\(third.text)")
    #expect(try put(Self.mia, as: "b", service).status == 200)
    #expect(try service.send("/v1/fit-profiles/a", ["-X", "DELETE"]).status == 204)
    #expect(try put(Self.mia, as: "c", service).status == 201)
  }

  @Test func `frames, snapshots and renders are those of the command line`() throws {
    let service = try RunningService(stage)
    #expect(try put(Self.mia, as: "mia", service).status == 201)
    let frame = try service.post(
      "/v1/frames", ServiceStage.frame + [Self.options(", \"format\": \"png\"")])
    #expect(frame.status == 200, "\(frame.text)")
    let own = ["--avatar", "mask", "--fit-profile", "fit.json", "-o"]
    try Program.product.succeed(
      ["snapshot", "--video", "in.png", "--tracking", "one.jsonl"] + own + ["own.png"],
      in: stage.folder)
    #expect(
      try PNG.decode([UInt8](frame.body)) == PNG.decode(try stage.folder.bytes("own.png")))
    let bare = try service.post(
      "/v1/frames",
      ServiceStage.frame + ["options={\"avatar\": \"mask\", \"format\": \"png\"}"])
    #expect(bare.body != frame.body)

    let snapshot = try service.post(
      "/v1/snapshots",
      ServiceStage.render + [Self.options(", \"at\": 0.16, \"format\": \"png\"")])
    #expect(snapshot.status == 200, "\(snapshot.text)")
    try Program.product.succeed(
      ["snapshot", "--video", "in.mkv", "--tracking", "in.jsonl", "--at", "0.16"] + own
        + ["at.png"], in: stage.folder)
    #expect(Array(snapshot.body) == (try stage.folder.bytes("at.png")))

    let job = try service.post("/v1/renders", ServiceStage.render + [Self.options()])
    let id = try #require(job.json["id"] as? String, "\(job.text)")
    #expect(try service.waitForEnd(of: id).json["state"] as? String == "done")
    try Program.product.succeed(
      ["render", "--video", "in.mkv", "--tracking", "in.jsonl", "--placements", "own.jsonl"] + own
        + ["own.mp4"], in: stage.folder)
    let served = try service.send("/v1/renders/\(id)/placements").text
    #expect(served == String(decoding: try stage.folder.bytes("own.jsonl"), as: UTF8.self))
  }

  /// What stands before every path of the archive.
  @Test(arguments: ["", "ring/"])
  func `a tenant's own avatar is fitted by its name, wherever it lies in its archive`(
    prefix: String
  ) throws {
    let service = try RunningService(stage)
    try Program(named: "sh").succeed(
      [
        "-c",
        "mkdir packed && cp -r Avatars/mask packed/ring && cd packed"
          + (prefix.isEmpty ? "/ring && zip -qr ../../mine.zip *" : " && zip -qr ../mine.zip ring"),
      ], in: stage.folder)
    let sent = try service.send(
      "/v1/avatars/mine",
      ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@mine.zip"])
    #expect(sent.status == 201, "\(sent.text)")
    #expect(try put(Self.mia, as: "mia", service).status == 201)
    let own = Self.mia.replacing("mask", with: "mine")
    #expect(try put(own, as: "own", service).status == 201)
    func options(_ avatar: String, _ profile: String, _ more: String = "") -> String {
      "options={\"avatar\": \"\(avatar)\", \"fitProfile\": \"\(profile)\"\(more)}"
    }
    // The same artwork as that of `mask`, which is fitted under its own name.
    func pictures(_ path: String, _ parts: [String], _ more: String) throws {
      let format = ", \"format\": \"png\"" + more
      let fitted = try service.post(path, parts + [options("mine", "own", format)])
      let known = try service.post(path, parts + [options("mask", "mia", format)])
      let bare = try service.post(path, parts + [options("mine", "mia", format)])
      #expect(fitted.status == 200 && known.status == 200, "\(fitted.text)")
      let pixels = try PNG.decode([UInt8](fitted.body))
      #expect(try pixels == PNG.decode([UInt8](known.body)), "\(path)")
      #expect(try pixels != PNG.decode([UInt8](bare.body)), "\(path)")
    }
    try pictures("/v1/frames", ServiceStage.frame, "")
    try pictures("/v1/snapshots", ServiceStage.frame, "")
    try pictures("/v1/snapshots", ServiceStage.render, ", \"at\": 0.16")
    func corners(_ avatar: String, _ profile: String) throws -> [String] {
      let job = try service.post("/v1/renders", ServiceStage.render + [options(avatar, profile)])
      let id = try #require(job.json["id"] as? String, "\(job.text)")
      #expect(try service.waitForEnd(of: id).json["state"] as? String == "done")
      let lines = try service.send("/v1/renders/\(id)/placements").text
      return lines.matches(of: /"corners": ?\[\[.*?\]\]/).map { String($0.output) }
    }
    let known = try corners("mask", "mia")
    #expect(!known.isEmpty)
    #expect(try corners("mine", "own") == known)
    #expect(try corners("mine", "mia") != known)
  }

  @Test func `a name that means nothing is refused, and what has no effect is told`() throws {
    let service = try RunningService(stage)
    #expect(try put(Self.mia, as: "mia", service).status == 201)
    for (path, parts) in [
      ("/v1/frames", ServiceStage.frame), ("/v1/snapshots", ServiceStage.render),
      ("/v1/renders", ServiceStage.render),
    ] {
      let unknown = try service.post(path, parts + [Self.options(profile: "mai")])
      #expect((unknown.status, unknown.code) == (422, "unknown_fit_profile"), "\(unknown.text)")
      let way = try service.post(path, parts + [Self.options(profile: "../fit")])
      #expect((way.status, way.code) == (422, "invalid_options"), "\(way.text)")
    }
    #expect(
      try put(
        "{\"format\": \"avatar-fit/1\", \"avatars\": {\"msak\": {}}}", as: "other", service
      ).status == 201)
    let told = try service.post(
      "/v1/frames", ServiceStage.frame + [Self.options(profile: "other")],
      ["-H", "Accept: application/json"])
    #expect(
      told.text.contains(
        "the fit profile names the avatar \\\"msak\\\", which is not drawn; did you mean"),
      "\(told.text.prefix(600))")
  }

  @Test func `a render that was accepted keeps the profile that it was sent with`() throws {
    let waiting = try RunningService(stage, ["--concurrent-jobs", "0"])
    #expect(try put(Self.mia, as: "mia", waiting).status == 201)
    let parts = ServiceStage.render + [Self.options()]
    let key = ["-H", "Idempotency-Key: once"]
    let job = try waiting.post("/v1/renders", parts, key)
    let id = try #require(job.json["id"] as? String, "\(job.text)")
    // The same words and other bytes of the profile are another request.
    #expect(try waiting.post("/v1/renders", parts, key).json["id"] as? String == id)
    #expect(try put("{\"format\": \"avatar-fit/1\"}", as: "mia", waiting).status == 200)
    #expect(try waiting.post("/v1/renders", parts, key).code == "idempotency_key_reused")
    #expect(try waiting.send("/v1/fit-profiles/mia", ["-X", "DELETE"]).status == 204)
    try waiting.end(SIGKILL)

    let service = try RunningService(stage)
    #expect(try service.waitForEnd(of: id).json["state"] as? String == "done")
    try Program.product.succeed(
      [
        "render", "--video", "in.mkv", "--tracking", "in.jsonl", "--avatar", "mask",
        "--fit-profile", "fit.json", "--placements", "own.jsonl", "-o", "own.mp4",
      ], in: stage.folder)
    let served = try service.send("/v1/renders/\(id)/placements").text
    #expect(served == String(decoding: try stage.folder.bytes("own.jsonl"), as: UTF8.self))
  }

  @Test func `a tenant reaches its own profiles alone, and writes with the scope for it`() throws {
    func key(_ tenant: String, _ scopes: String) throws -> [String] {
      let told = try Program.product.succeed(
        ["keys", "create", "--data", "data", "--tenant", tenant, "--scopes", scopes, "--json"],
        in: stage.folder)
      let text = String(decoding: told, as: UTF8.self)
      let key = try #require(text.firstMatch(of: /ao_[0-9a-z]{10}_[0-9a-z]{59}/)).output
      return ["-H", "Authorization: Bearer \(key)"]
    }
    let one = try key("one", "frames,avatars:write")
    let reading = try key("one", "frames")
    let other = try key("other", "frames,avatars:write")
    let service = try RunningService(stage)
    #expect(try put(Self.mia, as: "mia", service).status == 401)
    #expect(try put(Self.mia, as: "mia", service, reading).code == "missing_scope")
    #expect(try put(Self.mia, as: "mia", service, one).status == 201)
    #expect(try service.send("/v1/fit-profiles/mia", reading).text == Self.mia)
    #expect(try names(service, other) == [])
    for more in [[], ["-X", "DELETE"]] {
      let answer = try service.send("/v1/fit-profiles/mia", other + more)
      #expect((answer.status, answer.code) == (404, "fit_profile_not_found"))
    }
    let drawn = try service.post("/v1/frames", ServiceStage.frame + [Self.options()], other)
    #expect(drawn.code == "unknown_fit_profile")
    #expect(try put("{\"format\": \"avatar-fit/1\"}", as: "mia", service, other).status == 201)
    #expect(try service.send("/v1/fit-profiles/mia", one).text == Self.mia)
  }

  @Test func `a backup has the profiles, and a service on what is restored too`() throws {
    let service = try RunningService(stage)
    #expect(try put(Self.mia, as: "mia", service).status == 201)
    try Program.product.succeed(["backup", "--data", "data", "-o", "copy"], in: stage.folder)
    try service.end(SIGTERM)
    try FileManager.default.removeItem(atPath: stage.folder.path("data"))
    try Program.product.succeed(["restore", "copy", "--data", "data"], in: stage.folder)
    let next = try RunningService(stage)
    #expect(try next.send("/v1/fit-profiles/mia").text == Self.mia)
    try next.end(SIGTERM)
  }
}
