import Access
import Backup
import Digests
import FolderBlobs
import Foundation
import Jobs
import SQLiteStorage
import Store
import TestSupport
import Testing

/// A service's data folder, made by what the service makes it with: jobs in each state, a key, avatars.
struct BackupStage {
  let folder: ScratchFolder
  let store: SQLiteStore
  let jobs: JobFolders
  static let tenant = "ada"
  /// The tenant's folder: the digits of its name.
  static let tenantFolder = "avatars/616461"

  var data: String { folder.path("data") }
  var backup: String { folder.path("backup") }

  init() throws {
    folder = try ScratchFolder()
    try folder.folder("data")
    jobs = try JobFolders(
      dataFolder: folder.path("data"), blobs: FolderBlobStore(folder: folder.path("data")))
    store = try SQLiteStore(path: folder.path("data/service.sqlite"))
  }

  /// With one job in each state, a key, and the avatar `mine`.
  static func full() throws -> BackupStage {
    let stage = try BackupStage()
    try stage.done("d1")
    try stage.fail("f1")
    try stage.wait("r1")
    _ = try stage.store.claim(by: "runner", at: 3, leasedUntil: 60_000)
    try stage.wait("w1", key: "once")
    try stage.wait("c1")
    _ = try stage.store.cancel("c1", of: tenant, at: 4)
    try stage.package("mine", "a package")
    return stage
  }

  /// A job that waits, with what was sent.
  func wait(_ id: String, key: String? = nil) throws {
    let sent = try jobs.beginUpload(id)
    let clip = Array(repeating: UInt8(id.utf8.reduce(0, ^)), count: 3000)
    try folder.write(clip, to: relative(sent.path("recording/video")))
    try folder.write("{}", to: relative(sent.path("recording/tracking")))
    _ = try jobs.keepUpload(id, of: Self.tenant, request: "{}")
    let job = JobRecord(
      id: id, tenant: Self.tenant, request: "{}", createdAt: 1, storedBytes: 3002)
    _ = try store.submit(
      job, key: key.map { IdempotencyKey(value: $0, fingerprint: "same") },
      limits: QueueLimits(all: 1000, perTenant: 1000))
  }

  private func relative(_ path: String) -> String { String(path.dropFirst(folder.path("").count)) }

  /// A job that is done, with its result.
  func done(_ id: String) throws {
    try wait(id)
    let hold = try #require(try store.claim(by: "runner", at: 2, leasedUntil: 60_000)).hold
    try finish(hold)
  }

  /// Puts a claimed job's result in its place, then says so.
  func finish(_ hold: JobHold) throws {
    let id = hold.job
    for name in ["output.mp4", "placements.jsonl", "poster.jpg"] {
      try folder.write("\(name) of \(id)", to: "data/jobs/\(id)/\(hold.attempt)/\(name)")
    }
    try folder.write("crash\n", to: "data/jobs/\(id)/crashes")
    let ending = JobEnding(state: .done, time: 5, storedBytes: 9000)
    #expect(try store.finish(hold, ending))
  }

  private func fail(_ id: String) throws {
    try wait(id)
    let hold = try #require(try store.claim(by: "runner", at: 2, leasedUntil: 60_000)).hold
    let failure = JobRecord.Failure(code: "internal", detail: "x")
    #expect(
      try store.finish(
        hold,
        JobEnding(state: .failed, time: 5, failure: failure, storedBytes: 3002)))
  }

  /// A tenant's own package under a name, as the service keeps one.
  @discardableResult
  func package(_ name: String, _ text: String) throws -> String {
    let file = ".packages/\(SHA256.hex(of: Array(text.utf8))).zip"
    try folder.write(text, to: "data/\(Self.tenantFolder)/\(file)")
    let link = "\(data)/\(Self.tenantFolder)/\(name)"
    try? FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    return file
  }

  @discardableResult
  func back(
    _ name: String = "backup", overwrites: Bool = false,
    isCancelled: @escaping () -> Bool = { false },
    progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) throws -> BackupSummary {
    var writer = BackupWriter(of: data, to: folder.path(name), program: "1.2.3")
    writer.overwrites = overwrites
    return try writer.run(isCancelled: isCancelled, progress: progress)
  }

  @discardableResult
  func restore(to target: String = "restored", isCancelled: () -> Bool = { false }) throws
    -> RestoreSummary
  { try folder.restore(to: target, isCancelled: isCancelled) }

  func tree(_ name: String) throws -> [String: String] { try folder.tree(name) }
}
