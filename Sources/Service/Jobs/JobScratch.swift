internal import Files
internal import Foundation
internal import Synchronization

/// The folders of this machine in which jobs are received and worked on; one process has them to itself.
///
/// - `incoming/<id>/`: what is being sent, until it is kept;
/// - `attempts/<id>/`: while a job is worked on, what its workers write, and what was sent where the service's
///   files are not on this machine.
///
/// What is there at the start came before the last end, and goes.
public final class JobScratch: Sendable {
  /// The folder that they are made in.
  public let dataFolder: String
  private var incoming: String { "\(dataFolder)/incoming" }
  private var attempts: String { "\(dataFolder)/attempts" }
  private let lock: Mutex<Int32>

  /// Takes the folders.
  ///
  /// The lock is the kernel's (flock): it goes with the process, even one that was killed.
  ///
  /// - Throws: `JobsError.folderInUse` where another process has them.
  init(dataFolder: String) throws(JobsError) {
    try Disk.makeFolder(dataFolder)
    let path = "\(dataFolder)/jobs.lock"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Disk.failure(path) }
    guard FileLock.attempt(descriptor) == .taken else {
      close(descriptor)
      throw .folderInUse(path: dataFolder)
    }
    lock = Mutex(descriptor)
    self.dataFolder = dataFolder
    for folder in [incoming, attempts] {
      try Disk.remove(folder)
      try Disk.makeFolder(folder)
    }
  }

  deinit { release() }

  /// Gives the folders up, so that another process may take them.
  func release() {
    lock.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  /// Makes a folder for a recording that is being sent; its files go into `recording`.
  func beginUpload(_ id: String) throws(JobsError) -> UploadFolder {
    guard JobRequest.isPlainName(id) else {
      throw .unusable(path: incoming, reason: "\"\(id)\" is not a plain name")
    }
    let folder = upload(id)
    try Disk.makeFolder(folder.path)
    try Disk.makeFolder(folder.recording)
    return folder
  }

  /// Where what is sent for a job goes.
  func upload(_ id: String) -> UploadFolder { UploadFolder(path: "\(incoming)/\(id)") }

  /// Where an attempt at a job works.
  func attempt(at id: String, _ number: Int) -> AttemptFolder {
    AttemptFolder(path: "\(attempts)/\(id)", number: number, item: "attempts/\(id)")
  }
}

/// A folder of what is being sent, on this machine alone.
public struct UploadFolder: Hashable, Sendable {
  /// Where it is.
  public let path: String
  /// Where the files go that are sent.
  public var recording: String { path(JobFolder.recording) }

  /// Where one of its files is.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The size of what was sent, in bytes.
  public func byteCount() -> Int64 {
    Disk.byteCount(ofAllIn: recording)
  }
}

/// The folder in which an attempt works, on this machine alone.
struct AttemptFolder: Hashable {
  /// Where it is.
  let path: String
  let number: Int
  /// What its workers write.
  var output: String { "\(path)/\(number)" }
  /// What was sent, where the service's files are not on this machine.
  var fetched: String { "\(path)/\(JobFolder.recording)" }

  /// What the quota counts its output as.
  let item: String

  /// What the workers have written so far, in bytes.
  func outputBytes() -> Int64 { Disk.byteCount(ofAllIn: output) }

  /// Makes it, empty.
  func make() throws(JobsError) {
    try Disk.remove(path)
    try Disk.makeFolder(path)
    try Disk.makeFolder(output)
  }

  /// Throws away what is left of it; where that fails, the next attempt or the next start does it.
  func remove() { try? Disk.remove(path) }
}
