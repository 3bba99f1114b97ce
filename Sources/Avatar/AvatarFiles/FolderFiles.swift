import Avatars
import Foundation

/// A package that lies in a folder.
package struct FolderFiles: PackageFiles {
  package let id: String
  package let paths: [String]
  package let strayPaths: [(path: String, reason: String)] = []
  /// The folder with every link on the way to it resolved.
  private let root: String

  /// Opens a folder; throws where it holds more than a package may.
  package init(path: String) throws(PackageFileError) {
    guard let root = Self.realPath(path) else {
      throw .unreadable(reason: "the folder cannot be opened")
    }
    self.root = root
    id = URL(filePath: root).lastPathComponent
    var paths: [String] = []
    var entries = 0
    // Links to folders are not followed, so the walk ends.
    let walk = FileManager.default.enumerator(atPath: root)
    while let entry = walk?.nextObject() as? String {
      // A package that is kept under version control has thousands of files in `.git`.
      guard !URL(filePath: entry).lastPathComponent.hasPrefix(".") else {
        walk?.skipDescendants()
        continue
      }
      entries += 1
      guard entries <= PackageLimits.entries else {
        throw .unreadable(reason: "it holds more than \(PackageLimits.entries) files and folders")
      }
      if Self.kind(of: "\(root)/\(entry)") != S_IFDIR {
        paths.append(entry)
      }
    }
    self.paths = paths.sorted()
  }

  package func read(
    _ path: String, limit: Int, narrowed: ([UInt8]) -> Int
  ) throws(PackageFileError) -> [UInt8] {
    if let reason = PackagePath.fault(of: path) { throw .leadsOut(reason: reason) }
    guard let real = FileNames.existing("\(root)/\(path)").flatMap(Self.realPath) else {
      throw .missing
    }
    guard real.hasPrefix(root == "/" ? root : root + "/") else {
      throw .leadsOut(reason: "is a link that leads out of the package")
    }
    // Anything but a plain file might never end: opening a named pipe waits for its writer.
    guard Self.kind(of: real) == S_IFREG else {
      throw .unreadable(reason: "not a plain file")
    }
    do {
      let handle = try FileHandle(forReadingFrom: URL(filePath: real))
      defer { try? handle.close() }
      var data = try handle.read(upToCount: min(limit + 1, 1 << 16)) ?? Data()
      let limit = min(limit, narrowed([UInt8](data)))
      if data.count > 0, data.count <= limit {
        data += try handle.read(upToCount: limit + 1 - data.count) ?? Data()
      }
      guard data.count <= limit else { throw PackageFileError.tooLong(limit: limit) }
      return [UInt8](data)
    } catch let error as PackageFileError {
      throw error
    } catch {
      throw .unreadable(reason: "the file cannot be opened; check that it may be read")
    }
  }

  /// What kind of file there is, a link being one of its own; nil for none.
  ///
  /// Foundation's attributes name the owner, for which it reads the users of the machine each time.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
