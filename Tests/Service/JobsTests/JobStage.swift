import Blobs
import FolderBlobs
import Foundation
import Jobs
import Recordings
import Rendering
import Requests
import SQLiteStorage
import Store
import Synchronization
import TestSupport
import Testing

/// A data folder with its store, and what is needed to put jobs into it.
final class JobStage: Sendable {
  static let tenant = "tenant"
  static let golden = SharedData.packageRoot.appending(path: "Golden/recordings/opening-mouth")
  static let avatars = SharedData.packageRoot.appending(path: "Avatars").path

  let scratch: ScratchFolder
  let notes = Mutex<[String]>([])
  let faults = Mutex<[String]>([])
  let ended = Mutex<[JobRecord]>([])
  let erased = Mutex<[ErasureSummary]>([])

  init(_ scratch: ScratchFolder) { self.scratch = scratch }

  convenience init() throws { self.init(try ScratchFolder()) }

  static func settings(_ data: String) -> JobsSettings {
    var settings = JobsSettings(
      dataFolder: data, executable: Program.product.path, avatarsFolder: avatars,
      scenesFolders: [SharedData.packageRoot.appending(path: "Scenes").path])
    settings.pollSeconds = 0.05
    return settings
  }

  func store() throws -> any ServiceStore {
    try SQLiteStore(path: scratch.path("jobs.sqlite"), isService: true)
  }

  func runner(
    _ store: any ServiceStore, blobs: (any BlobStore)? = nil,
    quota: StorageQuota = StorageQuota(), clocks: JobClocks = .system,
    _ change: (inout JobsSettings) -> Void = { _ in }
  ) throws -> JobRunner {
    var settings = Self.settings(scratch.path("data"))
    change(&settings)
    return try JobRunner(
      store: store, blobs: blobs ?? FolderBlobStore(folder: scratch.folder("data")),
      settings: settings, quota: quota, clocks: clocks,
      onChange: { [self] job in if job.state.isFinal { ended.withLock { $0.append(job) } } },
      onErased: { [self] summary, _ in erased.withLock { $0.append(summary) } },
      onNote: { [self] line in notes.withLock { $0.append(line) } },
      onFault: { [self] line in faults.withLock { $0.append(line) } })
  }

  /// What gives every face an avatar.
  static func wearing(_ avatar: String) -> RenderRequest {
    var render = RenderRequest()
    render.avatars = [avatar]
    return render
  }

  /// The small golden recording, or another clip with its tracking.
  static func submit(
    _ id: String, to runner: JobRunner, _ store: any ServiceStore, clip: String? = nil,
    stored: String? = nil, _ change: (inout JobRequest) -> Void = { _ in }
  ) throws {
    let folder = try runner.folders.beginUpload(id)
    let media = "clip.mkv"
    try FileManager.default.copyItem(
      atPath: clip ?? golden.appending(path: "clip.mkv").path,
      toPath: folder.path("recording/" + media))
    try FileManager.default.copyItem(
      atPath: golden.appending(path: "tracking.jsonl").path,
      toPath: folder.path("recording/tracking.jsonl"))
    var request = JobRequest(
      media: media, tracking: "tracking.jsonl", render: wearing("dragon"))
    change(&request)
    let json = try stored ?? String(decoding: JSONEncoder().encode(request), as: UTF8.self)
    _ = try runner.folders.keepUpload(id, of: tenant, request: json)
    let job = JobRecord(
      id: id, tenant: tenant, request: json, createdAt: 1, subject: request.provenance.subject)
    _ = try store.submit(job, key: nil, limits: QueueLimits(all: 100, perTenant: 100))
    runner.wake()
  }

  /// A job that waits, with its folder, for what does not look into the recording.
  func queue(_ id: String, in store: any ServiceStore, endsAt: Int64? = nil) throws {
    try scratch.write(Self.tenant, to: "data/jobs/\(id)/owner")
    let job = JobRecord(
      id: id, tenant: Self.tenant, request: "{}", createdAt: 1, endsAt: endsAt)
    _ = try store.submit(job, key: nil, limits: QueueLimits(all: 100, perTenant: 100))
  }

  /// A job at its end, with its folder; nothing else may be waiting.
  func end(
    _ id: String, at time: Int64, bytes: Int64, in store: any ServiceStore, endsAt: Int64? = nil
  ) throws {
    try queue(id, in: store, endsAt: endsAt)
    let hold = try #require(try store.claim(by: "w", at: 1, leasedUntil: .max, passingOver: []))
      .hold
    let ending = JobEnding(state: .done, time: time, storedBytes: bytes)
    #expect(try store.finish(hold, ending))
  }

  /// Makes a folder one that `FileManager` cannot remove, for any user and on any file system: paths
  /// in it are longer than the 4096 bytes that a call takes.
  func makeUnremovable(_ name: String) throws {
    let level = String(repeating: "d", count: 250)
    var folder = open(scratch.path(name), O_RDONLY | O_DIRECTORY)
    for _ in 0..<20 {
      try #require(folder >= 0 && mkdirat(folder, level, 0o700) == 0)
      let next = openat(folder, level, O_RDONLY | O_DIRECTORY)
      close(folder)
      folder = next
    }
    close(folder)
  }

  /// Removes what makes it so; `rm` goes down step by step.
  func makeRemovable(_ name: String) throws {
    try Program(named: "rm").succeed(
      ["-rf", scratch.path(name) + "/" + String(repeating: "d", count: 250)], in: scratch)
  }

  /// A clip that takes some seconds to render.
  func slowClip(frames: Int = 24) throws -> String {
    try SyntheticClip(width: 320, height: 180, frames: frames).make("slow.mkv", in: scratch)
  }

  /// Options that make it so.
  static func slowly(_ request: inout JobRequest) {
    request.render.output.preset = "veryslow"
    request.render.avatars = ["none"]
  }

  /// Waits for a job's state; nil where it does not come within a minute.
  func wait(
    for state: JobRecord.State, of id: String, in store: any ServiceStore
  ) throws -> JobRecord? {
    var found: JobRecord?
    _ = try eventually {
      found = try store.job(id, of: Self.tenant)
      return found.map { $0.state == state || $0.state.isFinal } ?? false
    }
    return found
  }

  /// The workers of this folder's jobs, told by the folder in which they run.
  func workers() -> [Int32] {
    let data = scratch.path("data")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { process in
      let folder = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(process)/cwd")
      return folder?.hasPrefix(data) == true
    }
  }

  /// Waits until there is a worker, and gives it.
  func firstWorker() -> Int32? {
    var found: Int32?
    _ = eventually {
      found = workers().first
      return found != nil
    }
    return found
  }

  /// A file of a job's result; the attempts before it have left nothing.
  func output(_ id: String, _ name: String = "output.mp4") throws -> [UInt8] {
    let attempts = try scratch.names(in: "data/jobs/\(id)").filter { Int($0) != nil }
    try #require(attempts.count == 1, "\(attempts)")
    return try scratch.bytes("data/jobs/\(id)/\(attempts[0])/\(name)")
  }

  /// Where a job's files lie.
  func folder(of id: String) -> String { scratch.path("data/jobs/\(id)") }
}
