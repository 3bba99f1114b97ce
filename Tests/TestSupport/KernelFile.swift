import Foundation

/// A file of `/proc`, which the kernel makes as it is read.
public enum KernelFile {
  /// All of its text: `String(contentsOfFile:)` has the first page alone, as such a file states no length.
  public static func text(_ path: String) throws -> String {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
  }
}
