/// The names of cases as files of the results' folder: `dragon/yaw` is `dragon/yaw.json`, with its
/// pictures in `dragon/yaw/`.
public enum CaseName {
  /// The longest part between two `/`, in bytes: file systems take 255, of which a temporary file's
  /// ending needs some.
  public static let partByteLimit = 200
  /// The deepest nesting.
  public static let depthLimit = 16

  /// Why a name cannot be that of a file; nil where it can.
  ///
  /// No name leads out of the folder that it is looked up in, hides, or means another file than it
  /// says.
  public static func fault(of name: String) -> String? {
    if name.isEmpty { return "the name is empty" }
    if name.hasPrefix("/") { return "the name begins with \"/\"" }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count > depthLimit {
      return "the name has \(parts.count) parts between \"/\"; at most \(depthLimit) are allowed"
    }
    for part in parts {
      if part.isEmpty { return "the name has an empty part between two \"/\"" }
      if part.hasPrefix(".") { return "a part of the name begins with \".\", which hides files" }
      if part.utf8.count > partByteLimit {
        return
          "a part of the name has \(part.utf8.count) bytes; at most \(partByteLimit) are allowed"
      }
      if part.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F || $0 == "\\" })
      {
        return "the name holds a control character or a backslash"
      }
    }
    return nil
  }

  /// Why a picture's path cannot be taken from a results' folder; nil where it can.
  ///
  /// A relative path stays in the folder. An absolute one is taken as it is: goldens lie elsewhere.
  static func pictureFault(of path: String) -> String? {
    if path.isEmpty { return "the path is empty" }
    if path.utf8.count > 4096 {
      return "the path has \(path.utf8.count) bytes; at most 4096 are allowed"
    }
    if path.unicodeScalars.contains(where: { $0.value < 0x20 }) {
      return "the path holds a control character"
    }
    if !path.hasPrefix("/"), path.split(separator: "/").contains("..") {
      return "the path leads out of the results' folder by \"..\""
    }
    return nil
  }
}
