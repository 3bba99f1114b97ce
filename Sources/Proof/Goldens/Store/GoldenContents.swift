import Digests
import Files
import Foundation
import Imaging

/// The golden store: a folder outside of Git that holds the contents of goldens by their SHA-256, the first
/// two digits a folder.
///
/// A content is never another one's: it is written once, and again only where it was damaged.
struct GoldenContents: Hashable, Sendable {
  /// The folder, which need not be there yet.
  let folder: String

  /// The most entries of the folder that are listed.
  private static let entryLimit = 1_000_000

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
    guard SuitePath.exists(path) else {
      throw .missingContent(
        golden, path: path, bytes: pointer.bytes,
        missingFolder: SuitePath.isFolder(folder) ? nil : folder)
    }
    // One byte more than expected tells that it is too long.
    let bytes = try SmallFile.read(path, limit: pointer.bytes + 1)
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
    let path = path(of: pointer)
    let place = SuitePath.folder(of: path)
    do {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    } catch {
      throw .file(.file(path: place, .unwritable(reason: "the folder cannot be made")))
    }
    do throws(FileFault) {
      // Who writes it at the same time writes the same.
      try AtomicFile.write(bytes, to: path, replacing: true)
    } catch {
      throw .file(ImagingError(error))
    }
    return pointer
  }

  /// All contents: their digests and sizes, sorted; other files are not the store's.
  var all: [(sha256: String, bytes: Int)] {
    let walk = FileManager.default.enumerator(atPath: folder)
    var found: [(String, Int)] = []
    var looked = 0
    while let entry = walk?.nextObject() as? String, looked < Self.entryLimit {
      looked += 1
      let parts = entry.split(separator: "/")
      if parts.count == 1, !GoldenPointer.isDigest(parts[0], digits: 2) { walk?.skipDescendants() }
      let sha256 = parts.joined()
      guard parts.count == 2, GoldenPointer.isDigest(sha256), entry == Self.name(of: sha256)
      else { continue }
      found.append((sha256, (walk?.fileAttributes?[.size] as? NSNumber)?.intValue ?? 0))
    }
    return found.sorted { $0.0 < $1.0 }
  }
}
