/// Paths of pictures, as a review names them.
enum PicturePath {
  /// Why a picture's path cannot be taken from a folder of pictures; nil where it can.
  ///
  /// A relative path stays in the folder. An absolute one is taken as it is: goldens lie elsewhere.
  static func fault(of path: String) -> String? {
    if path.isEmpty { return "the path is empty" }
    if path.utf8.count > 4096 {
      return "the path has \(path.utf8.count) bytes; at most 4096 are allowed"
    }
    if path.unicodeScalars.contains(where: { $0.value < 0x20 }) {
      return "the path holds a control character"
    }
    if !path.hasPrefix("/"), path.split(separator: "/").contains("..") {
      return "the path leads out of the pictures' folder by \"..\""
    }
    return nil
  }
}
