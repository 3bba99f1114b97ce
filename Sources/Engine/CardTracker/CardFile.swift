internal import AvatarFiles
internal import Files
internal import Text

/// A file of a folder, or of a scene package that lies in a zip archive.
struct CardFile: Sendable {
  /// The folder, or the archive.
  let holder: String
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
      return try readInFolder(limit: limit)
    }
    do {
      return try Self.package(at: holder).read(path, limit: limit)
    } catch {
      throw .unreadable(file: name, reason: error.reason)
    }
  }

  /// The same for a file of a folder, which no link leads out of: it may be of an untrusted author.
  private func readInFolder(limit: Int) throws(CardError) -> [UInt8] {
    let bytes: [UInt8]
    do {
      let (folder, last) = try OpenFolder(path: holder).place(of: path)
      // One byte more than allowed tells that it is too long.
      bytes = try folder.bytes(of: last, limit: limit + 1)
    } catch BeneathFault.leadsOut(let link) {
      throw .unreadable(
        file: name,
        reason:
          "a link leads out of the folder, to \(Shown.text(link.target)); put the file itself in its"
          + " place")
    } catch BeneathFault.notAFile {
      throw .unreadable(file: name, reason: "it is no plain file")
    } catch BeneathFault.folder(let fault) {
      throw .unreadable(file: name, reason: fault.reason)
    } catch {
      throw .unreadable(file: name, reason: (error as? FolderFault)?.reason ?? "\(error)")
    }
    guard bytes.count <= limit else {
      throw .unreadable(file: name, reason: "the file has more than \(limit) bytes")
    }
    return bytes
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
