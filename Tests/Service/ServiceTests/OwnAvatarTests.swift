import Foundation
import TestSupport
import Testing

/// What becomes of avatars that a tenant uploaded, and what avatars may hold together.
@Suite struct OwnAvatarTests {
  /// Packs the stage's avatar, with one more file so that its bytes are others, and uploads it.
  private func put(_ note: String, _ stage: ServiceStage, _ service: RunningService) throws -> Int {
    let pack = "cd Avatars/mask && rm -f ../../mine.zip && zip -q ../../mine.zip * && cd ../.. && "
    try Program(named: "sh").succeed(
      ["-c", pack + "printf '\(note)' | zip -q -z mine.zip"], in: stage.folder)
    return try service.send(
      "/v1/avatars/mine",
      ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@mine.zip"]
    ).status
  }

  private func packages(_ stage: ServiceStage) throws -> [String] {
    let folder = stage.folder.path("data/avatars")
    let files = try #require(FileManager.default.enumerator(atPath: folder))
    return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".zip") }
  }

  @Test func `a package that was replaced goes, and a render that wears it keeps it`() throws {
    let stage = try ServiceStage()
    let before = try RunningService(stage, ["--concurrent-jobs", "0"])
    #expect(try put("one", stage, before) == 201)
    let job = try before.post("/v1/renders", ServiceStage.render + ["avatar=mine"])
    let id = try #require(job.json["id"] as? String, "\(job.text)")
    #expect(try put("two", stage, before) == 200)
    #expect(try packages(stage).count == 1)
    try before.end(SIGKILL)
    let after = try RunningService(stage)
    #expect(try packages(stage).count == 1)
    #expect(try after.send("/v1/avatars/mine").status == 200)
    #expect(try after.waitForEnd(of: id).json["state"] as? String == "done")
    #expect(try after.send("/v1/avatars/mine", ["-X", "DELETE"]).status == 204)
    try after.end(SIGTERM)
    let last = try RunningService(stage)
    #expect(try packages(stage).isEmpty)
    try last.end(SIGTERM)
  }

  @Test func `a package is replaced and removed only where the request's conditions hold`() throws {
    let stage = try ServiceStage()
    let service = try RunningService(stage)
    func put(_ note: String, _ condition: String) throws -> RunningService.Answer {
      let pack =
        "cd Avatars/mask && rm -f ../../mine.zip && zip -q ../../mine.zip * && cd ../.. && "
      try Program(named: "sh").succeed(
        ["-c", pack + "printf '\(note)' | zip -q -z mine.zip"], in: stage.folder)
      return try service.send(
        "/v1/avatars/mine",
        [
          "-X", "PUT", "-H", "Content-Type: application/zip", "-H", condition, "--data-binary",
          "@mine.zip",
        ])
    }
    func tag() throws -> String? { try service.send("/v1/avatars/mine").headers["etag"] }
    let none = try put("one", "If-Match: *")
    #expect((none.status, none.code) == (412, "precondition_failed"), "\(none.text)")
    #expect(try tag() == nil)
    let first = try put("one", "If-None-Match: *")
    #expect(first.status == 201, "\(first.text)")
    let one = try #require(first.headers["etag"])
    #expect(try tag() == one)
    // The hash of the archive that was sent.
    let sum = try Program(named: "sha256sum").succeed(["mine.zip"], in: stage.folder)
    #expect(one == "\"\(String(decoding: sum.prefix(64), as: UTF8.self))\"")
    let again = try put("two", "If-None-Match: *")
    #expect((again.status, again.code) == (412, "precondition_failed"), "\(again.text)")
    #expect(try put("two", "If-None-Match: \(one)").status == 412)
    #expect(try tag() == one)
    let second = try put("two", "If-Match: \(one)")
    #expect(second.status == 200, "\(second.text)")
    let two = try #require(second.headers["etag"])
    #expect(two != one)
    #expect(try put("three", "If-Match: \(one)").status == 412)
    #expect(try tag() == two)
    func get(_ condition: String) throws -> Int {
      try service.send("/v1/avatars/mine", ["-H", condition]).status
    }
    #expect(try get("If-None-Match: \(two)") == 304)
    #expect(try get("If-None-Match: \(one)") == 200)
    #expect(try get("If-Match: \(one)") == 412)
    #expect(try service.send("/v1/avatars/mask").headers["etag"] != nil)
    func delete(_ name: String, _ condition: String) throws -> RunningService.Answer {
      try service.send("/v1/avatars/\(name)", ["-X", "DELETE", "-H", condition])
    }
    #expect(try delete("mine", "If-Match: \(one)").code == "precondition_failed")
    #expect(try tag() == two)
    #expect(try delete("mine", "If-Match: \"x\", \(two)").status == 204)
    // Of what is not there, or built in, there is no condition (RFC 9110, section 13.2.1).
    #expect(try delete("mine", "If-Match: \(two)").status == 404)
    #expect(try delete("mask", "If-Match: \(two)").code == "avatar_built_in")
  }

  @Test func `the tag of a built-in avatar is that of its files as they are, read once`() throws {
    let stage = try ServiceStage()
    let service = try RunningService(stage)
    func tag() throws -> String {
      try #require(try service.send("/v1/avatars/mask").headers["etag"])
    }
    // The pictures are read for the tag alone; the manifest is read for what is told of the avatar as well.
    func read(_ expected: String?) throws -> Bool {
      try OpenedFiles.names(in: stage.folder.path("Avatars/mask")) {
        let found = try tag()
        #expect(expected == nil || found == expected)
      }.contains("0.png")
    }
    #expect(try read(nil))
    let first = try tag()
    #expect(try !read(first))
    let manifest = try stage.folder.bytes("Avatars/mask/avatar.json")
    try stage.folder.write(manifest + [10], to: "Avatars/mask/avatar.json")
    let second = try tag()
    #expect(second != first)
    #expect(try !read(second))
    try stage.folder.write(manifest, to: "Avatars/mask/avatar.json")
    #expect(try read(first))
  }

  @Test func `an avatar is taken from an archive with other files, and two are refused`() throws {
    let stage = try ServiceStage()
    let service = try RunningService(stage)
    try Program(named: "sh").succeed(
      [
        "-c",
        "mkdir __MACOSX && cp -r Avatars/mask one && cp -r one two && echo hello > README.txt"
          + " && touch __MACOSX/._mask one/.DS_Store"
          + " && zip -qr beside.zip one README.txt __MACOSX && zip -qr two.zip one two",
      ], in: stage.folder)
    func put(_ file: String) throws -> RunningService.Answer {
      try service.send(
        "/v1/avatars/mine",
        ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@\(file)"])
    }
    let taken = try put("beside.zip")
    #expect(taken.status == 201, "\(taken.text)")
    let worn = try service.post("/v1/frames", ServiceStage.frame + ["avatar=mine"])
    let own = try service.post("/v1/frames", ServiceStage.frame + ["avatar=mask"])
    #expect(worn.status == 200 && worn.body == own.body)
    let refused = try put("two.zip")
    #expect(refused.status == 422 && refused.code == "bad_avatar", "\(refused.text)")
    #expect(refused.text.contains("one/avatar.json, two/avatar.json"), "\(refused.text)")
  }

  @Test func `avatars of a frame have as many layers together as may be`() throws {
    let stage = try ServiceStage()
    let wearing = ServiceStage.frame + ["avatar=mask", "avatar=mask"]
    for (limit, status) in [("2", 200), ("1", 422)] {
      let service = try RunningService(stage, ["--max-layers", limit])
      let answer = try service.post("/v1/frames", wearing)
      #expect(answer.status == status, "\(answer.text)")
      #expect(status == 200 || answer.code == "too_many_layers")
      try service.end(SIGTERM)
    }
  }

  @Test func `no package is taken where the disk has too little room`() throws {
    let stage = try ServiceStage()
    let service = try RunningService(stage, ["--min-free-bytes", "1099511627776"])
    #expect(try put("one", stage, service) == 507)
    #expect(try packages(stage).isEmpty)
  }
}
