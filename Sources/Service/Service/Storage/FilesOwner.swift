package import Blobs
internal import Digests
internal import Files
internal import Foundation
internal import ServiceConfiguration
internal import Text

/// Whose the files of a place outside of a data folder are: a random name is in a note in the data folder and in a
/// blob of the place.
///
/// A second service with the same place would find none of its jobs in the first one's files, and set them aside.
package enum FilesOwner {
  /// The note's name, in the data folder.
  package static let note = "files-service"
  /// The blob's key.
  package static let key = "service"
  /// The most bytes of either that are looked at.
  private static let longest = 256

  /// Takes a place for the service of a data folder, or makes sure that it has it.
  ///
  /// The note is written first: a service that is killed in between finds its own name at the next start.
  ///
  /// - Throws: `ServiceSettingsError` where another service has it; `BlobError`, `FileFault`.
  package static func take(_ blobs: any BlobStore, for folder: String) throws {
    let path = "\(folder)/\(note)"
    let name: String
    if let noted = noted(path) {
      name = noted
    } else {
      name = RandomName.make()
      try AtomicFile.write(Array(name.utf8), to: path, replacing: true, permissions: 0o600)
    }
    let key = try BlobKey(Self.key)
    var found = try text(of: key, in: blobs)
    if found == nil {
      do throws(BlobError) {
        try blobs.keep(Array(name.utf8), as: key, onlyNew: true)
      } catch {
        guard case .exists = error else { throw error }
      }
      // Not every server heeds that it must be new: who wrote last has it.
      found = try text(of: key, in: blobs)
    }
    guard found == name else {
      let other = Shown.text(found ?? "", upTo: longest)
      throw ServiceSettingsError(
        description:
          "--files: \(blobs.place) has the files of another service: \(path) has the name \(name), and the object"
          + " blobs/\(Self.key) \"\(other)\"; give another prefix or, once the other service and its data"
          + " folder are gone, remove that object")
    }
  }

  private static func noted(_ path: String) -> String? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    let bytes = (try? handle.read(upToCount: longest)) ?? Data()
    let text = String(decoding: bytes, as: UTF8.self)
    return RandomName.isFit(text) ? text : nil
  }

  /// The text of the blob; nil where there is none.
  private static func text(of key: BlobKey, in blobs: any BlobStore) throws(BlobError) -> String? {
    guard let blob = try blobs.information(of: key) else { return nil }
    let range = 0..<min(blob.bytes, Int64(longest))
    return String(decoding: try blobs.bytes(of: key, in: range) ?? [], as: UTF8.self)
  }
}
