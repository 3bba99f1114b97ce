internal import Files
internal import Foundation
internal import SQLiteStorage

/// Makes a backup of a service's data folder, while the service runs or not.
///
/// ## What a backup is
///
/// The state of the database at one moment T, without the jobs that were removed or cancelled while it was
/// made, and the files of all others. Why it has all of them, and each with the bytes that it has at T:
///
/// 1. *The database is one state.* SQLite's snapshot is of one transaction, and what the backup reads of the
///    jobs it reads from the snapshot, never from the live database.
/// 2. *A job that is not at its end at T* has what was sent, whole: the files are on disk under the job's name before
///    its record is written (`JobFolders.keepUpload`), and nothing writes to them afterwards; a worker writes to a
///    folder of its own. So they are the same whenever after T they are copied, whatever became of the job: one that
///    was being rendered at T, and one that has been done since, wait in the backup, and give the same bytes when
///    they are rendered again. (The count of its worker's crashes alone may be that of a moment later.)
/// 3. *A job that is done at T* has its result, whole: the files are on disk before the record names their
///    attempt (`JobFolder.keep`, then `JobStore.finish`). A job at its end is never begun again, so
///    nothing writes to them.
/// 4. *What is removed after T* is removed as a whole: the folder gets another name before it is emptied
///    (`JobFolder.remove`). A folder that has its name after its last file was copied was whole while it was
///    copied. One that has not belongs to a job whose record is removed or cancelled, before its files by a
///    client and after them by retention, or whose files were lost before. The live database tells these
///    apart. It is asked of all jobs once they are copied: those that were removed or cancelled since T are taken
///    out of the snapshot, with what belongs to them, and the others stay.
/// 5. *Jobs that come after T* are not in the snapshot, and only files of its jobs are looked for.
/// 6. *Tenants' packages* are not in the database. Each is named by a link, has the hash of its bytes for its
///    file's name and never changes; jobs have links to the packages of their own among what was sent.
/// 7. *Tenants' fit profiles* are not in the database either. Each is one file that is replaced in one step, and
///    jobs have copies.
///
/// All of it is made under a hidden name beside the output, is on disk, and then gets its name.
public struct BackupWriter {
  /// The path of the service's data folder.
  public var dataFolder: String
  /// The backup, a folder.
  public var output: String
  /// Whether a backup of that name is replaced.
  public var overwrites = false
  /// The program's version.
  public var program: String

  /// Describes a backup.
  public init(of dataFolder: String, to output: String, program: String) {
    (self.dataFolder, self.output, self.program) = (dataFolder, output, program)
  }

  /// Makes it.
  ///
  /// - Parameters:
  ///   - isCancelled: asked now and then; where it says yes, nothing is left behind.
  ///   - progress: told how many files are copied, and of how many.
  /// - Throws: `BackupError`, `StoreError`.
  public func run(
    isCancelled: @escaping () -> Bool = { false },
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> BackupSummary {
    let place = try checkPlaces()
    let data = try FolderDescriptor(path: dataFolder)
    var store = try StoreReader(path: "\(dataFolder)/\(BackupPath.database.text)")
    let hidden = try HiddenFolder(path: "\(place.folder)/.\(place.name).partial", for: output)
    let copy = "\(hidden.path)/\(BackupManifest.dataName)"
    try Folders.make(copy)
    let createdAt = Date().formatted(.iso8601)
    var snapshot = try store.snapshot(into: "\(copy)/\(BackupPath.database.text)")
    let jobs = try snapshot.jobs()
    let total = try checkRoom(for: jobs, of: data, in: hidden.path)
    if isCancelled() { throw BackupError.interrupted }

    let copier = FileCopier(from: data, to: copy, isCancelled: isCancelled) {
      progress($0, max($0, total))
    }
    var list = try EntryList(path: "\(hidden.path)/\(BackupManifest.listName)")
    var files = JobCopier(from: data, by: copier)
    for job in jobs { try files.copy(job) }
    try list.append(files.settle(by: &store))
    var packages = PackageCopier(from: data, by: copier)
    try list.append(packages.copy())
    try list.append(FitProfileCopier.paths(in: data).compactMap(copier.copy))
    try snapshot.reconcile(removing: files.removed, weights: files.weights)
    let schema = snapshot.schemaVersion
    close(snapshot)
    try list.append([Self.entry(of: BackupPath.database, in: copy)])

    let manifest = try list.finish(
      program: program, schema: schema, createdAt: createdAt,
      jobs: jobs.count - files.removed.count)
    try NewFile(path: "\(hidden.path)/\(BackupManifest.fileName)").append(Array(manifest.text.utf8))
    if isCancelled() { throw BackupError.interrupted }
    try hidden.commit(as: place.path, replacing: overwrites)
    var summary = BackupSummary(manifest, at: output)
    summary.jobsRemovedMeanwhile = files.removed.count
    summary.jobsWithoutFiles = files.withoutFiles
    summary.damagedPackages = packages.damaged
    return summary
  }

  /// Ends the connection, after which the file is as it stays.
  private func close(_ snapshot: consuming StoreSnapshot) {}

  private static func entry(of path: BackupPath, in folder: String) throws -> BackupEntry {
    let (bytes, sha256) = try FolderDescriptor(path: folder).file(path.names).copy { _ in }
    return BackupEntry(path, .file(bytes: bytes, sha256: sha256))
  }

  /// Refuses before any work what would be refused after it.
  private func checkPlaces() throws(BackupError) -> (path: String, folder: String, name: String) {
    guard FilePath.isThere("\(dataFolder)/\(BackupPath.database.text)") else {
      throw .noDatabase(folder: dataFolder)
    }
    if let place = FilesElsewhere.place(of: dataFolder) {
      throw .filesElsewhere(folder: dataFolder, place: place)
    }
    let place = Folders.split(output)
    guard FilePath.isFolder(place.folder), !place.name.isEmpty, place.name != "/"
    else { throw .folderMissing(path: output) }
    let data = Self.real(dataFolder)
    guard !(Self.real(place.folder) + "/").hasPrefix(data + "/") else {
      throw .insideData(path: output, data: dataFolder)
    }
    guard FilePath.isThere(place.path) else { return place }
    guard overwrites else { throw .outputExists(path: output) }
    // Never the wrong folder: what is replaced is removed.
    guard FilePath.isThere("\(place.path)/\(BackupManifest.fileName)") else {
      throw .notReplaceable(path: output)
    }
    return place
  }

  private static func real(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  /// Throws where the disk has too little room: a disk that a backup fills is, as a rule, the service's too.
  ///
  /// - Returns: how many files there will be.
  private func checkRoom(
    for jobs: [StoreSnapshot.Job], of data: FolderDescriptor, in folder: String
  ) throws -> Int {
    var (count, bytes) = (0, Int64(0))
    for job in jobs {
      let files = try JobCopier.files(of: job, in: data)
      count += files.count
      bytes += files.map(\.bytes).reduce(0, +)
    }
    let links = try PackageCopier.links(in: data)
    let packages = Set(links.map { $0.path.target($0.target) })
    for package in packages {
      bytes += (try? data.file(package.names).bytes) ?? 0
    }
    let profiles = try FitProfileCopier.paths(in: data)
    for profile in profiles { bytes += (try? data.file(profile.names).bytes) ?? 0 }
    try Folders.checkRoom(in: folder, for: bytes, of: output)
    return count + packages.count + profiles.count
  }
}
