internal import Files

/// A package in a folder of packages, to read as a whole and to write file by file.
package struct PackageFolder {
  /// Why a package cannot be written into a folder.
  package enum Fault: Error, Hashable, Sendable {
    /// Something is in the way, or the folder cannot be written.
    case refused(path: String, reason: String)
    /// A file of the package cannot be read, or all of them are too long.
    case unreadable(path: String, reason: String)
    case diskFull
  }

  /// The folder in which packages lie under their names.
  private let folder: OpenFolder

  /// Opens a folder of packages, however many links lead to it.
  package init(path: String) throws(Fault) {
    do throws(FolderFault) {
      folder = try OpenFolder(path: path)
    } catch {
      throw .refused(path: "", reason: error.reason)
    }
  }

  /// Writes a package's files that differ from those of a name: all are written before the first takes its name, the
  /// manifest last.
  ///
  /// Other files of the name stay. Links are neither followed nor replaced: every path has to be free or a plain file.
  ///
  /// - Returns: the paths of what was written.
  package func write(
    _ files: any PackageFiles, manifest: String, as name: String
  ) throws(Fault) -> [String] {
    let paths = files.paths.filter { $0 != manifest } + files.paths.filter { $0 == manifest }
    var (changed, total): ([String], Int) = ([], 0)
    for path in paths {
      let bytes = try Self.read(path, of: files, limit: PackageLimits.fileBytes - total)
      total += bytes.count
      if try known(path, in: name, upTo: bytes.count) != bytes { changed.append(path) }
    }
    try checkFolders(of: paths)
    var (hidden, opened): ([HiddenFile], OpenedFolders) = ([], OpenedFolders())
    do {
      for path in changed {
        let bytes = try Self.read(path, of: files, limit: PackageLimits.fileBytes)
        hidden.append(try prepare(bytes, as: "\(name)/\(path)", called: path, &opened))
      }
    } catch {
      hidden = []
      for entry in opened.made.reversed() { try? entry.folder.removeFolder(entry.name) }
      throw error
    }
    for (file, path) in zip(hidden, changed) {
      do { try file.publish() } catch { throw Self.fault(error, path) }
    }
    return changed
  }

  /// Refuses a file that is to be the folder of another.
  private func checkFolders(of paths: [String]) throws(Fault) {
    let all = Set(paths)
    for path in paths {
      var above = path[...]
      while let slash = above.lastIndex(of: "/") {
        above = above[..<slash]
        if all.contains(String(above)) {
          throw .refused(path: path, reason: "\(above) is a file of the package, too")
        }
      }
    }
  }

  /// The folders of the files that are written, each opened once: a package may have more files than a process
  /// may have descriptors.
  private struct OpenedFolders {
    var folders: [String: OpenFolder] = [:]
    /// Those that were not there before.
    var made: [(folder: OpenFolder, name: String)] = []
  }

  /// Writes a file beside its place, without its name.
  private func prepare(
    _ bytes: [UInt8], as place: String, called path: String, _ opened: inout OpenedFolders
  ) throws(Fault) -> HiddenFile {
    do {
      let (names, name) = Self.parts(place)
      let key = names.joined(separator: "/")
      let isFirst = opened.folders[key] == nil
      let here = try opened.folders[key] ?? open(names, &opened)
      opened.folders[key] = here
      let file = try AtomicFile(path: name, in: here, replacing: true, tidies: isFirst)
      try file.append(bytes)
      return try file.complete(keepsLock: isFirst)
    } catch {
      throw Self.fault(error, path)
    }
  }

  private func open(_ names: [String], _ opened: inout OpenedFolders) throws -> OpenFolder {
    var here = folder
    for name in names {
      if here.kind(name) == nil {
        try here.makeFolder(name, permissions: 0o777)
        opened.made.append((here, name))
      }
      here = try here.folder(name)
    }
    return here
  }

  private static func fault(_ error: any Error, _ path: String) -> Fault {
    switch error {
    case let error as FolderFault:
      error.isDiskFull ? .diskFull : .refused(path: path, reason: error.reason)
    case let error as FileFault:
      error.reason == .diskFull ? .diskFull : .refused(path: path, reason: "\(error.reason)")
    default: .refused(path: path, reason: "\(error)")
    }
  }

  /// The bytes of what lies under a path of a package; nil where there is nothing, or more than so many bytes.
  private func known(_ path: String, in name: String, upTo count: Int) throws(Fault) -> [UInt8]? {
    var here = folder
    let (folders, file) = Self.parts("\(name)/\(path)")
    do {
      for folder in folders {
        guard here.kind(folder) != nil else { return nil }
        here = try here.folder(folder)
      }
      guard here.kind(file) != nil else { return nil }
      return try here.bytes(of: file, limit: count + 1)
    } catch let error as FolderFault {
      throw .refused(path: path, reason: error.reason)
    } catch {
      throw .refused(path: path, reason: (error as? BeneathFault)?.reason ?? "\(error)")
    }
  }

  private static func parts(_ path: String) -> (folders: [String], file: String) {
    let parts = path.split(separator: "/").map { String($0) }
    return (Array(parts.dropLast()), parts.last ?? "")
  }

  private static func read(
    _ path: String, of files: any PackageFiles, limit: Int
  ) throws(Fault) -> [UInt8] {
    do {
      return try files.read(path, limit: limit)
    } catch .tooLong {
      throw .unreadable(
        path: path, reason: "all files together exceed \(PackageLimits.fileBytes >> 20) MiB")
    } catch {
      throw .unreadable(path: path, reason: error.explanation)
    }
  }
}

extension PackageFolder {
  /// Whether a file of a package is a source that the package is made of, and no part of it.
  package static func isSource(_ path: String) -> Bool {
    path.hasPrefix("art/") || path.hasPrefix("lottie/") || path.lowercased().hasSuffix(".svg")
  }

  /// The zip archive of the package that lies in a folder, without its sources; the same files give the same bytes.
  ///
  /// - Throws: `Fault.unreadable`.
  package static func archive(ofPackage path: String) throws(Fault) -> [UInt8] {
    let files: FolderFiles
    do {
      files = try FolderFiles(path: path)
    } catch {
      throw .unreadable(path: path, reason: error.explanation)
    }
    var (packed, total): ([(path: String, bytes: [UInt8])], Int) = ([], 0)
    for path in files.paths where !isSource(path) {
      let bytes = try read(path, of: files, limit: PackageLimits.fileBytes - total)
      total += bytes.count
      packed.append((path, bytes))
    }
    return ZipWriter.archive(of: packed)
  }
}
