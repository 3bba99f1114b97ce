internal import Foundation
internal import Store
internal import Synchronization

/// The folder of all jobs, which one process has to itself.
public final class JobFolders: Sendable {
  /// The folder that it is made in.
  public let dataFolder: String
  private var jobs: String { "\(dataFolder)/jobs" }
  private var incoming: String { "\(dataFolder)/incoming" }
  /// Takes what the database does not know.
  public let setAside: SetAsideFiles
  private let lock: Mutex<Int32>

  /// Takes the folder.
  ///
  /// The lock is the kernel's (flock): it goes with the process, even one that was killed.
  ///
  /// - Throws: `JobsError.folderInUse` where another process has it.
  public init(dataFolder: String) throws(JobsError) {
    try Disk.makeFolder(dataFolder)
    let path = "\(dataFolder)/jobs.lock"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Disk.failure(path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .folderInUse(path: dataFolder)
    }
    lock = Mutex(descriptor)
    self.dataFolder = dataFolder
    setAside = SetAsideFiles(dataFolder: dataFolder)
    // Nobody sends anything yet, so what is there came before the last end.
    try Disk.remove(incoming)
    for folder in [incoming, jobs] { try Disk.makeFolder(folder) }
  }

  deinit { release() }

  /// Gives the folder up, so that another process may take it.
  func release() {
    lock.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  /// The folder of a job.
  public func folder(of id: String) -> JobFolder { JobFolder(path: "\(jobs)/\(id)") }

  /// Makes a folder for a recording that is being sent; its files go into `recording`.
  public func beginUpload(_ id: String) throws(JobsError) -> JobFolder {
    guard JobRequest.isPlainName(id) else {
      throw .unusable(path: incoming, reason: "\"\(id)\" is not a plain name")
    }
    let folder = JobFolder(path: "\(incoming)/\(id)")
    try Disk.makeFolder(folder.path)
    try Disk.makeFolder(folder.path(JobFolder.recording))
    return folder
  }

  /// Keeps what was sent: when this returns, a job with this id can be submitted.
  ///
  /// A folder that no job follows is set aside at the next start.
  public func keepUpload(
    _ id: String, of tenant: String, request: String
  ) throws(JobsError) -> JobFolder {
    let sent = JobFolder(path: "\(incoming)/\(id)")
    let recording = sent.path(JobFolder.recording)
    for name in Disk.names(in: recording) { try Disk.sync("\(recording)/\(name)") }
    try Disk.sync(recording)
    try Disk.write(request, to: sent.path(JobFolder.request))
    try Disk.write(tenant, to: sent.path(JobFolder.owner))
    try Disk.sync(sent.path)
    let folder = folder(of: id)
    try Disk.rename(sent.path, to: folder.path)
    try Disk.sync(jobs)
    return folder
  }

  /// Throws away what was sent.
  public func dropUpload(_ id: String) {
    try? Disk.remove("\(incoming)/\(id)")
  }

  /// Sets the folders of jobs aside that the store does not know, and throws away the files of those that
  /// were cancelled or removed, whose names are given.
  ///
  /// Only to be called before anything is sent. One that cannot be moved is reported to `onFault`, and
  /// does not stop the start.
  func clear(of store: any JobStore, onFault: (String) -> Void) throws -> [String] {
    var removed: [String] = []
    for id in Disk.names(in: jobs) {
      if id.hasSuffix(JobFolder.removing) {
        do throws(JobsError) {
          try Disk.remove("\(jobs)/\(id)")
        } catch {
          onFault("what is left of a removed job cannot be removed; it is tried again: \(error)")
        }
        continue
      }
      let folder = folder(of: id)
      let owner = try? String(contentsOfFile: folder.path(JobFolder.owner), encoding: .utf8)
      let job = try owner.flatMap { try store.job(id, of: $0) }
      do throws(JobsError) {
        if let job, job.state != .cancelled {
          if folder.isRemoved { try folder.mark(removed: false) }
          continue
        }
        if job == nil, !folder.isRemoved {
          try setAside.take("jobs/\(id)", countedAs: "jobs")
        } else {
          try folder.remove()
          removed.append(id)
        }
      } catch {
        let trouble =
          job == nil && !folder.isRemoved
          ? "no job and cannot be set aside" : "a cancelled or removed job and cannot be removed"
        onFault("folder \(id) belongs to \(trouble); it is tried again at the next start: \(error)")
      }
    }
    return removed
  }

  /// Whether what was sent for a job is complete, by its size: not where its folder was not restored yet.
  func isWhole(_ job: JobFiles) -> Bool {
    let folder = folder(of: job.id)
    guard Disk.exists(folder.path) else { return false }
    return !job.isWaiting
      || JobFolder(path: folder.path(JobFolder.recording)).byteCount() >= job.storedBytes
  }
}
