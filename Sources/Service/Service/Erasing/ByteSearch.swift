internal import Blobs
internal import Digests
internal import Files
internal import Foundation
internal import JSON
internal import Jobs
internal import Store

/// Reads files as bytes, and looks for a subject and for files that were erased.
struct ByteSearch {
  /// A subject with fewer bytes is found anywhere by chance, and looked for with the quotes of JSON around it.
  static let shortest = 6
  /// As much of a file is read at once, in bytes.
  private static let pieceBytes = 1 << 20

  private(set) var findings: [ErasureFinding] = []
  private(set) var files = 0
  /// What was not looked for.
  private(set) var note: String?
  private let subject: String?
  private let patterns: [[UInt8]]
  /// Whether a subject that is a part of a longer word is another one; one in quotes ends at these.
  private let isWhole: Bool
  /// When files were erased, by their SHA-256, and which sizes they had: other files need no hash.
  private let digests: [String: Int64]
  private let sizes: Set<Int64>
  private let isCancelled: () -> Bool

  /// - Parameter subject: nil where it is not looked for.
  init(for subject: String?, digests: [ErasedFile], isCancelled: @escaping () -> Bool) {
    self.isCancelled = isCancelled
    self.digests = Dictionary(digests.map { ($0.sha256, $0.erasedAt) }) { first, _ in first }
    sizes = Set(digests.map(\.bytes))
    let isLong = (subject?.utf8.count ?? 0) >= Self.shortest
    self.subject = isLong ? subject : nil
    isWhole = isLong
    guard let subject else {
      patterns = []
      return
    }
    // As it is, and as JSON has it.
    let quoted = JSONValue.string(subject).bytes
    patterns = isLong ? [Array(subject.utf8), Array(quoted.dropFirst().dropLast())] : [quoted]
    if !isLong {
      note =
        "the subject has fewer than \(Self.shortest) bytes and is looked for in quotes alone"
    }
  }

  /// Looks at all files of a folder, and of folders in it; links are passed over.
  mutating func look(in folder: String) throws {
    try look(in: OpenFolder(path: folder))
  }

  private mutating func look(in folder: OpenFolder) throws {
    for name in try folder.names().sorted() {
      if isCancelled() { throw ErasureFault.interrupted }
      let path = "\(folder.path)/\(name)"
      if subject != nil, contains(Array(name.precomposedStringWithCanonicalMapping.utf8)) {
        add(.subject, path, "in its name")
      }
      guard let found = folder.information(name) else { continue }
      switch found.kind {
      case .folder: try look(in: folder.folder(name))
      case .file: try look(at: folder, name, bytes: found.bytes, path)
      case .link, .other: continue
      }
    }
  }

  private mutating func look(
    at folder: OpenFolder, _ name: String, bytes: Int64, _ path: String
  ) throws {
    let file: Int32
    do throws(FolderFault) {
      file = try folder.open(name)
    } catch {
      // Of a service that runs files come and go.
      if error.isMissing { return }
      throw error
    }
    defer { close(file) }
    files += 1
    let isSized = sizes.contains(bytes)
    guard isSized || !patterns.isEmpty else { return }
    // A pattern at the end is decided by the byte that follows, and has one before.
    let overlap = (patterns.map(\.count).max() ?? 0) + 1
    var (hash, rest, isStart, hasSubject) = (SHA256(), [UInt8](), true, false)
    while !hasSubject || isSized {
      let (piece, failure) = DescriptorBytes.read(Self.pieceBytes, from: file)
      if let failure { throw FolderFault(path: path, number: failure) }
      if piece.isEmpty {
        hasSubject = hasSubject || contains(rest, isStart: isStart)
        break
      }
      if isSized { hash.append(piece) }
      if !hasSubject {
        rest += piece
        hasSubject = contains(rest, isStart: isStart, isEnd: false)
        if rest.count > overlap {
          rest.removeFirst(rest.count - overlap)
          isStart = false
        }
      }
      if isCancelled() { throw ErasureFault.interrupted }
    }
    if hasSubject { add(.subject, path, "in its bytes") }
    if isSized { compare(hash.hex, path) }
  }

  /// Looks at all blobs of a store: at what was asked of jobs for the subject, at all others for their digests.
  mutating func look(in blobs: any BlobStore) throws {
    for blob in try blobs.list(below: nil) {
      if isCancelled() { throw ErasureFault.interrupted }
      files += 1
      let place = "\(blobs.place)/\(blob.key)"
      if blob.key.names.last == JobFolder.request[...],
        let bytes = try blobs.bytes(of: blob.key, in: nil), contains(bytes)
      {
        add(.subject, place, "in its bytes")
      }
      guard sizes.contains(blob.bytes) else { continue }
      compare(try blobs.sha256(of: blob), place)
    }
  }

  private mutating func compare(_ sha256: String, _ place: String) {
    guard let time = digests[sha256] else { return }
    let date = Date(timeIntervalSince1970: Double(time / 1000)).formatted(.iso8601)
    add(.file, place, "erased at \(date)")
  }

  private mutating func add(_ kind: ErasureFinding.Kind, _ place: String, _ detail: String) {
    findings.append(ErasureFinding(found: kind, place: place, detail: detail))
  }

  /// Whether bytes have one of the patterns.
  ///
  /// - Parameters:
  ///   - isStart: whether nothing is before them.
  ///   - isEnd: whether nothing follows them.
  private func contains(_ bytes: [UInt8], isStart: Bool = true, isEnd: Bool = true) -> Bool {
    patterns.contains { pattern in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe Self.hits(of: pattern, in: bytes) { place in
          let end = place + pattern.count
          guard isWhole else { return true }
          let begins = unsafe place == 0 ? isStart : !Self.isOfWord(bytes[place - 1])
          let ends = unsafe end == bytes.count ? isEnd : !Self.isOfWord(bytes[end])
          return begins && ends
        }
      }
    }
  }

  /// Whether a byte goes on with an ID that it stands beside: an ASCII letter or digit, `-`, `_`, or of another script.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// Whether a pattern is anywhere where `counts` takes its place.
  private static func hits(
    of pattern: [UInt8], in bytes: UnsafeRawBufferPointer, counts: (Int) -> Bool
  ) -> Bool {
    guard let base = bytes.baseAddress, let first = pattern.first else { return false }
    var start = 0
    while start + pattern.count <= bytes.count {
      let places = bytes.count - pattern.count - start + 1
      guard let hit = unsafe memchr(base + start, Int32(first), places) else { return false }
      let place = unsafe UnsafeRawPointer(hit) - base
      if unsafe memcmp(hit, pattern, pattern.count) == 0, counts(place) { return true }
      start = place + 1
    }
    return false
  }
}
