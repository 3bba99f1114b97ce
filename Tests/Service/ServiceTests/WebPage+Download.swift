import Foundation
import TestSupport
import Testing

extension WebPage {
  /// Takes the page's `avatar.json` by its button, and makes of it a package of the service that has
  /// the pictures of another.
  func download(_ avatar: String, as name: String) throws -> [String: Any] {
    let folder = stage.folder
    try FileManager.default.copyItem(
      atPath: folder.path("Avatars/\(avatar)"), toPath: folder.path(name))
    let file = folder.path("\(name)/avatar.json")
    try FileManager.default.removeItem(atPath: file)
    try page.call(
      "Page.setDownloadBehavior", ["behavior": "allow", "downloadPath": folder.path(name)])
    try page.click("#download")
    // The browser makes the file before it has all of it.
    #expect(eventually { (try? Self.object(in: file)) != nil })
    let lint = try Program.product.run(["avatars", "lint", name], in: folder)
    #expect(lint.exitCode == 0, "\(lint.error)\(lint.text)")
    try FileManager.default.moveItem(
      atPath: folder.path(name), toPath: folder.path("Avatars/\(name)"))
    return try Self.object(in: folder.path("Avatars/\(name)/avatar.json"))
  }

  /// Takes the page's `fit.json` by its button, beside the stage's other files.
  func downloadProfile() throws -> [String: Any] {
    let folder = stage.folder
    try folder.folder("profile")
    try page.call(
      "Page.setDownloadBehavior",
      ["behavior": "allow", "downloadPath": folder.path("profile")])
    try page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true; })")
    try page.click("#download-profile")
    let file = folder.path("profile/fit.json")
    #expect(eventually { (try? Self.object(in: file)) != nil })
    let lint = try Program.product.run(["avatars", "lint", "profile/fit.json"], in: folder)
    #expect(lint.exitCode == 0, "\(lint.error)\(lint.text)")
    return try Self.object(in: file)
  }

  /// The object of a JSON file.
  private static func object(in file: String) throws -> [String: Any] {
    let bytes = try Data(contentsOf: URL(filePath: file))
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  /// What the service makes of an avatar of its folder, without the page.
  func frame(
    of avatar: String, over files: String = "data/sample", fitted profile: String? = nil,
    _ more: [String] = []
  ) throws -> (picture: String, quads: [String: [SIMD2<Double>]]) {
    let answer = try service.post(
      "/v1/frames",
      [
        "picture=@\(files)/picture.jpg", "tracking=@\(files)/tracking.jsonl",
        "options={\"avatar\": \"\(avatar)\", \"format\": \"jpeg\""
          + (profile.map { ", \"fitProfile\": \"\($0)\"}" } ?? "}"),
      ], ["-H", "Accept: application/json"] + more)
    let picture = answer.json["picture"] as? [String: Any]
    let layers = (answer.json["placements"] as? [String: Any])?["placements"] as? [[String: Any]]
    let found = try #require(layers, "\(answer.text.prefix(300))").map { layer in
      let corners = layer["corners"] as? [[Double]] ?? []
      return (layer["layer"] as? String ?? "", corners.map { SIMD2($0[0], $0[1]) })
    }
    return (
      "data:image/jpeg;base64,\(picture?["base64"] ?? "")",
      Dictionary(uniqueKeysWithValues: found)
    )
  }
}
