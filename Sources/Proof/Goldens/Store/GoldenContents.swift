import Digests
import Files

/// The golden store: a folder outside of Git that holds the contents of goldens by their SHA-256, the first
/// two digits a folder.
///
/// A content is never another one's: it is written once, and again only where it was damaged.
struct GoldenContents: Hashable, Sendable {
  /// The folder, which need not be there yet.
  let folder: String
  /// The folder that nothing leads out of, and the way from there to the store.
  private let root: String
  private let prefix: String

  /// The most entries of the folder that are listed.
  private static let entryLimit = 1_000_000

  /// Makes the store in a folder.
  ///
  /// - Parameter named: what a suite's file calls it, where that says it: links on the way from the suite are then the
  ///   suite's, and followed only within the folder to which its `..` lead. Nil where the user named it.
  init(folder: String, named: String? = nil) {
    self.folder = folder
    guard let named, !named.hasPrefix("/") else {
      (root, prefix) = (folder, "")
      return
    }
    let names = named.split(separator: "/").filter { $0 != "." }
    let up = names.prefix { $0 == ".." }.count
    let base = folder == named ? "" : String(folder.dropLast(named.count))
    let above = Array(repeating: "..", count: up).joined(separator: "/")
    root = up > 0 ? base + above : base.isEmpty ? "." : String(base.dropLast())
    prefix = names.dropFirst(up).joined(separator: "/")
  }

  private func place(_ relative: String) -> SuitePlace {
    SuitePlace(prefix.isEmpty ? relative : "\(prefix)/\(relative)", in: root)
  }

  private func place(of pointer: GoldenPointer) -> SuitePlace {
    place(Self.name(of: pointer.sha256))
  }

  /// Where a content is looked for.
  func path(of pointer: GoldenPointer) -> String {
    SuitePath.joined(folder, Self.name(of: pointer.sha256))
  }

  private static func name(of sha256: String) -> String {
    "\(sha256.prefix(2))/\(sha256.dropFirst(2))"
  }

  /// Reads the content of a golden, which has the size and the digest that its pointer names.
  ///
  /// - Throws: `GoldenError.missingContent`, `.damagedContent`, `.unreadable`.
  func bytes(of pointer: GoldenPointer, for golden: String) throws(GoldenError) -> [UInt8] {
    let path = path(of: pointer)
    let place = place(of: pointer)
    guard place.exists else {
      throw .missingContent(
        golden, path: path, bytes: pointer.bytes,
        missingFolder: FilePath.isFolder(folder) ? nil : folder)
    }
    // One byte more than expected tells that it is too long.
    let bytes = try place.read(limit: pointer.bytes + 1)
    guard bytes.count == pointer.bytes else {
      throw .damagedContent(
        golden, path: path,
        found: bytes.count > pointer.bytes
          ? "more than \(pointer.bytes) bytes" : "\(bytes.count) bytes",
        expected: "\(pointer.bytes)")
    }
    let sha256 = SHA256.hex(of: bytes)
    guard sha256 == pointer.sha256 else {
      throw .damagedContent(
        golden, path: path, found: "the SHA-256 \(sha256)", expected: "\(pointer.sha256)")
    }
    return bytes
  }

  /// Keeps a content, and gives the pointer to it.
  func put(_ bytes: [UInt8]) throws(GoldenError) -> GoldenPointer {
    let pointer = GoldenPointer(sha256: SHA256.hex(of: bytes), bytes: bytes.count)
    if (try? self.bytes(of: pointer, for: "")) != nil { return pointer }
    // A process that writes it at the same time writes the same.
    try place(of: pointer).write(bytes)
    return pointer
  }

  /// All contents: their digests and sizes, sorted; other files are not the store's.
  var all: [(sha256: String, bytes: Int)] {
    var found: [(String, Int)] = []
    (try? SuitePlace(prefix, in: root).folder())?.walk(limit: Self.entryLimit) { entry in
      let parts = entry.path.split(separator: "/")
      if parts.count == 1 { return GoldenPointer.isDigest(parts[0], digits: 2) }
      let sha256 = parts.joined()
      if parts.count == 2, GoldenPointer.isDigest(sha256), entry.information.kind == .file {
        found.append((sha256, Int(entry.information.bytes)))
      }
      return false
    }
    return found.sorted { $0.0 < $1.0 }
  }
}
