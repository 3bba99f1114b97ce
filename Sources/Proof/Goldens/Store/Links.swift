internal import Foundation

/// The system's calls on paths; what they return is 0 where all is well.
enum Links {
  @discardableResult static func unlink(_ path: String) -> Int32 { systemUnlink(path) }
  static func link(_ from: String, _ to: String) -> Int32 { systemLink(from, to) }
  @discardableResult static func rename(_ from: String, _ to: String) -> Int32 {
    systemRename(from, to)
  }
  /// Removes a folder that is empty.
  @discardableResult static func removeFolder(_ path: String) -> Int32 { systemRmdir(path) }
}

// The calls by names that the type above does not have.
private func systemUnlink(_ path: String) -> Int32 { unsafe unlink(path) }
private func systemLink(_ from: String, _ to: String) -> Int32 { unsafe link(from, to) }
private func systemRename(_ from: String, _ to: String) -> Int32 { unsafe rename(from, to) }
private func systemRmdir(_ path: String) -> Int32 { unsafe rmdir(path) }
