import Foundation
import Imaging

/// Files that are written when the work is done.
enum OutputFiles {
  /// Refuses before any work what would be refused after it: a file that is there already, a folder
  /// that is not.
  static func check(_ paths: [String?], overwrites: Bool) throws(ImagingError) {
    for path in paths.compactMap(\.self) {
      guard overwrites || !FileManager.default.fileExists(atPath: path) else {
        throw .file(path: path, .outputExists)
      }
      let folder = (path as NSString).deletingLastPathComponent
      guard folder.isEmpty || FileManager.default.fileExists(atPath: folder) else {
        throw .file(path: path, .folderMissing(folder))
      }
    }
  }
}
