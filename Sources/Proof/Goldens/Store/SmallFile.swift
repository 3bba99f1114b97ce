internal import Foundation

/// Reading files of a suite that are small, and in nobody's hand but the file system's.
enum SmallFile {
  /// The bytes of a regular file; more than `limit` of them are cut off.
  static func read(_ path: String, limit: Int) throws(GoldenError) -> [UInt8] {
    let real = URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: real)
    // Anything but a plain file might never end: opening a named pipe waits for its writer.
    guard attributes?[.type] as? FileAttributeType == .typeRegular else {
      throw .unreadable(path, reason: "not a plain file")
    }
    guard let handle = FileHandle(forReadingAtPath: real) else {
      throw .unreadable(path, reason: "it cannot be opened; check that it may be read")
    }
    defer { try? handle.close() }
    do {
      return [UInt8](try handle.read(upToCount: limit) ?? Data())
    } catch {
      throw .unreadable(path, reason: "reading it failed")
    }
  }
}
