import Foundation
import Imaging
import TestSupport
import Testing

/// Packages that are edited: fetched as an archive, and saved into the folder that the service reads.
@Suite struct SavedPackageTests {
  private let stage: ServiceStage
  private var folder: ScratchFolder { stage.folder }

  init() throws { stage = try ServiceStage() }

  private func service(_ options: [String] = ["--save-avatars", "yes"]) throws -> RunningService {
    try RunningService(stage, options)
  }

  /// Fetches the archive of an avatar and unpacks it by unzip; gives its tag.
  private func fetch(_ name: String, _ service: RunningService) throws -> String {
    let answer = try service.send("/v1/avatars/\(name)", ["-H", "Accept: application/zip"])
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.headers["content-type"] == "application/zip")
    try folder.write([UInt8](answer.body), to: "fetched.zip")
    try Program(named: "sh").succeed(
      ["-c", "rm -rf edited && unzip -q fetched.zip -d edited"], in: folder)
    return try #require(answer.headers["etag"])
  }

  private func put(
    _ name: String, _ service: RunningService, _ more: [String] = [],
    to query: String = "?to=folder"
  ) throws -> RunningService.Answer {
    try Program(named: "sh").succeed(
      ["-c", "rm -f edited.zip && cd edited && zip -qr ../edited.zip ."], in: folder)
    return try service.send(
      "/v1/avatars/\(name)\(query)",
      ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@edited.zip"]
        + more.flatMap { ["-H", $0] })
  }

  private func edit(_ text: String, to other: String) throws {
    let manifest = String(decoding: try folder.bytes("edited/avatar.json"), as: UTF8.self)
    #expect(manifest.contains(text))
    try folder.write(manifest.replacing(text, with: other), to: "edited/avatar.json")
  }

  @Test func `a number that is edited is one line of a diff, and the tag follows the folder`()
    throws
  {
    let git = Program(named: "git")
    try folder.write("<svg/>", to: "Avatars/mask/art/mask.svg")
    try folder.write("mine", to: "Avatars/mask/notes.txt")
    let service = try service()
    for words in [["init", "-q"], ["add", "Avatars"]] { try git.succeed(words, in: folder) }
    let picture = try folder.bytes("Avatars/mask/0.png")
    let tag = try fetch("mask", service)
    #expect(try folder.names(in: "edited") == ["0.png", "avatar.json", "notes.txt"])
    #expect(try service.send("/v1/avatars/mask/avatar.json").headers["etag"] == tag)
    try FileManager.default.removeItem(atPath: folder.path("edited/notes.txt"))
    try edit("\"scale\": 2", to: "\"scale\": 2.5")
    let saved = try put("mask", service, ["If-Match: \(tag)"])
    #expect(saved.status == 200, "\(saved.text)")
    #expect(saved.json["written"] as? [String] == ["avatar.json"])
    let diff = try git.succeed(["diff", "--numstat"], in: folder)
    #expect(String(decoding: diff, as: UTF8.self) == "1\t1\tAvatars/mask/avatar.json\n")
    #expect(try folder.bytes("Avatars/mask/0.png") == picture)
    #expect(try folder.names(in: "Avatars/mask") == ["0.png", "art", "avatar.json", "notes.txt"])
    let manifest = try service.send("/v1/avatars/mask/avatar.json")
    #expect(manifest.text.contains("\"scale\": 2.5"))
    #expect(manifest.headers["etag"] == saved.headers["etag"] && saved.headers["etag"] != tag)
    // The folder changed meanwhile: by an editor, after which neither tag is that of the folder.
    try folder.write(
      try folder.bytes("Avatars/mask/avatar.json") + [10], to: "Avatars/mask/avatar.json")
    let now = try service.send("/v1/avatars/mask/avatar.json").headers["etag"]
    #expect(now != saved.headers["etag"])
    let late = try put("mask", service, ["If-Match: \(try #require(saved.headers["etag"]))"])
    #expect((late.status, late.code) == (412, "precondition_failed"), "\(late.text)")
    let same = try service.send(
      "/v1/avatars/mask/avatar.json", ["-H", "If-None-Match: \(try #require(now))"])
    #expect(same.status == 304 && same.body.isEmpty)
  }

  @Test func `a layer that is added counts at once, in frames of a service with a limit`() throws {
    let service = try service(["--save-avatars", "yes", "--max-layers", "1"])
    #expect(try service.post("/v1/frames", ServiceStage.frame + ["avatar=mask"]).status == 200)
    let tag = try fetch("mask", service)
    let manifest = try JSONSerialization.jsonObject(
      with: Data(try folder.bytes("edited/avatar.json")))
    var object = try #require(manifest as? [String: Any])
    var layers = try #require(object["layers"] as? [[String: Any]])
    layers.append(layers[0].merging(["name": "second"]) { $1 })
    object["layers"] = layers
    try folder.write(
      [UInt8](try JSONSerialization.data(withJSONObject: object)), to: "edited/avatar.json")
    let saved = try put("mask", service, ["If-Match: \(tag)"])
    #expect(saved.status == 200, "\(saved.text)")
    let frame = try service.post("/v1/frames", ServiceStage.frame + ["avatar=mask"])
    #expect((frame.status, frame.code) == (422, "too_many_layers"), "\(frame.text)")
  }

  @Test func `a new name is a new folder, in the lists of all`() throws {
    let service = try service()
    _ = try fetch("mask", service)
    let saved = try put("other", service, ["If-None-Match: *"])
    #expect(saved.status == 201, "\(saved.text)")
    #expect(saved.json["builtIn"] as? Bool == true)
    #expect(saved.json["written"] as? [String] == ["0.png", "avatar.json"])
    #expect(try folder.names(in: "Avatars/other") == ["0.png", "avatar.json"])
    let again = try put("other", service, ["If-None-Match: *"])
    #expect(again.status == 412)
    #expect(try service.send("/v1/avatars/other").status == 200)
  }

  @Test func `nothing is saved without the setting, and the health says so`() throws {
    for (options, expected) in [([], false), (["--save-avatars", "yes"], true)]
      as [([String], Bool)]
    {
      let service = try service(options)
      let saves = try service.send("/health").json["saves"] as? [String: Bool]
      #expect(saves == ["avatars": expected, "scenes": false])
      _ = try fetch("mask", service)
      let answer = try put("mask", service)
      #expect(answer.status == (expected ? 200 : 409), "\(answer.text)")
      guard !expected else { continue }
      #expect(answer.code == "save_refused" && answer.text.contains("--save-avatars yes"))
      // What is not to go there is not asked about the setting.
      #expect(try put("mask", service, to: "").code == "avatar_built_in")
      #expect(try put("mask", service, to: "?to=data").code == "invalid_query")
    }
  }

  @Test func `links are not followed, in the folder or in the package`() throws {
    let service = try service()
    let outside = try folder.write("outside", to: "elsewhere/avatar.json")
    _ = try fetch("mask", service)
    try edit("\"scale\": 2", to: "\"scale\": 2.5")
    let files = FileManager.default
    let manifest = folder.path("Avatars/mask/avatar.json")
    let before = try folder.bytes("Avatars/mask/avatar.json")
    // A file that is a link to the manifest as it is, beside the folder.
    try folder.write(before, to: "elsewhere/own.json")
    try files.removeItem(atPath: manifest)
    try files.createSymbolicLink(
      atPath: manifest, withDestinationPath: folder.path("elsewhere/own.json"))
    let file = try put("mask", service)
    #expect((file.status, file.code) == (409, "save_refused"), "\(file.text)")
    #expect(file.text.contains("mask/avatar.json: it is a link"))
    #expect(try folder.bytes("elsewhere/own.json") == before)
    // A package's folder that is a link.
    try files.createSymbolicLink(
      atPath: folder.path("Avatars/linked"), withDestinationPath: folder.path("elsewhere"))
    let linked = try put("linked", service)
    #expect((linked.status, linked.code) == (409, "save_refused"), "\(linked.text)")
    #expect(try folder.bytes("elsewhere/avatar.json") == Array("outside".utf8), "\(outside)")
    // An archive with a path that leads out, made by another program.
    try Program.python.succeed(
      [
        "-c",
        "import zipfile, shutil; shutil.copy('edited.zip', 'out.zip');"
          + "zipfile.ZipFile('out.zip', 'a').writestr('../../evil.txt', 'x')",
      ], in: folder)
    let stray = try service.send(
      "/v1/avatars/stray?to=folder",
      ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@out.zip"])
    #expect((stray.status, stray.code) == (422, "bad_avatar"), "\(stray.text)")
    #expect(!files.fileExists(atPath: folder.path("Avatars/stray")))
    #expect(!files.fileExists(atPath: folder.path("evil.txt")))
    #expect(try put(".evil", service).code == "invalid_options")
  }

  @Test func `a package with errors changes nothing, and one that was uploaded is not hidden`()
    throws
  {
    let service = try service()
    _ = try fetch("mask", service)
    #expect(try put("mine", service, to: "").status == 201)
    let hidden = try put("mine", service)
    #expect((hidden.status, hidden.code) == (409, "save_refused"), "\(hidden.text)")
    let before = try folder.bytes("Avatars/mask/avatar.json")
    try edit("\"scale\": 2", to: "\"scale\": \"two\"")
    let bad = try put("mask", service)
    #expect((bad.status, bad.code) == (422, "bad_avatar"), "\(bad.text)")
    #expect(try folder.bytes("Avatars/mask/avatar.json") == before)
    // A tenant's own package comes as it was sent.
    let own = try service.send("/v1/avatars/mine", ["-H", "Accept: application/zip"])
    let sum = try Program(named: "sha256sum").succeed(
      [try folder.write([UInt8](own.body), to: "own.zip")], in: folder)
    #expect(own.headers["etag"] == "\"\(String(decoding: sum.prefix(64), as: UTF8.self))\"")
  }

  @Test func `scenes are saved likewise`() throws {
    try SyntheticScene().write("Scenes/greeting", in: folder)
    let service = try service(["--scenes", "Scenes", "--save-scenes", "yes"])
    let answer = try service.send("/v1/scenes/greeting", ["-H", "Accept: application/zip"])
    try folder.write([UInt8](answer.body), to: "scene.zip")
    let tag = try #require(answer.headers["etag"])
    let words = ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@scene.zip"]
    let same = try service.send(
      "/v1/scenes/greeting?to=folder", words + ["-H", "If-Match: \(tag)"])
    #expect(same.status == 200, "\(same.text)")
    #expect((same.json["written"] as? [String])?.isEmpty == true && same.headers["etag"] == tag)
    let avatars = try service.send("/v1/avatars/mask?to=folder", words)
    #expect((avatars.status, avatars.code) == (409, "save_refused"))
  }

  @Test func `a save that fails half-way changes nothing, and hides no tenant's package`() throws {
    let service = try service()
    _ = try fetch("mask", service)
    let picture = try folder.bytes("Avatars/mask/0.png")
    try folder.write(
      PNG.encode(try SyntheticAvatar.solid(60, 40, RGBA8(1, 2, 3))), to: "edited/0.png")
    let long = String(repeating: "z", count: 250)
    try folder.write("x", to: "edited/deep/\(long)")
    // A folder of that name cannot be one of a file of that name.
    try folder.write("x", to: "Avatars/mask/deep")
    let refused = try put("mask", service)
    #expect(refused.status == 409, "\(refused.text)")
    #expect(try folder.bytes("Avatars/mask/0.png") == picture)
    #expect(try folder.names(in: "Avatars/mask") == ["0.png", "avatar.json", "deep"])
    let new = try put("other", service)
    #expect(new.status == 201, "\(new.text)")
    let own = try put("mine", service, to: "")
    #expect(own.status == 201, "\(own.text)")
    #expect(try put("mine", service).status == 409)
    // What editors leave beside a package is no part of it.
    let tag = try service.send("/v1/avatars/other").headers["etag"]
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Avatars/other/.#avatar.json"), withDestinationPath: "nowhere")
    let after = try service.send("/v1/avatars/other")
    #expect(after.status == 200 && after.headers["etag"] == tag, "\(after.text)")
  }
}
