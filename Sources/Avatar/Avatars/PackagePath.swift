/// The rule for paths in a package: forward slashes, and never out of it.
public enum PackagePath {
  /// Why a path does not stay inside a package as written; nil where it does.
  ///
  /// This looks at the text alone; whether a link leads out is seen where the file is opened.
  public static func fault(of path: String) -> String? {
    if path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "has a control character in it"
    }
    if path.hasPrefix("/") { return "is an absolute path" }
    if path.contains("\\") { return "has a backslash in it" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.contains("..") { return "leads out with \"..\"" }
    if parts.contains("") || parts.contains(".") { return "has an empty part" }
    // "C:mask.png" would be a path on another drive under Windows.
    if parts[0].contains(":") { return "has a colon in its first part" }
    return nil
  }
}
