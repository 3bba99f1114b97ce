internal import Digests
internal import Files
internal import Foundation
internal import Problems
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
    var contents: TrackedContents
  }

  /// Why a file of the cache is not taken.
  enum Fault: Error, Equatable {
    case missing
    case unreadable(reason: String)
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

  let path: String

  /// Checks a file, byte by byte, for what is asked for; it is the youngest then.
  ///
  /// A link is not followed: its maker would choose what is read.
  func check(_ contents: TrackedContents) throws(Fault) {
    let file: PlainFile
    do throws(BeneathFault) {
      file = try PlainFile(path: path)
    } catch {
      throw error.isAbsent ? .missing : .unreadable(reason: error.reason)
    }
    let (seal, start) = try Self.seal(of: file)
    guard seal.contents == contents else { throw .otherContents }
    guard file.byteCount - start == seal.length else {
      throw .otherLength(found: file.byteCount - start, expected: seal.length)
    }
    var hash = SHA256()
    do {
      try file.forEachPiece(of: start..<file.byteCount) { hash.append($0) }
    } catch {
      throw .unreadable(reason: SystemReason.line(of: error))
    }
    guard hash.hex == seal.sha256 else { throw .otherBytes }
    file.touch()
  }

  /// The seal, and where the tracking begins.
  private static func seal(of file: PlainFile) throws(Fault) -> (Seal, start: Int) {
    do {
      let head = try file.bytes(headBytes, at: 0)
      guard head.count == headBytes, head.starts(with: magic) else { throw Fault.noSeal }
      let length = head.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      guard length <= longestSeal else { throw Fault.noSeal }
      let text = try file.bytes(length, at: headBytes)
      return (try JSONDecoder().decode(Seal.self, from: Data(text)), headBytes + length)
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
  var version: String
  /// The clip, or numbered pictures and their rate.
  var media: [String]
  var models: [String: String]
  /// The tracker's options, as JSON, and what was said of the clip's pictures.
  var options: [String]
}

extension CachedTracking.Fault: CustomStringConvertible {
  /// What is wrong with the file, for a note.
  var description: String {
    switch self {
    case .missing: "it is not there"
    case .unreadable(let reason): "it cannot be read: \(reason)"
    case .noSeal: "it does not say what it is of"
    case .otherLength(let found, let expected):
      "it has \(found) bytes where \(expected) were written"
    case .otherBytes: "its bytes are not those that were written"
    case .otherContents: "it is of another clip, or of other models or options"
    }
  }
}
