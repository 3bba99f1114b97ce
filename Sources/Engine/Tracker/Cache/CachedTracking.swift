internal import Digests
internal import Foundation
internal import TrackingFiles

/// A file of the cache: a seal that says what it is, and the tracking, packed.
///
/// The seal stands in a frame that zstd's readers pass over (RFC 8878, 3.1.2), so that the whole is a
/// tracking file like any other. Whatever was cut, changed or put under another name does not fit it.
struct CachedTracking {
  /// What the file says of itself.
  private struct Seal: Codable {
    /// Bytes behind the seal, and their SHA-256.
    var length: Int
    var sha256: String
    /// What it was tracked of and with.
    var contents: TrackedContents
  }

  /// Why a file of the cache is not taken.
  enum Fault: Error, Equatable {
    case missing
    case unreadable
    case noSeal
    case otherLength(found: Int, expected: Int)
    case otherBytes
    case otherContents
  }

  /// The first bytes of the frame.
  private static let magic: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18]
  /// The magic number and the length of what follows.
  private static let headBytes = 8
  /// The longest seal: hashes of a clip, three models and options.
  private static let longestSeal = 4096

  /// The tracking of the clip.
  let path: String

  /// Checks a file, byte by byte, for what is asked for.
  func check(_ contents: TrackedContents) throws(Fault) {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw FileManager.default.fileExists(atPath: path) ? .unreadable : .missing
    }
    defer { try? file.close() }
    let seal = try Self.seal(of: file)
    guard seal.contents == contents else { throw .otherContents }
    var (hash, length) = (SHA256(), 0)
    do {
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
        hash.append(piece)
        length += piece.count
        // Not to read more than there should be.
        if length > seal.length { break }
      }
    } catch {
      throw .unreadable
    }
    guard length == seal.length else {
      throw .otherLength(found: length, expected: seal.length)
    }
    guard hash.hex == seal.sha256 else { throw .otherBytes }
  }

  private static func seal(of file: FileHandle) throws(Fault) -> Seal {
    do {
      guard let head = try file.read(upToCount: headBytes), head.count == headBytes,
        head.starts(with: magic)
      else { throw Fault.noSeal }
      let length = head.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      guard length <= longestSeal, let text = try file.read(upToCount: length),
        text.count == length
      else { throw Fault.noSeal }
      return try JSONDecoder().decode(Seal.self, from: text)
    } catch {
      throw .noSeal
    }
  }

  /// Seals a tracking file, and gives it the name of the entry.
  ///
  /// The file itself goes.
  func keep(_ tracked: String, of contents: TrackedContents) throws {
    defer { try? FileManager.default.removeItem(atPath: tracked) }
    let length = try FileManager.default.attributesOfItem(atPath: tracked)[.size] as? NSNumber
    let seal = Seal(
      length: length?.intValue ?? 0, sha256: try SHA256.hex(ofFile: tracked), contents: contents)
    let text = try JSONEncoder().encode(seal)
    let count = (0..<4).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
    try TrackingFileCopy.write(Self.magic + count + text, before: tracked, to: path)
  }
}

/// What a clip is tracked with, by hashes, and the clip itself.
struct TrackedContents: Codable, Hashable, Sendable {
  /// The version of the tracker.
  var version: String
  /// The clip, or numbered pictures and their rate.
  var media: [String]
  /// The models, by task.
  var models: [String: String]
  /// The tracker's options, as JSON, and what was said of the clip's pictures.
  var options: [String]
}

extension CachedTracking.Fault: CustomStringConvertible {
  /// What is wrong with the file, for a note.
  var description: String {
    switch self {
    case .missing: "it is not there"
    case .unreadable: "it cannot be read"
    case .noSeal: "it does not say what it is of"
    case .otherLength(let found, let expected):
      "it has \(found) bytes where \(expected) were written"
    case .otherBytes: "its bytes are not those that were written"
    case .otherContents: "it is of another clip, or of other models or options"
    }
  }
}
