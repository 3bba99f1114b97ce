internal import Foundation

/// The libraries that this process has loaded.
public enum LoadedLibraries {
  /// The paths of their files, and of the program's own, sorted.
  public static var paths: [String] {
    // The kernel states no length of its list: read as a text, it would be its first page alone.
    guard let file = FileHandle(forReadingAtPath: "/proc/self/maps") else { return [] }
    defer { try? file.close() }
    let list = String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
    let paths = list.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }
    return Set(paths).sorted()
  }
}
