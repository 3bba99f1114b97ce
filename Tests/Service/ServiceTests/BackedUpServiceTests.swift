import Foundation
import TestSupport
import Testing

/// A backup of the running service, and the service that is restored from it.
@Suite(.mostlyWaiting) struct BackedUpServiceTests {
  private static let files = ["output", "poster", "placements"]

  /// A stage whose clip takes long enough that something happens meanwhile.
  private func stage() throws -> ServiceStage {
    let stage = try ServiceStage()
    let (width, height, frames) = (ServiceStage.width, ServiceStage.height, 450)
    try SyntheticClip(width: width, height: height, frames: frames).make(
      "long.mkv", in: stage.folder)
    try stage.folder.write(
      SyntheticTracking(width: width, height: height, frames: frames).text, to: "long.jsonl")
    try Program(named: "sh").succeed(
      ["-c", "cd Avatars/mask && zip -q ../../mine.zip *"], in: stage.folder)
    return stage
  }

  private func key(_ stage: ServiceStage) throws -> [String] {
    let told = try Program.product.succeed(
      [
        "keys", "create", "--data", "data", "--tenant", "ada", "--scopes",
        "renders,frames,avatars:write",
      ],
      in: stage.folder)
    let key = String(decoding: told, as: UTF8.self).trimmingCharacters(in: .newlines)
    return ["-H", "Authorization: Bearer \(key)"]
  }

  private func submit(
    _ service: RunningService, _ name: String, _ key: [String], _ avatar: String = "mine"
  ) throws -> String {
    let answer = try service.post(
      "/v1/renders",
      ["video=@\(name).mkv", "tracking=@\(name).jsonl", "avatar=\(avatar)"], key)
    return try #require(answer.json["id"] as? String, "\(answer.text)")
  }

  private func bytes(_ service: RunningService, _ id: String, _ key: [String]) throws -> [Data] {
    try Self.files.map { name in
      let answer = try service.send("/v1/renders/\(id)/\(name)", key)
      #expect(answer.status == 200, "\(id)/\(name): \(answer.text.prefix(200))")
      return answer.body
    }
  }

  @Test func `a service is backed up while it renders, and the restored one gives the same`() throws
  {
    let stage = try stage()
    let key = try key(stage)
    let service = try RunningService(stage)
    let put = ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@mine.zip"]
    #expect(try service.send("/v1/avatars/mine", key + put).status == 201)
    let done = try submit(service, "in", key)
    let link = try #require(try service.waitForEnd(of: done, key).json["outputUrl"] as? String)
    let running = try submit(service, "long", key)
    let waiting = try [submit(service, "in", key), submit(service, "in", key, "mask")]
    let isRunning = try eventually {
      try service.send("/v1/renders/\(running)", key).json["state"] as? String == "rendering"
    }
    #expect(isRunning)
    let told = try Program.product.succeed(
      ["backup", "--data", "data", "-o", "backup", "--json", "--progress", "none"], in: stage.folder
    )
    let summary = try #require(try JSONSerialization.jsonObject(with: told) as? [String: Any])
    #expect(summary["jobs"] as? Int == 4 && summary["jobsRemovedMeanwhile"] as? Int == 0)
    let states = try Program.python.succeed(
      [
        "-c",
        "import sqlite3; c = sqlite3.connect('backup/data/service.sqlite')\n"
          + "print(c.execute('SELECT group_concat(state) FROM job').fetchone()[0])",
      ], in: stage.folder)
    #expect(String(decoding: states, as: UTF8.self) == "done,rendering,queued,queued\n")

    // The first goes on undisturbed.
    var expected: [String: [Data]] = [:]
    for id in [done, running] + waiting {
      #expect(try service.waitForEnd(of: id, key).json["state"] as? String == "done")
      expected[id] = try bytes(service, id, key)
    }
    let picture = try service.post("/v1/frames", ServiceStage.frame + ["avatar=mine"], key)
    #expect(picture.status == 200)
    try service.end(SIGKILL)

    try Program.product.succeed(
      ["restore", "backup", "--data", "restored", "--progress", "none"], in: stage.folder)
    try FileManager.default.removeItem(atPath: stage.folder.path("data"))
    try FileManager.default.moveItem(
      atPath: stage.folder.path("restored"), toPath: stage.folder.path("data"))
    let restored = try RunningService(stage)
    #expect(try restored.send(link).body == expected[done]?.first)
    #expect(try restored.send(link + "0").status == 403)
    #expect(try restored.send("/v1/renders").code == "missing_credentials")
    for id in [done, running] + waiting {
      #expect(try restored.waitForEnd(of: id, key).json["state"] as? String == "done")
      #expect(try bytes(restored, id, key) == expected[id], "\(id)")
    }
    let again = try restored.post("/v1/frames", ServiceStage.frame + ["avatar=mine"], key)
    #expect(again.body == picture.body)
    let health = try restored.send("/health/ready", key)
    let checks = health.json["checks"] as? [String: [String: String]]
    #expect(checks?["setAside"]?["detail"] == "nothing", "\(health.text)")
    let end = try restored.end(SIGTERM)
    #expect(!end.error.contains("error:"), "\(end.error)")
  }

  /// Requests that come and go: what is in a backup is whole, at whatever moment it is made.
  @Test func `backups that are made while jobs come and go are each whole`() throws {
    let stage = try stage()
    let service = try RunningService(stage)
    let busy = Thread { [url = service.url, folder = stage.folder] in
      let script = """
        for n in 1 2 3 4 5 6; do
          id=$(curl -sS \(url)/v1/renders -F video=@in.mkv -F tracking=@in.jsonl -F avatar=mask |
            sed 's/.*"id": "\\([0-9a-f]*\\)".*/\\1/')
          [ $((n % 2)) = 0 ] || curl -sS -o /dev/null -X DELETE \(url)/v1/renders/$id
        done; touch ended
        """
      _ = try? Program.shell.run(["-c", script], in: folder)
    }
    busy.start()
    var made = 0
    while made < 3 || !FileManager.default.fileExists(atPath: stage.folder.path("ended")) {
      made += 1
      let outcome = try Program.product.run(
        ["backup", "--data", "data", "-o", "b\(made)", "--progress", "none"], in: stage.folder)
      try #require(outcome.exitCode == 0, "\(outcome.error)")
      #expect(!outcome.error.contains("warning:"), "\(outcome.error)")
      usleep(100_000)
    }
    try service.end(SIGKILL)
    try FileManager.default.moveItem(
      atPath: stage.folder.path("data"), toPath: stage.folder.path("old"))
    for number in [made / 2, made] {
      try Program.product.succeed(
        ["restore", "b\(number)", "--data", "data", "--progress", "none"], in: stage.folder)
      let restored = try RunningService(stage)
      let list = try restored.send("/v1/renders").json["renders"] as? [[String: Any]] ?? []
      for id in list.compactMap({ $0["id"] as? String }) {
        let state = try restored.waitForEnd(of: id).json["state"] as? String
        #expect(state == "done" || state == "cancelled", "\(id)")
        if state == "done" { _ = try bytes(restored, id, []) }
      }
      #expect(try !restored.end(SIGTERM).error.contains("error:"))
      try FileManager.default.removeItem(atPath: stage.folder.path("data"))
    }
  }
}
