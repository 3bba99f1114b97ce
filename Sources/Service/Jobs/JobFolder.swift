public import Blobs
internal import Foundation
public import Store

/// A job's own blobs, whose keys begin with `jobs/` and its id.
///
/// The store names nothing in it before it is complete and kept.
///
/// - `recording/`: what was sent, as it was sent;
/// - `request.json`: what was asked;
/// - `crashes`: a line for each crash of a worker;
/// - `1/`, `2/`, ...: the result of an attempt: `output.mp4` (or another container), `placements.jsonl`,
///   `poster.jpg`, `session.jsonl`. The store names the one that counts; others are what a killed service left.
///   Earlier versions had the result in the job's folder itself.
public struct JobFolder: Sendable {
  /// The folder of what was sent.
  public static let recording = "recording"
  /// In it, a tenant's own scenes.
  public static let scenes = "scenes"
  /// What was asked.
  public static let request = "request.json"
  /// The workers' folder of versions that had one for all attempts.
  static let work = "work"
  /// Where every layer went.
  public static let placements = "placements.jsonl"
  /// The session's log, where a session is asked for.
  public static let session = "session.jsonl"
  /// One frame as a picture.
  public static let poster = "poster.jpg"
  /// Its tenant; it appears when all that was sent is there.
  static let owner = "owner"
  static let crashes = "crashes"
  /// Whether its job was removed on demand; with it a folder that no job follows is thrown away.
  static let removed = "removed"

  /// What its keys begin with.
  public let key: BlobKey
  let blobs: any BlobStore
  /// What is kept for each tenant.
  private let quota: StorageQuota

  /// Describes a job's blobs.
  package init(
    _ id: String, in blobs: any BlobStore, quota: StorageQuota = StorageQuota()
  ) throws(JobsError) {
    let key = try Disk.blobs { () throws(BlobError) in try BlobKey(StorageQuota.item(ofJob: id)) }
    self.init(at: key, in: blobs, quota: quota)
  }

  /// Describes the blobs of a job that lie elsewhere.
  init(at key: BlobKey, in blobs: any BlobStore, quota: StorageQuota) {
    (self.key, self.blobs, self.quota) = (key, blobs, quota)
  }

  /// The key of one of its blobs.
  public func key(_ name: String) throws(JobsError) -> BlobKey {
    try Disk.blobs { () throws(BlobError) in try key.appending(name) }
  }

  /// The key of a file of the result of a job that is done.
  public func key(ofResult name: String, of job: JobRecord) throws(JobsError) -> BlobKey {
    try key(job.resultAttempt.map { "\($0)/\(name)" } ?? name)
  }

  /// Whether an error is one of what keeps the blobs, and is waited for.
  func mayRecover(from error: JobsError) -> Bool {
    if case .blobs(let error) = error { blobs.mayRecover(from: error) } else { false }
  }

  /// A local folder of what was sent; nil where it is gone.
  func recording(for attempt: AttemptFolder) throws(JobsError) -> String? {
    let key = try key(Self.recording)
    return try Disk.blobs { () throws(BlobError) in
      try blobs.localFolder(below: key, scratch: attempt.fetched)
    }
  }

  // MARK: Attempts

  /// Removes what attempts before one left, whose services were killed.
  func removeLeft(before number: Int) throws(JobsError) {
    let names = try Disk.blobs { () throws(BlobError) in try blobs.names(below: key) }
    for name in names where Self.isLeft(name, before: number) { try removeAll(name) }
  }

  /// Whether a name is that of what an earlier attempt wrote, or of a result that an earlier version was killed
  /// over: a job that begins an attempt has none.
  private static func isLeft(_ name: String, before attempt: Int) -> Bool {
    if let number = Int(name) { return number <= attempt }
    return [work, placements, poster, session].contains(name) || name.hasPrefix("output.")
      || name.hasSuffix(".partial")
  }

  /// Keeps the files of an attempt's result; what else is in its folder is not part of it.
  ///
  /// - Throws: `JobsError.unusable` where one of them is missing: a job is done with all its files, or not at all;
  ///   `JobsError.quota` where the tenant may not have as much.
  func keep(
    _ files: [String], of attempt: AttemptFolder, for tenant: String
  ) throws(JobsError) {
    let names = Disk.names(in: attempt.output)
    if let name = files.first(where: { !names.contains($0) }) {
      throw .unusable(
        path: "\(attempt.output)/\(name)", reason: "the worker ended well and has not made it")
    }
    for name in names where !files.contains(name) {
      try Disk.remove("\(attempt.output)/\(name)")
    }
    let key = try key("\(attempt.number)")
    let sent = try byteCount()
    try claim(sent + attempt.outputBytes(), inPlaceOf: attempt.item, of: tenant)
    do throws(BlobError) {
      try blobs.keep(folder: attempt.output, below: key, last: nil)
    } catch {
      // What of it is there goes before the next attempt.
      quota.note(sent, for: self.key.text, of: tenant)
      throw .blobs(error)
    }
  }

  /// Counts all of it, before it is kept.
  func claim(
    _ bytes: Int64, inPlaceOf other: String? = nil, of tenant: String
  ) throws(JobsError) {
    do throws(StorageQuotaFault) {
      try quota.claim(bytes, for: key.text, inPlaceOf: other, of: tenant)
    } catch {
      throw .quota(error)
    }
  }

  /// Throws away the result of an attempt.
  func removeAttempt(_ number: Int) throws(JobsError) { try removeAll("\(number)") }

  private func removeAll(_ name: String) throws(JobsError) {
    let key = try key(name)
    try Disk.blobs { () throws(BlobError) in try blobs.removeAll(below: key, last: nil) }
  }

  // MARK: The job's end

  /// Throws away what was sent, and what attempts left beside the result; whose the job is and what was asked stays.
  ///
  /// - Parameter attempt: the attempt whose result the job has; nil where it has none.
  func removeInputs(keepingResultOf attempt: Int?) throws(JobsError) {
    let kept = [Self.owner, Self.request, Self.removed] + (attempt.map { ["\($0)"] } ?? [])
    let names = try Disk.blobs { () throws(BlobError) in try blobs.names(below: key) }
    for name in names where !kept.contains(name) { try removeAll(name) }
  }

  /// Notes that its job is about to be removed, or that it is not; where there is nothing of it, there is nothing
  /// to note.
  package func mark(removed: Bool) throws(JobsError) {
    let mark = try key(Self.removed)
    try Disk.blobs { () throws(BlobError) in
      guard removed else { return try blobs.remove(mark) }
      if try !blobs.names(below: key).isEmpty { try blobs.keep([], as: mark, onlyNew: false) }
    }
  }

  /// Throws all of it away; the note that the job was removed goes last.
  package func remove() throws(JobsError) {
    try Disk.blobs { () throws(BlobError) in
      try blobs.removeAll(below: key, last: Self.removed)
    }
    quota.forget(key.text)
  }

  /// The size of its files, in bytes.
  func byteCount() throws(JobsError) -> Int64 {
    try Disk.blobs { () throws(BlobError) in
      try blobs.list(below: key).map(\.bytes).reduce(0, +)
    }
  }

  /// Notes a crash, and gives how many there have been; the count outlives the service.
  func noteCrash(_ line: String) throws(JobsError) -> Int {
    let key = try key(Self.crashes)
    return try Disk.blobs { () throws(BlobError) in
      let before = try blobs.bytes(of: key, in: nil) ?? []
      let text = String(decoding: before, as: UTF8.self) + line + "\n"
      try blobs.keep(Array(text.utf8), as: key, onlyNew: false)
      return text.split(separator: "\n").count
    }
  }
}
