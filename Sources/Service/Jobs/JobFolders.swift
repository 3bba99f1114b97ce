public import Blobs
internal import Foundation
internal import Problems
internal import Store

/// The files of all jobs: what is kept of them, and the folders of this machine in which it is made.
public final class JobFolders: Sendable {
  /// What the keys of all jobs begin with.
  package static let jobs = "jobs"
  /// How the names of folders end that versions before this one were throwing away.
  private static let removing = ".removing"
  /// Where files of jobs are kept that others may be accepting at this moment, so long nothing is done to what
  /// no job follows, in milliseconds: longer than any upload takes.
  static let strangersGrace: Int64 = 86_400_000

  /// The most jobs that are looked at one by one.
  private static let mostLists = 100

  /// Takes what the database does not know.
  public let setAside: SetAsideFiles
  let scratch: JobScratch
  /// What is kept for each tenant.
  let quota: StorageQuota
  private let blobs: any BlobStore

  /// The folder of this machine's own files.
  public var dataFolder: String { scratch.dataFolder }
  /// Where the files of jobs are, for messages.
  var place: String { "\(blobs.place)/\(Self.jobs)" }

  /// Takes this machine's folders.
  ///
  /// - Throws: `JobsError.folderInUse` where another process has them.
  public init(
    dataFolder: String, blobs: any BlobStore, quota: StorageQuota = StorageQuota()
  ) throws(JobsError) {
    scratch = try JobScratch(dataFolder: dataFolder)
    (self.blobs, self.quota) = (blobs, quota)
    setAside = SetAsideFiles(in: blobs, local: blobs.isShared ? scratch.dataFolder : nil)
  }

  /// The blobs of a job.
  public func folder(of id: String) throws(JobsError) -> JobFolder {
    try JobFolder(id, in: blobs, quota: quota)
  }

  /// The folders of jobs that were set aside.
  func foldersSetAside() throws(JobsError) -> [JobFolder] {
    try Disk.blobs { () throws(BlobError) in
      var folders: [JobFolder] = []
      let root = try BlobKey(SetAsideFiles.name)
      for date in try blobs.names(below: root) {
        let jobs = try root.appending(date).appending(Self.jobs)
        for name in try blobs.names(below: jobs) {
          folders.append(JobFolder(at: try jobs.appending(name), in: blobs, quota: quota))
        }
      }
      return folders
    }
  }

  /// Makes a folder for a recording that is being sent; its files go into `recording`.
  public func beginUpload(_ id: String) throws(JobsError) -> UploadFolder {
    try scratch.beginUpload(id)
  }

  /// Keeps what was sent: when this returns, a job with this id can be submitted.
  ///
  /// What no job follows is set aside at the next start.
  ///
  /// - Throws: `JobsError.quota` where the tenant may not have as much.
  public func keepUpload(
    _ id: String, of tenant: String, request: String
  ) throws(JobsError) -> JobFolder {
    let sent = scratch.upload(id)
    try Disk.write(request, to: sent.path(JobFolder.request))
    try Disk.write(tenant, to: sent.path(JobFolder.owner))
    let folder = try folder(of: id)
    let small = Int64(request.utf8.count + tenant.utf8.count)
    try folder.claim(sent.byteCount() + small, of: tenant)
    do throws(BlobError) {
      try blobs.keep(folder: sent.path, below: folder.key, last: JobFolder.owner)
    } catch {
      try? folder.remove()
      throw .blobs(error)
    }
    return folder
  }

  /// Throws away what was sent.
  public func dropUpload(_ id: String) { try? Disk.remove(scratch.upload(id).path) }

  /// What there is of each job.
  func inventory() throws(JobsError) -> JobInventory {
    try Disk.blobs { () throws(BlobError) in
      JobInventory(try blobs.list(below: BlobKey(Self.jobs)))
    }
  }

  /// What there is of some jobs.
  func inventory(of ids: Set<String>) throws(JobsError) -> JobInventory {
    // Each is a request where the files are on another server, and a list of all is one for each thousand.
    guard ids.count <= Self.mostLists else { return try inventory() }
    return try Disk.blobs { () throws(BlobError) in
      var list: [BlobInformation] = []
      for id in ids { list += try blobs.list(below: BlobKey("\(Self.jobs)/\(id)")) }
      return JobInventory(list)
    }
  }

  /// Counts what is kept for each tenant, of jobs that are there after the start.
  func loadQuota(_ inventory: JobInventory, of store: any JobStore) throws {
    try quota.load(inventory, from: blobs, of: store)
  }

  /// Throws away what killed services left of files that they were keeping.
  func tidy() throws(JobsError) { try Disk.blobs { () throws(BlobError) in try blobs.tidy() } }

  /// Sets the folders of jobs aside that the store does not know, and throws away the files of those that
  /// were cancelled or removed, whose names are given.
  ///
  /// Only to be called before anything is sent. One that cannot be moved is reported to `onFault`, and
  /// does not stop the start.
  ///
  /// - Parameter now: the time, in milliseconds since 1970.
  func clear(
    _ inventory: inout JobInventory, of store: any JobStore, at now: Int64,
    onFault: (String) -> Void
  ) throws -> [String] {
    var removed: [String] = []
    for id in inventory.ids {
      guard let entry = inventory[id] else { continue }
      let isLeft = id.hasSuffix(Self.removing)
      let job = isLeft ? nil : try store.job(id)
      do throws(JobsError) {
        let folder = try folder(of: id)
        if let job, job.state != .cancelled {
          if entry.isRemoved { try folder.mark(removed: false) }
        } else if isLeft {
          try folder.remove()
          inventory.remove(id)
        } else if job == nil, !entry.isRemoved {
          if blobs.isShared, entry.youngest > now - Self.strangersGrace { continue }
          try setAside.take("\(Self.jobs)/\(id)", countedAs: Self.jobs)
          inventory.remove(id)
        } else {
          try folder.remove()
          removed.append(id)
          inventory.remove(id)
        }
      } catch {
        let trouble =
          job == nil && !entry.isRemoved && !isLeft
          ? "no job and cannot be set aside" : "a cancelled or removed job and cannot be removed"
        onFault(
          "folder \(id) belongs to \(trouble); it is tried again at the next start: \(SystemReason.line(of: error))"
        )
      }
    }
    return removed
  }
}
