internal import AvatarFiles
internal import Foundation
internal import Imaging

/// A file of a folder, or of a scene package that lies in a zip archive.
struct CardFile: Sendable {
  /// The folder, or the archive.
  let holder: String
  /// The file's path in it.
  let path: String
  /// Whether it lies in an archive.
  let isPacked: Bool

  /// What messages call it.
  var name: String { "\(holder)/\(path)" }

  /// A file of a folder or an archive; a path that leads elsewhere names nothing.
  init(_ path: String, in holder: String, isPacked: Bool = false) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isInside = !path.hasPrefix("/") && !parts.contains("..") && !path.contains("\0")
    self.path = isInside ? path : "(a path that leads out of the folder)"
    (self.holder, self.isPacked) = (holder, isPacked)
  }

  /// Its bytes, at most so many.
  func read(limit: Int) throws(CardError) -> [UInt8] {
    guard isPacked else {
      do throws(ImagingError) {
        return try FileBytes.read(path: name, limit: limit)
      } catch {
        throw .unreadable(file: name, reason: "\(error)")
      }
    }
    do {
      return try Self.package(at: holder).read(path, limit: limit)
    } catch {
      throw .unreadable(file: name, reason: error.reason)
    }
  }

  /// The name of the scene package in an archive.
  static func sceneName(inArchive path: String) throws(CardError) -> String {
    do {
      return try package(at: path).id
    } catch {
      throw .unreadable(file: path, reason: error.reason)
    }
  }

  private static func package(at path: String) throws(ZippedPackage.Fault) -> ZippedPackage {
    try ZippedPackage(path: path, manifest: "scene.json")
  }
}
