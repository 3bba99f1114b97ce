import Files
import Foundation
import Problems

/// The files of a new package.
struct TemplateFiles {
  /// Each file's path in the package and its bytes, the manifest last.
  let contents: [(name: String, bytes: [UInt8])]

  /// The paths.
  var names: [String] { contents.map(\.name) }

  /// Writes the package, whose folder appears when all its files are in it and have no errors.
  ///
  /// - Parameter errors: what is wrong with the package at a path, a line each.
  func write(
    to folder: String, errors: (String) throws -> [String]
  ) throws(TemplateError) {
    var folder = folder
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    guard !FilePath.isThere(folder) else { throw .packageExists(path: folder) }
    let parent = FilePath.split(folder).folder
    let hidden = "\(parent)/.\(UUID().uuidString)"
    let files = FileManager.default
    defer { try? files.removeItem(atPath: hidden) }
    do {
      try files.createDirectory(atPath: hidden, withIntermediateDirectories: true)
      for (name, bytes) in contents {
        let path = "\(hidden)/\(name)"
        if name.contains("/") {
          try files.createDirectory(
            atPath: FilePath.split(path).folder, withIntermediateDirectories: true)
        }
        try AtomicFile.write(bytes, to: path)
      }
      let errors = try errors(hidden)
      guard errors.isEmpty else { throw TemplateError.faulty(path: folder, errors) }
      try files.moveItem(atPath: hidden, toPath: folder)
    } catch let error as TemplateError {
      throw error
    } catch let fault as FileFault {
      throw .unwritable(path: folder, reason: "\(fault.reason)")
    } catch {
      throw .unwritable(path: folder, reason: SystemReason.words(of: error))
    }
  }
}
