internal import Backup
internal import Blobs
internal import Foundation
internal import Jobs
internal import SQLiteStorage
internal import Store

/// What was found of a person that was erased.
public struct ErasureFinding: Hashable, Sendable, Encodable {
  /// What it is.
  public enum Kind: String, Hashable, Sendable, Encodable {
    /// A render that has the subject.
    case render
    /// The subject itself, as bytes of a file or in its name.
    case subject
    /// A file with the bytes of one that was erased.
    case file
    /// An erasure that did not come to its end.
    case unfinished
  }

  /// What it is.
  public var found: Kind
  /// Where: a path, or a place in a bucket.
  public var place: String
  /// More of it in words: a render's id, when a file was erased.
  public var detail: String
}

/// Looks whether anything is left of a person that was erased; nothing is changed.
public struct ErasureCheck: Sendable {
  /// The subject.
  public var subject: String
  /// The tenant that it was erased for; nil for all.
  public var tenant: String?
  /// The data folder.
  public var data: String
  /// Where its files are; nil: where the folder says it.
  public var files: String?
  /// Backups to look into.
  public var backups: [String] = []

  /// What was looked at, and found.
  public struct Result: Hashable, Sendable {
    /// What is left.
    public var findings: [ErasureFinding] = []
    /// Files and objects that were looked at.
    public var files = 0
    /// What was erased so far, of whomever: so many different files.
    public var digests = 0
    /// What was not looked for, a line each.
    public var notes: [String] = []
  }

  /// Describes a check.
  public init(_ subject: String, of tenant: String? = nil, data: String, files: String? = nil) {
    (self.subject, self.tenant, self.data, self.files) = (subject, tenant, data, files)
  }

  /// Looks.
  ///
  /// - Parameter isCancelled: asked now and then.
  /// - Throws: `ErasureFault`, `StoreError`, `BackupError`, `BlobError`, `FolderFault`.
  public func run(isCancelled: @escaping () -> Bool = { false }) throws -> Result {
    let place = try ErasedPlace(data: data, files: files)
    var result = Result()
    var others = false
    // Its connection ends before the files are read as bytes.
    let erased = try lookInDatabase(place, &result, &others)
    var searches = try backups.map { try BackupSearch(for: subject, in: $0) }
    for index in searches.indices {
      others = others || searches[index].renders.contains { !isMeant($0.tenant) }
      searches[index].renders.removeAll { !isMeant($0.tenant) }
      result.findings += searches[index].renders.map {
        ErasureFinding(found: .render, place: searches[index].backup, detail: $0.id)
      }
    }
    let digests = erased.filter { isMeant($0.tenant) }
    result.digests = Set(digests.map(\.sha256)).count
    if others {
      result.notes.append(
        "other tenants have renders of a subject of this name: the bytes of files are not searched for it"
      )
    }
    var search = ByteSearch(
      for: others ? nil : subject, digests: digests, isCancelled: isCancelled)
    for folder in [place.data] + backups { try search.look(in: folder) }
    var roots = [place.data] + searches.map(\.data)
    if !place.files.isEmpty {
      let blobs = try ServiceStorage.openBlobs(in: place.data, place: place.files)
      try search.look(in: blobs)
      roots.append(blobs.place)
    }
    try add(search.findings, below: roots, place, to: &result)
    result.files = search.files
    if let note = search.note { result.notes.append(note) }
    return result
  }

  /// Adds what was found as bytes: a copy that a render of another person has is a note.
  private func add(
    _ findings: [ErasureFinding], below roots: [String], _ place: ErasedPlace,
    to result: inout Result
  ) throws {
    var store = try StoreReader(path: place.database)
    let shown = Set(
      try store.jobs(showing: subject).filter { isMeant($0.tenant) }.map(\.id))
    var kept: [String: Int] = [:]
    for finding in findings {
      if finding.found == .file, let id = Self.job(of: finding.place, below: roots),
        try !shown.contains(id) && store.state(of: id) != nil
      {
        kept[id, default: 0] += 1
      } else {
        result.findings.append(finding)
      }
    }
    result.notes += kept.sorted { $0.key < $1.key }.map {
      "render \($0.key), which is of another person or names none, has copies of files that were erased: \($0.value)"
    }
  }

  /// The job in whose folder a file lies; nil where it lies elsewhere.
  private static func job(of path: String, below roots: [String]) -> String? {
    let folders = roots.map { "\($0)/\(JobFolders.jobs)/" }
    guard let folder = folders.first(where: path.hasPrefix) else { return nil }
    let names = path.dropFirst(folder.count).split(separator: "/", maxSplits: 1)
    return names.count == 2 ? String(names[0]) : nil
  }

  private func isMeant(_ tenant: String) -> Bool { self.tenant == nil || self.tenant == tenant }

  /// What the database says; gives what was erased.
  private func lookInDatabase(
    _ place: ErasedPlace, _ result: inout Result, _ others: inout Bool
  ) throws -> [ErasedFile] {
    var store = try StoreReader(path: place.database)
    for job in try store.jobs(showing: subject) {
      guard isMeant(job.tenant) else {
        others = true
        continue
      }
      result.findings.append(
        ErasureFinding(found: .render, place: place.database, detail: job.id))
    }
    let (erased, unfinished) = try store.erasures()
    if unfinished > 0 {
      result.findings.append(
        ErasureFinding(
          found: .unfinished, place: place.database,
          detail: "it goes on at the next start of the service, or by erase"))
    }
    return erased
  }
}
