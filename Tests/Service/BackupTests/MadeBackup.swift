import Backup
import Foundation
import TestSupport
import Testing

/// A backup of a full stage, which is made once for all tests that change it.
struct MadeBackup {
  let folder: ScratchFolder

  private static let made = Result {
    let stage = try BackupStage.full()
    try stage.back()
    return stage.folder
  }

  /// Makes a copy, as `backup` in a folder of its own.
  init() throws {
    folder = try ScratchFolder()
    try FileManager.default.copyItem(
      atPath: try Self.made.get().path("backup"), toPath: folder.path("backup"))
  }
}

extension ScratchFolder {
  @discardableResult
  func restore(
    _ name: String = "backup", to target: String = "restored", isCancelled: () -> Bool = { false }
  ) throws -> RestoreSummary {
    try BackupRestorer(of: path(name), to: path(target)).run(isCancelled: isCancelled)
  }

  /// Every file and link below a folder, with bytes or target.
  func tree(_ name: String) throws -> [String: String] {
    let root = path(name)
    var tree: [String: String] = [:]
    for case let path as String in try #require(FileManager.default.enumerator(atPath: root)) {
      let type = try FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")[.type]
      switch type as? FileAttributeType {
      case .typeSymbolicLink:
        tree[path] =
          "-> "
          + (try FileManager.default.destinationOfSymbolicLink(atPath: "\(root)/\(path)"))
      case .typeRegular:
        tree[path] = String(decoding: try bytes("\(name)/\(path)"), as: UTF8.self)
      default: break
      }
    }
    return tree
  }
}
