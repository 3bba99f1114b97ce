public import Blobs
internal import Foundation
internal import Synchronization

/// The folder among a service's files that takes what the database does not know.
///
/// Nothing is deleted on suspicion: files whose record is missing may be those of a database that is still to
/// be restored. What is put here lies under the time of the start that found it, in folders named as those
/// that it came from, until retention removes it.
public final class SetAsideFiles: Sendable {
  /// The folder's name.
  public static let name = "set-aside"

  /// What was put here at one start.
  public struct Entry: Hashable, Sendable {
    /// The folder, as seen from the service's files: `set-aside/2026-11-26T09-30-00Z`.
    public var path: String
    /// How many things of each folder it holds, by the folder's name.
    public var counts: [(folder: String, count: Int)] {
      folders.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }
    private let folders: [String: Int]

    init(path: String, folders: [String: Int]) { (self.path, self.folders) = (path, folders) }

    /// Both as text: `set-aside/2026-11-26T09-30-00Z (19 of jobs)`.
    public var summary: String {
      "\(path) (\(counts.map { "\($0.count) of \($0.folder)" }.joined(separator: ", ")))"
    }
  }

  private let blobs: any BlobStore
  /// A folder of this machine that has such files too, of services whose blobs are elsewhere; nil for none.
  private let local: String?
  private let date: String
  private let moved = Mutex<[String: Int]>([:])

  /// Describes the folder of a service's blobs.
  public init(in blobs: any BlobStore, local: String? = nil) {
    (self.blobs, self.local) = (blobs, local)
    date = Date().formatted(Self.dates)
  }

  /// How the times of starts are written: `2026-11-26T093000Z`.
  private static var dates: Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(dateTimeSeparator: .standard, timeSeparator: .omitted)
  }

  /// Where the service's files are, for messages.
  public var place: String { blobs.place }

  /// Where this start puts things, as seen from the service's files.
  public var path: String { "\(Self.name)/\(date)" }

  /// What this start has put here; nil where that is nothing.
  public var entry: Entry? {
    let folders = moved.withLock { $0 }
    return folders.isEmpty ? nil : Entry(path: path, folders: folders)
  }

  /// Puts a blob, or all below its key, here: a killed service has lost nothing of it.
  ///
  /// - Parameters:
  ///   - name: its key, such as `jobs/4f2a`.
  ///   - group: what it is counted as.
  public func take(_ name: String, countedAs group: String) throws(JobsError) {
    try put(name, countedAs: group) { key throws(BlobError) in
      try blobs.move(BlobKey(name), to: key)
    }
  }

  /// Puts a file of this machine here.
  ///
  /// - Parameter folder: the folder that it is in.
  public func take(
    file name: String, of folder: String, countedAs group: String
  ) throws(JobsError) {
    try put(name, countedAs: group) { key throws(BlobError) in
      try blobs.keep(file: "\(folder)/\(name)", as: key, onlyNew: true)
    }
  }

  /// Puts something under a key that nothing has.
  private func put(
    _ name: String, countedAs group: String, _ body: (BlobKey) throws(BlobError) -> Void
  ) throws(JobsError) {
    try Disk.blobs { () throws(BlobError) in
      for number in 1... {
        do throws(BlobError) {
          return try body(BlobKey("\(path)/\(name)" + (number == 1 ? "" : "-\(number)")))
        } catch {
          guard case .exists = error else { throw error }
        }
      }
    }
    moved.withLock { $0[group, default: 0] += 1 }
  }

  /// What was put here before a time, in milliseconds since 1970: the paths.
  ///
  /// What people have put beside it, under names that are no times, is not of it.
  func paths(before time: Int64) throws(JobsError) -> [String] {
    var names = try Disk.blobs { () throws(BlobError) in
      try blobs.names(below: BlobKey(Self.name))
    }
    if let local { names += Disk.names(in: "\(local)/\(Self.name)") }
    let old = Set(names).filter { name in
      let date = try? Date(name, strategy: Self.dates)
      return date.map { $0.timeIntervalSince1970 * 1000 < Double(time) } ?? false
    }
    return old.sorted().map { "\(Self.name)/\($0)" }
  }

  /// Removes what lies under one of these paths.
  func remove(_ path: String) throws(JobsError) {
    try Disk.blobs { () throws(BlobError) in try blobs.removeAll(below: BlobKey(path), last: nil) }
    if let local { try Disk.remove("\(local)/\(path)") }
  }

  /// What was put here at all starts, the newest first.
  public func entries() throws(JobsError) -> [Entry] {
    try Disk.blobs { () throws(BlobError) in
      let root = try BlobKey(Self.name)
      var entries: [Entry] = []
      for date in try blobs.names(below: root).reversed() {
        var folders: [String: Int] = [:]
        let below = try root.appending(date)
        for name in try blobs.names(below: below) {
          folders[name] = max(1, try blobs.names(below: below.appending(name)).count)
        }
        entries.append(Entry(path: "\(Self.name)/\(date)", folders: folders))
      }
      return entries
    }
  }
}
