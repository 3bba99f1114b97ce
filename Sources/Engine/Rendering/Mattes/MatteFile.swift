import Digests
import Files
import Matting
import Problems

/// A file of what hands cover, frame by frame: its kind, its key, a record for each frame, and the hash of
/// all that.
///
/// A record is the frame's time as the bits of a number, how many bytes follow, and these: how many hands,
/// and of each the number of bytes and the bytes of its field. All numbers begin with their lowest byte.
final class MatteFile {
  /// Why a file is not taken.
  enum Fault: Error, Equatable {
    case missing
    case unreadable(reason: String)
    case noMattes
    case otherBytes
    case otherContents
  }

  /// No file is longer.
  private static let mostBytes = 1 << 30
  static let magic = Array("AVMATTE1".utf8)
  static let headBytes = magic.count + SHA256.byteCount
  /// The bytes before those of a record.
  static let recordHeadBytes = 12
  /// Hands of a frame, at most.
  private static let mostHands = 64

  let bytes: Int
  private let file: PlainFile
  private var places: [UInt64: (offset: Int, count: Int)] = [:]

  /// Opens a file, and checks all of it.
  ///
  /// A link is not followed: its maker would choose what is read.
  init(path: String, key: [UInt8]) throws(Fault) {
    do throws(BeneathFault) {
      file = try PlainFile(path: path)
    } catch {
      throw error.isAbsent ? .missing : .unreadable(reason: error.reason)
    }
    do {
      let end = file.byteCount - SHA256.byteCount
      guard end >= Self.headBytes, end < Self.mostBytes else { throw Fault.noMattes }
      bytes = end - Self.headBytes
      let head = try file.bytes(Self.headBytes, at: 0)
      guard head.starts(with: Self.magic) else { throw Fault.noMattes }
      guard head.dropFirst(Self.magic.count).elementsEqual(key) else { throw Fault.otherContents }
      var hash = SHA256()
      try file.forEachPiece(of: 0..<end) { hash.append($0) }
      let stated = try file.bytes(SHA256.byteCount, at: end)
      guard stated == hash.digest else { throw Fault.otherBytes }
    } catch let fault as Fault {
      throw fault
    } catch {
      throw .unreadable(reason: SystemReason.line(of: error))
    }
    var offset = Self.headBytes
    while offset < Self.headBytes + bytes {
      guard let head = read(Self.recordHeadBytes, at: offset) else {
        throw .unreadable(reason: "it was changed meanwhile")
      }
      let count = Self.number(head[8...])
      places[UInt64(bitPattern: Int64(Self.number(head[..<8])))] = (
        offset + Self.recordHeadBytes, count
      )
      offset += Self.recordHeadBytes + count
    }
    guard offset == Self.headBytes + bytes else { throw .noMattes }
  }

  /// What hands cover of the frame that is asked for at a time; nil where that is not kept.
  func fields(atMs timeMs: Double) -> [CoverageField]? {
    guard let place = places[timeMs.bitPattern], let bytes = read(place.count, at: place.offset)
    else { return nil }
    var (fields, rest) = ([CoverageField](), bytes[...])
    func number() -> Int? {
      guard rest.count >= 4 else { return nil }
      defer { rest = rest.dropFirst(4) }
      return Self.number(rest.prefix(4))
    }
    guard let count = number(), count <= Self.mostHands else { return nil }
    for _ in 0..<count {
      guard let length = number(), length <= rest.count,
        let field = CoverageField(Array(rest.prefix(length)))
      else { return nil }
      fields.append(field)
      rest = rest.dropFirst(length)
    }
    return rest.isEmpty ? fields : nil
  }

  /// All records, piece by piece.
  func copyRecords(to write: ([UInt8]) throws -> Void) throws {
    try file.forEachPiece(of: Self.headBytes..<(Self.headBytes + bytes), write)
  }

  /// Makes it the youngest of its cache, whose oldest files go first.
  func touch() { file.touch() }

  static func record(_ fields: [CoverageField], atMs timeMs: Double) -> [UInt8] {
    var body = number(fields.count, bytes: 4)
    for field in fields {
      let bytes = field.bytes
      body += number(bytes.count, bytes: 4) + bytes
    }
    return number(Int(bitPattern: UInt(timeMs.bitPattern)), bytes: 8)
      + number(body.count, bytes: 4) + body
  }

  private func read(_ count: Int, at offset: Int) -> [UInt8]? {
    let bytes = try? file.bytes(count, at: offset)
    return bytes?.count == count ? bytes : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    Int(bitPattern: bytes.reversed().reduce(UInt(0)) { $0 << 8 | UInt($1) })
  }

  private static func number(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

extension MatteFile.Fault: CustomStringConvertible {
  /// What is wrong with the file, for a note.
  var description: String {
    switch self {
    case .missing: "it is not there"
    case .unreadable(let reason): "it cannot be read: \(reason)"
    case .noMattes: "it does not hold what hands cover"
    case .otherBytes: "its bytes are not those that were written"
    case .otherContents: "it is of another clip, or of other settings"
    }
  }
}
