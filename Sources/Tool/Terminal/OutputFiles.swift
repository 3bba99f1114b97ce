package import Files
import Foundation

/// Files that are written when the work is done.
package enum OutputFiles {
  /// Refuses before any work what would be refused after it: a file that is there already, a folder
  /// that is not.
  package static func check(_ paths: [String?], overwrites: Bool) throws(FileFault) {
    for path in paths.compactMap(\.self) {
      guard overwrites || !FileManager.default.fileExists(atPath: path) else {
        throw FileFault(path: path, .exists)
      }
      let folder = (path as NSString).deletingLastPathComponent
      guard folder.isEmpty || FileManager.default.fileExists(atPath: folder) else {
        throw FileFault(path: path, .folderMissing(folder))
      }
    }
  }
}
