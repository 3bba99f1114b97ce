internal import Foundation

/// A hidden file beside the one that is wanted, which takes its name when it is complete.
struct TemporaryOutput: ~Copyable {
  /// The path that was asked for.
  let target: String
  /// The path to write to meanwhile.
  let path: String
  private let overwrites: Bool
  private var isPublished = false

  init(target: String, overwrites: Bool) throws(VideoError) {
    let url = URL(filePath: target)
    var isFolder: ObjCBool = false
    let manager = FileManager.default
    let folder = url.deletingLastPathComponent()
    guard unsafe manager.fileExists(atPath: folder.path, isDirectory: &isFolder),
      isFolder.boolValue
    else { throw .outputFolderMissing(path: target) }
    if unsafe manager.fileExists(atPath: target, isDirectory: &isFolder) {
      if isFolder.boolValue { throw .cannotWrite(path: target, reason: "it is a folder") }
      if !overwrites { throw .outputExists(path: target) }
    }
    let unique = String(UInt32.random(in: 0...(.max)), radix: 36)
    let process = ProcessInfo.processInfo.processIdentifier
    self.target = target
    self.overwrites = overwrites
    // Only the start of the name: with what is added it must stay under 255 bytes.
    let name = url.lastPathComponent.prefix(40)
    path = folder.appending(path: ".\(name).\(process)-\(unique).part").path
  }

  /// Gives the complete file its name, in one step.
  mutating func publish() throws(VideoError) {
    if !overwrites {
      // A link, unlike a rename, fails where a file of that name has appeared meanwhile.
      if unsafe link(path, target) == 0 {
        _ = unsafe unlink(path)
        isPublished = true
        return
      }
      if errno == EEXIST { throw .outputExists(path: target) }
      // A file system without hard links.
    }
    guard unsafe rename(path, target) == 0 else {
      throw .cannotWrite(path: target, reason: LibAV.text(of: -errno))
    }
    isPublished = true
  }

  deinit {
    if !isPublished { _ = unsafe unlink(path) }
  }
}
