internal import AvatarFiles
internal import Avatars
internal import HTTPMessages
internal import Problems
internal import ServiceInterface
internal import Text

/// The parts of a form with files of a package that is being edited.
enum PackagePart {
  /// What the names of such parts begin with; the file's path in the package follows.
  static let file = "file:"
  /// The most of them in a form.
  static let mostFiles = 64

  /// The files, by their paths.
  static func files(of parts: RequestParts) throws -> [String: [UInt8]] {
    let found = parts.all(beginning: file)
    guard found.count <= mostFiles else {
      throw ServiceProblem(
        .overLimit, "\(found.count) parts with files found, at most \(mostFiles) allowed")
    }
    if !found.isEmpty { _ = try parts.required("manifest") }
    var files: [String: [UInt8]] = [:]
    for part in found {
      let path = String(part.name.dropFirst(file.count))
      if let reason = reason(against: path) {
        throw ServiceProblem(
          .unknownPart, "the part \"\(Shown.text(part.name))\": the path \(reason)",
          faults: [.init(pointer: Shown.text(part.name), detail: "no path of a file")])
      }
      files[path] = try part.bytes(limit: .max)
    }
    return files
  }

  /// Why no file of a package is called so; nil where one may be.
  private static func reason(against path: String) -> String? {
    if let reason = PackagePath.fault(of: path) { return reason }
    let names = path.split(separator: "/")
    if names.contains(where: { $0.hasPrefix(".") }) { return "is that of a hidden file" }
    if names.contains(where: { $0.utf8.count > 255 }) { return "has a name of over 255 bytes" }
    return path == AvatarManifest.fileName ? "is the manifest's, which has a part of its own" : nil
  }
}
