import Avatars
internal import Files
import Foundation
internal import Text

/// A package that lies in a folder.
package struct FolderFiles: PackageFiles {
  package let id: String
  package let paths: [String]
  package let strayPaths: [(path: String, reason: String)] = []
  /// The folder, which nothing in it leads out of.
  private let root: OpenFolder

  /// Opens a folder, however many links lead to it; throws where it holds more than a package may.
  package init(path: String) throws(PackageFileError) {
    do throws(FolderFault) {
      root = try OpenFolder(path: path)
    } catch {
      throw .unreadable(reason: error.reason)
    }
    id = URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.lastPathComponent
    var paths: [String] = []
    // Links to folders are not followed, so the walk ends.
    var entries = 0
    root.walk { entry in
      // A package that is kept under version control has thousands of files in `.git`.
      guard !entry.name.hasPrefix("."), entries <= PackageLimits.entries else { return false }
      entries += 1
      if entry.information.kind != .folder { paths.append(entry.path) }
      return true
    }
    guard entries <= PackageLimits.entries else {
      throw .overLimit(reason: "it holds more than \(PackageLimits.entries) files and folders")
    }
    self.paths = paths.sorted()
  }

  package func read(
    _ path: String, limit: Int, narrowed: ([UInt8]) -> Int
  ) throws(PackageFileError) -> [UInt8] {
    if let reason = PackagePath.fault(of: path) { throw .leadsOut(reason: reason) }
    let read: (bytes: [UInt8], limit: Int)
    do throws(BeneathFault) {
      read = try self.read(atPath: path, limit, narrowed)
    } catch .leadsOut(let link) {
      throw .leadsOut(
        reason:
          "is a link that leads out of the package, to \(Shown.text(link.target)); put the file"
          + " itself in its place")
    } catch .notAFile {
      // Anything but a plain file might never end.
      throw .unreadable(reason: "not a plain file")
    } catch .folder(let fault) where fault.isMissing {
      throw .missing
    } catch {
      throw .unreadable(reason: error.reason)
    }
    guard read.bytes.count <= read.limit else { throw .tooLong(limit: read.limit) }
    return read.bytes
  }

  /// Reads a file by the links on the way to it, as long as they stay in the package.
  private func read(
    atPath path: String, _ limit: Int, _ narrowed: ([UInt8]) -> Int
  ) throws(BeneathFault) -> (bytes: [UInt8], limit: Int) {
    var (folder, name) = try root.place(of: path)
    // Names in ASCII have one form; Swift compares texts by their characters, not by their bytes.
    if folder.kind(name) == nil, path.utf8.contains(where: { $0 >= 0x80 }),
      let other = paths.first(where: { $0 == path })
    {
      (folder, name) = try root.place(of: other)
    }
    var allowed = limit
    // One byte more than allowed tells that it is too long.
    let bytes = try folder.bytes(of: name, limit: limit + 1) { beginning in
      allowed = min(limit, narrowed(beginning))
      return allowed + 1
    }
    return (bytes, allowed)
  }
}
