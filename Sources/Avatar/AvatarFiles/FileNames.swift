import Foundation

/// Finds files whose names are written in another form than they are asked for: of Unicode, and the ending of archives in
/// large letters.
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

  /// How the names of archives end, in small letters or large ones.
  private static let archiveEnding = ".zip"

  /// The name of the package that is an archive's, by the path or name of that; nil for what is none.
  public static func packageName(ofArchive path: String) -> String? {
    guard path.lowercased().hasSuffix(archiveEnding) else { return nil }
    return String(path.dropLast(archiveEnding.count))
  }

  /// The path of the archive of a package in a folder; nil where there is none.
  public static func archive(of package: String, in folder: String) -> String? {
    if let found = existing("\(folder)/\(package)\(archiveEnding)") { return found }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // Of several that differ in the letters of the ending, the same one each time.
    let found = names.sorted().first { packageName(ofArchive: $0) == package }
    return found.map { "\(folder)/\($0)" }
  }
}
