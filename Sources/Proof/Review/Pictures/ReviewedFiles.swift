internal import Files
internal import Foundation
internal import Imaging

/// The files of the pictures that a review names.
///
/// A review is read from results, which may be of an untrusted author: a relative path lies in the pictures' folder,
/// and no link leads out of that, or out of the suite that it belongs to.
struct ReviewedFiles: Sendable {
  /// The folder that relative paths begin at.
  let root: String
  /// The folder of the suite whose goldens are shown, as it was named and by its absolute path; empty where there is
  /// none.
  private let suites: [String]

  /// Names the folders.
  ///
  /// - Parameter suite: the folder of the suite; nil for none.
  init(root: String, suite: String?) {
    self.root = root
    suites = suite.map { [$0, URL(filePath: $0).standardizedFileURL.path] } ?? []
  }

  /// The bytes of a picture's file.
  func read(_ path: String, limit: Int) throws(ImagingError) -> [UInt8] {
    if let reason = PicturePath.fault(of: path) { throw .unreadable(reason: reason) }
    let whole = path.hasPrefix("/") ? path : "\(root)/\(path)"
    let folder = (suites + (path.hasPrefix("/") ? [] : [root])).first { whole.hasPrefix($0 + "/") }
    // A golden in a golden store lies elsewhere, and was looked through there.
    guard let folder else { return try FileBytes.read(path: whole, limit: limit) }
    let bytes: [UInt8]
    do {
      let (inner, name) = try OpenFolder(path: folder).place(
        of: whole.dropFirst(folder.count + 1))
      // One byte more than allowed tells that it is too long.
      bytes = try inner.bytes(of: name, limit: limit + 1)
    } catch {
      throw .unreadable(reason: (error as? FolderFault)?.reason ?? "\(error)")
    }
    guard bytes.count <= limit else {
      throw .fileTooLarge(byteCount: bytes.count, limit: limit)
    }
    return bytes
  }
}
