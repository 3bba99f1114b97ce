internal import Files
internal import Foundation
internal import Jobs
internal import SQLiteStorage
internal import Store

/// Copies the files of the jobs of a snapshot, and finds out which of these were removed meanwhile.
struct JobCopier {
  let source: FolderDescriptor
  let copier: FileCopier
  /// What the snapshot is to be told.
  private(set) var removed: [String] = []
  private(set) var weights: [(id: String, bytes: Int64)] = []
  private(set) var withoutFiles: [String] = []
  /// A job with the entries of its files.
  private typealias Copied = (job: StoreSnapshot.Job, entries: [BackupEntry])
  /// Jobs whose files are all there.
  private var whole: [Copied] = []
  /// Jobs of which files were missing: they are on their way out, or their files were lost.
  private var doubtful: [Copied] = []

  init(from source: FolderDescriptor, by copier: FileCopier) {
    (self.source, self.copier) = (source, copier)
  }

  /// The files of a job that a backup takes, with their sizes; none where its folder is not there.
  static func files(
    of job: StoreSnapshot.Job, in source: FolderDescriptor
  ) throws(BackupError) -> [(path: BackupPath, bytes: Int64)] {
    guard job.state == .done || !job.state.isFinal else { return [] }
    var files: [(path: BackupPath, bytes: Int64)] = []
    func look(_ folder: FolderDescriptor, _ names: [String]) throws(BackupError) {
      for name in try folder.names().sorted() {
        let path = names + [name]
        guard names.count > 2 || JobFolder.isKept(name, of: job.state, resultOf: job.resultAttempt)
        else { continue }
        switch folder.kind(name) {
        case .file: files.append((BackupPath(names: path), try folder.file([name]).bytes))
        case .folder where path.count < BackupLimits.pathDepth: try look(folder.folder(name), path)
        default: break
        }
      }
    }
    do throws(BackupError) {
      try look(source.folder(BackupPath.jobs).folder(job.id), [BackupPath.jobs, job.id])
    } catch .damaged {
      // Removed a moment ago.
    }
    return files
  }

  /// Copies a job's files.
  mutating func copy(_ job: StoreSnapshot.Job) throws {
    var entries: [BackupEntry] = []
    for (path, _) in try Self.files(of: job, in: source) {
      if let entry = try copier.copy(path) { entries.append(entry) }
    }
    // A folder is renamed before it is emptied. If it has its name after the last of its files was copied, it
    // had it while they were listed, and none was gone then.
    let isThere = try? source.folder(BackupPath.jobs).kind(job.id) == .folder
    let isExpected = job.state == .done || !job.state.isFinal
    guard !isExpected || (isThere == true && Self.isWhole(entries, of: job)) else {
      return doubtful.append((job, entries))
    }
    whole.append((job, entries))
  }

  private static func isWhole(_ entries: [BackupEntry], of job: StoreSnapshot.Job) -> Bool {
    let sizes = entries.map { ($0.path.names.dropFirst(2).joined(separator: "/"), $0.bytes) }
    return JobFolder.isWhole(
      Dictionary(sizes) { first, _ in first }, of: job.state, resultOf: job.resultAttempt,
      sentBytes: job.storedBytes)
  }

  /// Notes what a job weighs with the files that it has here: retention would count what is not there.
  private mutating func note(_ entries: [BackupEntry], of job: StoreSnapshot.Job) {
    let bytes = entries.map(\.bytes).reduce(0, +)
    if job.state.isFinal, bytes != job.storedBytes { weights.append((job.id, bytes)) }
  }

  /// How long records are waited for whose files are gone already, in seconds.
  private static let patience = 2.0

  /// Asks the store itself what became of the jobs.
  ///
  /// Those that it has removed or cancelled are not in the backup: a restored service would render what a
  /// client has cancelled, and have what one has deleted. One whose files were missing and that the store
  /// still has is in it as it is: its files were lost before, and the record is all that is left.
  ///
  /// - Returns: the entries of those that stay.
  mutating func settle(by store: inout StoreReader) throws -> [BackupEntry] {
    var kept: [BackupEntry] = []
    for (job, entries) in whole {
      if try drop(job, asIn: &store) { continue }
      note(entries, of: job)
      kept += entries
    }
    let end = ContinuousClock.now + .seconds(Self.patience)
    var open = doubtful
    while true {
      var left: [Copied] = []
      for copied in open where try !drop(copied.job, asIn: &store) { left.append(copied) }
      open = left
      if open.isEmpty || ContinuousClock.now >= end { break }
      Thread.sleep(forTimeInterval: 0.05)
    }
    withoutFiles = open.map(\.job.id)
    return kept + open.flatMap(\.entries)
  }

  /// Drops the files of a job that the store has removed or cancelled since the snapshot; gives whether it has.
  private mutating func drop(
    _ job: StoreSnapshot.Job, asIn store: inout StoreReader
  ) throws -> Bool {
    let state = try store.state(of: job.id)
    guard state == nil || (state == .cancelled && job.state != .cancelled) else { return false }
    copier.drop(BackupPath(names: [BackupPath.jobs, job.id]))
    removed.append(job.id)
    return true
  }
}
