public import ClipReading
internal import Digests
internal import Foundation
public import Frames
internal import Tracking
internal import TrackingFiles

/// Tracking files of clips that were tracked automatically, by what they depend on: the clip, the models,
/// the options.
public struct TrackingCache: Hashable, Sendable {
  /// The most bytes that are kept; beyond them the oldest files go.
  public static let mostBytes = 1 << 30
  /// Where the user's cache folder is, by the XDG Base Directory Specification.
  private static let folderVariable = "XDG_CACHE_HOME"

  /// How the names of entries end.
  private static let ending = ".jsonl.zst"
  /// How the names of other files end that renders keep beside them, under the same bound.
  private static let endings = [ending, ".mattes"]

  /// The folder's path.
  public let folder: String

  /// The cache in a folder, which is made when something is kept.
  ///
  /// - Parameter folder: nil for the user's cache folder.
  /// - Returns: nil where the user has none.
  public init?(folder: String?, environment: [String: String]) {
    if let folder {
      self.folder = folder
    } else if let caches = environment[Self.folderVariable], caches.hasPrefix("/") {
      self.folder = "\(caches)/avatar-overlay/tracking"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      self.folder = "\(home)/.cache/avatar-overlay/tracking"
    } else {
      return nil
    }
  }

  /// Where the tracking of a clip is kept that is tracked so; it need not be there.
  public struct Entry: Hashable, Sendable {
    /// The file.
    public let path: String
    let contents: TrackedContents
  }

  /// The entry of a clip that is tracked so.
  ///
  /// - Parameters:
  ///   - rate: frames a second of numbered pictures.
  ///   - reading: what was said of the clip's pictures.
  /// - Throws: `DigestError.unreadable` for a clip that cannot be read.
  public func entry(
    of media: String, rate: FrameRate?, _ reading: PictureReading, _ tracker: TrackerIdentity
  ) throws -> Entry {
    let contents = TrackedContents(
      version: tracker.version, media: try Self.contents(of: media, rate),
      models: Dictionary(
        tracker.models.map { ($0.task, $0.sha256) }, uniquingKeysWith: { "\($0) \($1)" }),
      options: tracker.options + reading.words)
    var key = SHA256()
    let parts =
      ["avatar-tracking/1", contents.version] + contents.media
      + tracker.models.flatMap { [$0.task, $0.sha256] } + contents.options
    for part in parts { key.append(Array("\(part.utf8.count):\(part)".utf8)) }
    return Entry(path: "\(folder)/\(key.hex)\(Self.ending)", contents: contents)
  }

  /// What is tracked, by hashes: a file, or numbered pictures and their rate.
  private static func contents(of media: String, _ rate: FrameRate?) throws -> [String] {
    guard let rate, NumberedPath.isSequence(media), let name = NumberedPath(media) else {
      return [try FileHashes.shared.hex(ofFile: media)]
    }
    return try name.files().map { try FileHashes.shared.hex(ofFile: $0) } + ["\(rate)"]
  }

  /// What became of an entry that was looked for.
  public enum Found: Hashable, Sendable {
    /// It is there and as it was written; it is now the youngest.
    case whole
    /// It is not there.
    case nothing
    /// It is not what it should be, and was removed: why.
    case unfit(String)
  }

  /// Looks for an entry, and checks all of it.
  public func find(_ entry: Entry) -> Found {
    do throws(CachedTracking.Fault) {
      try CachedTracking(path: entry.path).check(entry.contents)
    } catch {
      guard error != .missing else { return .nothing }
      try? FileManager.default.removeItem(atPath: entry.path)
      return .unfit("\(error)")
    }
    return .whole
  }

  /// A file of this run alone, into which the clip of an entry is tracked.
  public func passingPath() -> String {
    "\(folder)/.tracked.\(getpid())-\(PassingName.unique())\(Self.ending)"
  }

  /// Keeps what was tracked as an entry; the file goes.
  ///
  /// - Throws: what copying throws.
  public func keep(_ tracked: String, as entry: Entry) throws {
    try CachedTracking(path: entry.path).keep(tracked, of: entry.contents)
  }

  /// Makes the folder; false where it cannot be made or written to.
  public func prepare() -> Bool {
    // What a clip shows of people is private to the user.
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return unsafe access(folder, W_OK | X_OK) == 0
  }

  /// Removes what runs left that were killed, and the oldest files beyond what may be kept.
  public func prune(keeping mostBytes: Int = Self.mostBytes) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where Self.isOfRun(name) && PassingName.isLeft(name, in: folder) {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    let files = names.filter { name in
      !Self.isOfRun(name) && Self.endings.contains(where: name.hasSuffix)
    }.compactMap {
      name in
      let path = "\(folder)/\(name)"
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.modificationDate] as? Date).map { date in
        (path: path, date: date, bytes: (attributes?[.size] as? NSNumber)?.intValue ?? 0)
      }
    }
    var left = mostBytes
    for file in files.sorted(by: { $0.date > $1.date }) {
      left -= file.bytes
      if left < 0 { try? FileManager.default.removeItem(atPath: file.path) }
    }
  }
}

extension TrackingCache {
  /// Whether a file is there only while a run writes it.
  private static func isOfRun(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasSuffix(".partial")
  }
}
