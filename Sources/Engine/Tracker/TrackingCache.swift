internal import Digests
internal import Foundation
internal import TrackingFiles
public import Video

/// Tracking files of clips that were tracked on the way, by what they depend on: the clip, the models,
/// the options.
public struct TrackingCache: Hashable, Sendable {
  /// The most bytes that are kept; beyond them the oldest files go.
  public static let mostBytes = 1 << 30
  /// Where the user's cache folder is, by the XDG Base Directory Specification.
  private static let folderVariable = "XDG_CACHE_HOME"

  /// The folder.
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

  /// The file of a clip that is tracked so; it need not be there.
  ///
  /// - Parameters:
  ///   - rate: frames a second of numbered pictures.
  ///   - reading: what was said of the clip's pictures.
  /// - Throws: `DigestError.unreadable` for a clip that cannot be read.
  public func path(
    of media: String, rate: FrameRate?, _ reading: PictureReading = PictureReading(),
    _ tracker: FoundTracker
  ) throws -> String {
    var key = SHA256()
    let options = try JSONEncoder.sorted.encode(tracker.options)
    let parts =
      try ["avatar-tracking/1", MediaPipeLibrary.version] + Self.contents(of: media, rate)
      + tracker.models.models.flatMap { [$0.task.rawValue, $0.sha256] }
      + [String(decoding: options, as: UTF8.self)] + reading.words
    for part in parts { key.append(Array("\(part.utf8.count):\(part)".utf8)) }
    return "\(folder)/\(key.hex).jsonl.zst"
  }

  /// What is tracked, by hashes: a file, or numbered pictures and their rate.
  private static func contents(of media: String, _ rate: FrameRate?) throws -> [String] {
    guard let rate, NumberedPath.isSequence(media), let name = NumberedPath(media) else {
      return [try FileHashes.shared.hex(ofFile: media)]
    }
    return try name.files().map { try FileHashes.shared.hex(ofFile: $0) } + ["\(rate)"]
  }

  /// Whether a file is there and begins as a tracking file does; it is then the youngest.
  public func has(_ path: String) -> Bool {
    guard FileManager.default.fileExists(atPath: path), (try? TrackingReader(path: path)) != nil
    else { return false }
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
    return true
  }

  /// Makes the folder; false where it cannot be made or written to.
  public func prepare() -> Bool {
    // What a clip shows of people is nobody else's business.
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return unsafe access(folder, W_OK | X_OK) == 0
  }

  /// Removes the oldest files beyond what may be kept.
  public func prune(keeping mostBytes: Int = Self.mostBytes) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = names.filter { $0.hasSuffix(".jsonl.zst") }.compactMap { name in
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

extension JSONEncoder {
  /// One that writes the same for the same value.
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return encoder
  }
}
