import Foundation
import TestSupport
import Testing

/// A service whose disk has no space for another file.
@Suite(.enabled(if: getuid() == 0, "needs root, to mount a small disk"))
struct FullDiskServiceTests {
  @Test func `a frame wears a tenant's own avatar`() throws {
    let stage = try ServiceStage()
    let disk = try stage.folder.folder("data")
    // A tmpfs of so many names: no file, folder or link can be made when they are used up.
    let mounted = try Program(named: "mount").run(
      ["-t", "tmpfs", "-o", "size=64m,nr_inodes=400", "tmpfs", disk])
    // Containers may forbid it even to root.
    guard mounted.exitCode == 0 else { return }
    defer { _ = try? Program(named: "umount").run(["-l", disk]) }
    let before = try RunningService(stage, ["--min-free-bytes", "0"])
    try Program(named: "sh").succeed(
      ["-c", "cd Avatars/mask && zip -q ../../mine.zip *"], in: stage.folder)
    let taken = try before.send(
      "/v1/avatars/mine",
      ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@mine.zip"])
    #expect(taken.status == 201, "\(taken.text)")
    let frame = ServiceStage.frame + ["avatar=mine"]
    let worn = try before.post("/v1/frames", frame)
    #expect(worn.status == 200, "\(worn.text)")
    try before.end(SIGTERM)
    // A start begins without what was made of packages.
    let after = try RunningService(stage, ["--min-free-bytes", "0"])
    var count = 0
    while mkdir("\(disk)/filler-\(count)", 0o700) == 0 { count += 1 }
    try #require(errno == ENOSPC)
    let full = try after.post("/v1/frames", frame)
    #expect(full.status == 200 && full.body == worn.body, "\(full.status) \(full.text)")
    try after.end(SIGKILL)
  }

  @Test func `accepted renders wait for room, and are told to`() throws {
    let stage = try ServiceStage()
    let before = try RunningService(stage, ["--concurrent-jobs", "0"])
    let ids = try (0..<2).map { _ in
      let answer = try before.post("/v1/renders", ServiceStage.render + ["avatar=mask"])
      #expect(answer.status == 202 && answer.json["waitingFor"] == nil, "\(answer.text)")
      return try #require(answer.json["id"] as? String)
    }
    try before.end(SIGTERM)
    // More than any disk has.
    let full = try RunningService(stage, ["--min-free-bytes", "\(1 << 40)"])
    for id in ids {
      let answer = try full.send("/v1/renders/\(id)")
      #expect(answer.json["state"] as? String == "queued")
      #expect(answer.json["waitingFor"] as? String == "disk", "\(answer.text)")
    }
    let refused = try full.post("/v1/renders", ServiceStage.render + ["avatar=mask"])
    #expect(refused.status == 507 && refused.code == "disk_full", "\(refused.text)")
    #expect(refused.headers["retry-after"] == "60")
    #expect(try full.post("/v1/frames", ServiceStage.frame + ["avatar=mask"]).status == 200)
    let cancelled = try full.send("/v1/renders/\(ids[1])", ["-X", "DELETE"])
    #expect(cancelled.json["waitingFor"] == nil, "\(cancelled.text)")
    try full.end(SIGTERM)
    let after = try RunningService(stage)
    #expect(try after.waitForEnd(of: ids[0]).json["state"] as? String == "done")
    #expect(try after.waitForEnd(of: ids[1]).json["state"] as? String == "cancelled")
    try after.end(SIGTERM)
  }

  @Test func `a disk that bodies filled to their mark keeps no accepted render from its begin`()
    throws
  {
    let stage = try ServiceStage()
    let disk = try stage.folder.folder("data")
    let mounted = try Program(named: "mount").run(["-t", "tmpfs", "-o", "size=64m", "tmpfs", disk])
    // Containers may forbid it even to root.
    guard mounted.exitCode == 0 else { return }
    defer { _ = try? Program(named: "umount").run(["-l", disk]) }
    let before = try RunningService(stage, ["--min-free-bytes", "0", "--concurrent-jobs", "0"])
    let accepted = try before.post("/v1/renders", ServiceStage.render + ["avatar=mask"])
    #expect(accepted.status == 202, "\(accepted.text)")
    let id = try #require(accepted.json["id"] as? String)
    try before.end(SIGTERM)
    var state = statvfs()
    try #require(statvfs(disk, &state) == 0)
    let free = Int(state.f_bavail) * Int(state.f_frsize)
    // No body has room any more: a third of the mark is missing.
    let after = try RunningService(stage, ["--min-free-bytes", "\(free / 2 * 3)"])
    let refused = try after.post("/v1/renders", ServiceStage.render + ["avatar=mask"])
    #expect(refused.status == 507, "\(refused.text)")
    #expect(try after.waitForEnd(of: id).json["state"] as? String == "done")
    try after.end(SIGTERM)
  }

  @Test func `what is deleted goes where no byte is free, and makes room`() throws {
    let stage = try ServiceStage()
    let disk = try stage.folder.folder("data")
    let mounted = try Program(named: "mount").run(["-t", "tmpfs", "-o", "size=24m", "tmpfs", disk])
    // Containers may forbid it even to root.
    guard mounted.exitCode == 0 else { return }
    defer { _ = try? Program(named: "umount").run(["-l", disk]) }
    let options = ["--min-free-bytes", "0"]
    let before = try RunningService(stage, options + ["--concurrent-jobs", "0"])
    let parts = ServiceStage.render + ["avatar=mask"]
    func submit(_ service: RunningService) throws -> String {
      let answer = try service.post("/v1/renders", parts)
      return try #require(answer.json["id"] as? String, "\(answer.text)")
    }
    let waiting = try (0..<3).map { _ in try submit(before) }
    try before.end(SIGTERM)
    let rendering = try RunningService(stage, options)
    for id in waiting {
      #expect(try rendering.waitForEnd(of: id).json["state"] as? String == "done")
    }
    try rendering.end(SIGTERM)
    let idle = try RunningService(stage, options + ["--concurrent-jobs", "0"])
    let queued = try (0..<2).map { _ in try submit(idle) }
    try Program(named: "sh").succeed(
      ["-c", "cd Avatars/mask && zip -q ../../mine.zip *"], in: stage.folder)
    let put = ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@mine.zip"]
    for name in ["a", "b"] { #expect(try idle.send("/v1/avatars/\(name)", put).status == 201) }
    try fill(disk)
    // Nothing else has room.
    #expect(try idle.send("/v1/avatars/c", put).status == 507)
    func remove(_ path: String, _ service: RunningService) throws {
      try fill(disk)
      let answer = try service.send(path, ["-X", "DELETE"])
      #expect([200, 204].contains(answer.status), "\(path): \(answer.text)")
    }
    try remove("/v1/renders/\(waiting[0])", idle)
    #expect(try idle.send("/v1/renders/\(waiting[0])").status == 404)
    try remove("/v1/renders/\(queued[0])", idle)
    #expect(try idle.send("/v1/renders/\(queued[0])").json["state"] as? String == "cancelled")
    try remove("/v1/renders/\(queued[0])", idle)
    try remove("/v1/avatars/a", idle)
    #expect(try idle.send("/v1/avatars/a").status == 404)
    // So does a service that begins there.
    try idle.end(SIGKILL)
    try fill(disk)
    let after = try RunningService(stage, options + ["--concurrent-jobs", "0"])
    try remove("/v1/renders/\(waiting[1])", after)
    try remove("/v1/renders/\(queued[1])", after)
    try remove("/v1/avatars/b", after)
    try remove("/v1/renders/\(waiting[2])", after)
    #expect(try stage.folder.names(in: "data/jobs").isEmpty)
    try after.end(SIGTERM)
    let last = try RunningService(stage, options + ["--concurrent-jobs", "0"])
    for id in waiting { #expect(try last.send("/v1/renders/\(id)").status == 404) }
    #expect(!FileManager.default.fileExists(atPath: "\(disk)/set-aside"))
    try last.end(SIGTERM)
  }

  /// Takes every byte of a disk.
  private func fill(_ disk: String) throws {
    let file = open("\(disk)/ballast", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    for size in [1 << 20, 1 << 12, 1] {
      let bytes = [UInt8](repeating: 1, count: size)
      while write(file, bytes, size) == size {}
    }
    var state = statvfs()
    try #require(statvfs(disk, &state) == 0 && state.f_bavail == 0)
  }
}
