import Foundation
import TestSupport

/// The project's avatars with all layers flat: what is bent or raised is not drawn anew by its corners.
enum FlatAvatars {
  private static let keys = ["surface", "relief", "lit", "depth", "scaleReference"]

  /// Their folder, made once a process in the place of the one that was made before.
  static let folder: URL = {
    let folder = SharedData.packageRoot.appending(path: ".build/flat-avatars")
    let own = SharedData.packageRoot.appending(path: "Avatars")
    do {
      try? FileManager.default.removeItem(at: folder)
      try FileManager.default.copyItem(at: own, to: folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        try flatten(folder.appending(path: "\(name)/avatar.json"))
      }
    } catch {
      fatalError("no flat avatars: \(error)")
    }
    return folder
  }()

  private static func flatten(_ manifest: URL) throws {
    guard FileManager.default.fileExists(atPath: manifest.path),
      var avatar = try JSONSerialization.jsonObject(with: Data(contentsOf: manifest))
        as? [String: Any],
      let layers = avatar["layers"] as? [[String: Any]]
    else { return }
    avatar["layers"] = layers.filter { $0["occluder"] == nil && $0["scale"] != nil }
      .map { layer in layer.filter { !keys.contains($0.key) } }
    try JSONSerialization.data(withJSONObject: avatar).write(to: manifest)
  }
}
