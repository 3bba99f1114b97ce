import Foundation
import TestSupport
import Testing

/// `tracker install` and `tracker status`, in a folder where nothing of a tracker is.
@Suite struct TrackerVerbTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func run(_ words: [String], _ variables: [String: String] = [:]) throws -> Program.Outcome
  {
    let home = ["HOME": folder.url.path, "XDG_DATA_HOME": folder.path("data")]
    return try Program.product.run(
      ["tracker"] + words, in: folder, environment: home.merging(variables) { $1 })
  }

  private struct Status: Decodable {
    struct Library: Decodable {
      var path: String
      var isOfficial: Bool
    }
    struct Model: Decodable {
      var task, path: String
      var isOfficial: Bool
    }
    var works: Bool
    var library: Library?
    var models: [Model]
    var missingModels: [String]
    var fault, command: String?
  }

  @Test func `without a library the status is 69 and names the one command`() throws {
    let none = ["AVATAR_OVERLAY_MEDIAPIPE": folder.path("none")]
    let outcome = try run(["status"], none)
    #expect(outcome.exitCode == 69)
    #expect(outcome.text.contains("library: not found"))
    #expect(outcome.errorLines.last == "next: avatar-overlay tracker install")
    let json = try run(["status", "--json"], none)
    let status = try JSONDecoder().decode(Status.self, from: Data(json.text.utf8))
    #expect(json.exitCode == 69 && !status.works && status.library == nil)
    #expect(status.command == "avatar-overlay tracker install" && status.fault != nil)
  }

  @Test func `the models of the user's own folder are found, and told from official ones`() throws {
    try folder.write("my own", to: "data/avatar-overlay/Models/face_landmarker.task")
    let json = try run(["status", "--json"])
    let status = try JSONDecoder().decode(Status.self, from: Data(json.text.utf8))
    let face = try #require(status.models.first { $0.task == "face" })
    #expect(face.path == folder.path("data/avatar-overlay/Models/face_landmarker.task"))
    #expect(!face.isOfficial)
    #expect(json.exitCode == 69 && status.fault != nil)
  }

  @Test(arguments: [
    (["--models", "pose"], "--models: expected none, or of face, hand and gesture"),
    (["--models", ""], "found \"\""), (["--models", "face,"], "found \"face,\""),
  ])
  func `models that are none are refused`(words: [String], message: String) throws {
    let outcome = try run(["install"] + words)
    #expect(outcome.exitCode == 64 && outcome.errorLines.count == 1, "\(outcome.error)")
    #expect(outcome.error.contains(message))
    #expect(try folder.names(in: "") == [])
  }

  @Test func `a file that is no wheel is refused, and nothing is left`() throws {
    let wheel = try folder.write("no archive", to: "mediapipe.whl")
    let outcome = try run(["install", "--to", "own", "--models", "none", "--wheel", wheel])
    #expect(outcome.exitCode == 69, "\(outcome.error)")
    #expect(outcome.error.contains("not a wheel of mediapipe 1.2.2"))
    #expect(try folder.names(in: "own") == [])
  }

  private static let library = SharedData.packageRoot.appending(path: ".tracker")
  private static let model = SharedData.file("data/models/face_landmarker.task")
  private static let isThere =
    FileManager.default.fileExists(atPath: library.path)
    && FileManager.default.fileExists(atPath: model.path)

  @Test(.enabled(if: isThere, "needs ../shared (models) and tracker install (the library)"))
  func `what is installed into a folder works, and its status is the last word`() throws {
    try folder.write(
      [UInt8](Data(contentsOf: Self.model)),
      to: "mirror/face_landmarker/face_landmarker/float16/1/face_landmarker.task")
    try folder.folder("own")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("own/tracker"), withDestinationPath: Self.library.path)
    let outcome = try run(
      ["install", "--to", "own", "--models", "face"],
      ["AVATAR_OVERLAY_MODELS_ADDRESS": "file://\(folder.path("mirror"))"])
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(
      outcome.error.contains(
        "set AVATAR_OVERLAY_MEDIAPIPE=\(folder.path("own/tracker"))"
          + " AVATAR_OVERLAY_MODELS=\(folder.path("own/Models"))"))
    #expect(outcome.text.contains("official SHA-256"))
    #expect(outcome.text.hasSuffix("the tracker works\n"))
    #expect(try folder.names(in: "own/Models") == ["face_landmarker.task"])
  }
}
