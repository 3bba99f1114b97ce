import Foundation

/// Finds files whose names are written in another form of Unicode than they are asked for.
///
/// macOS writes the é of a name as e and an accent, most programs as one character; on Linux these are two
/// names, and a file that was named by the one is not found by the other.
public enum FileNames {
  /// The path of what is there under a path, whose names may be in another form; nil where nothing is.
  ///
  /// A path that is there as it is written is that path.
  public static func existing(_ path: String) -> String? {
    let files = FileManager.default
    if files.fileExists(atPath: path) { return path }
    // Names in ASCII have one form.
    guard path.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    var found = path.hasPrefix("/") ? "/" : ""
    for name in path.split(separator: "/") {
      let folder = found.isEmpty || found.hasSuffix("/") ? found : found + "/"
      found = folder + name
      if files.fileExists(atPath: found) { continue }
      let names = try? files.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
      // Swift compares texts by their characters, not by their bytes.
      guard let other = names?.first(where: { $0 == name }) else { return nil }
      found = folder + other
    }
    return found
  }
}
