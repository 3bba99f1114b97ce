internal import Foundation
internal import Synchronization

/// The folder in a service's data folder that takes what the database does not know.
///
/// Nothing is deleted on suspicion: files whose record is missing may be those of a database that is still to
/// be restored. What is put here lies under the time of the start that found it, in folders named as those
/// that it came from, and no retention looks at it.
public final class SetAsideFiles: Sendable {
  /// The folder's name.
  public static let name = "set-aside"

  /// What was put here at one start.
  public struct Entry: Hashable, Sendable {
    /// The folder, as seen from the data folder: `set-aside/2026-11-26T09-30-00Z`.
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

  private let dataFolder: String
  private let date: String
  private let moved = Mutex<[String: Int]>([:])

  /// Describes the folder; it is made when there is something to put into it.
  public init(dataFolder: String) {
    self.dataFolder = dataFolder
    date = Date().formatted(
      Date.ISO8601FormatStyle(dateTimeSeparator: .standard, timeSeparator: .omitted))
  }

  /// Where this start puts things, as seen from the data folder.
  public var path: String { "\(Self.name)/\(date)" }

  /// What this start has put here; nil where that is nothing.
  public var entry: Entry? {
    let folders = moved.withLock { $0 }
    return folders.isEmpty ? nil : Entry(path: path, folders: folders)
  }

  /// Puts a file or folder here: one step for each, so that a death in between loses nothing.
  ///
  /// - Parameters:
  ///   - name: where it is, as seen from the data folder, such as `jobs/4f2a`.
  ///   - group: what it is counted as.
  public func take(_ name: String, countedAs group: String) throws(JobsError) {
    let target = try place(for: name)
    try Disk.rename("\(dataFolder)/\(name)", to: target)
    let (from, to) = (
      Self.parent(of: "\(dataFolder)/\(name)"), Self.parent(of: target)
    )
    for folder in [to, from] { try Disk.sync(folder) }
    moved.withLock { $0[group, default: 0] += 1 }
  }

  /// A path that nothing has yet, whose folder is there.
  private func place(for name: String) throws(JobsError) -> String {
    let wanted = "\(dataFolder)/\(path)/\(name)"
    do {
      try FileManager.default.createDirectory(
        atPath: Self.parent(of: wanted), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw .unusable(path: Self.parent(of: wanted), reason: error.localizedDescription)
    }
    var (place, number) = (wanted, 1)
    while Self.isThere(place) {
      number += 1
      place = "\(wanted)-\(number)"
    }
    return place
  }

  /// Whether there is anything of a name, a link that leads nowhere too.
  private static func isThere(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path)) != nil
  }

  private static func parent(of path: String) -> String {
    URL(filePath: path).deletingLastPathComponent().path
  }

  /// What was put here at all starts, the newest first.
  public func entries() -> [Entry] {
    let root = "\(dataFolder)/\(Self.name)"
    return Disk.names(in: root).reversed().map { date in
      var folders: [String: Int] = [:]
      for name in Disk.names(in: "\(root)/\(date)") {
        let within = Disk.names(in: "\(root)/\(date)/\(name)")
        folders[name] = within.isEmpty ? 1 : within.count
      }
      return Entry(path: "\(Self.name)/\(date)", folders: folders)
    }
  }
}
