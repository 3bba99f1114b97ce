internal import Foundation

enum SuitePath {
  /// A path that is relative to a folder, or absolute.
  static func joined(_ folder: String, _ path: String) -> String {
    path.hasPrefix("/") || folder == "." ? path : "\(folder)/\(path)"
  }

  static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }

  /// Whether there is anything at a path.
  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
