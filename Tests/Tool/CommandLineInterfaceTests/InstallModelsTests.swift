import Foundation
import TestSupport
import Testing

/// What `tracker install` fetches models with, against a server of the test's own.
@Suite final class InstallModelsTests {
  /// A server of the files in `served`.
  private static let script = """
    import functools, http.server, sys
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory="served")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    print("port", server.server_port, "ready", file=sys.stderr, flush=True)
    server.serve_forever()
    """
  private static let handPath =
    "hand_landmarker/hand_landmarker/float16/1/hand_landmarker.task"
  private static let facePath =
    "face_landmarker/face_landmarker/float16/1/face_landmarker.task"

  private let folder: ScratchFolder
  private let server: RunningProgram
  private let address: String

  init() throws {
    folder = try ScratchFolder()
    try folder.write("", to: "served/none")
    server = try Program.python.start(["-c", Self.script], in: folder)
    try #require(server.waitForError(containing: "ready"))
    let words = server.errorText.split(separator: " ")
    address = "http://127.0.0.1:\(words[1])"
  }

  deinit {
    server.send(SIGKILL)
    _ = try? server.end()
  }

  /// The project's script, with the pin of the hand's model replaced where the test serves another.
  private func fetch(
    _ arguments: [String], pinningHand content: String? = nil, from mirror: String? = nil
  ) throws -> Program.Outcome {
    let original = SharedData.packageRoot.appending(path: "Scripts/install-models.sh")
    var text = try String(contentsOf: original, encoding: .utf8)
    if let content {
      let digest = try Program(named: "sha256sum").succeed(
        [try folder.write(content, to: "pinned")], in: folder)
      let hex = String(decoding: digest, as: UTF8.self).prefix(64)
      let pin = "\(Self.handPath) \(content.utf8.count) \(hex)"
      let line = try #require(text.firstMatch(of: /hand_landmarker\/\S+ [0-9]+ [0-9a-f]{64}/))
      text.replaceSubrange(line.range, with: pin)
    }
    try folder.write(text, to: "scripts/install-models.sh")
    return try Program(named: "bash").run(
      ["scripts/install-models.sh", "--to", "Models"] + arguments, in: folder,
      environment: ["AVATAR_OVERLAY_MODELS_ADDRESS": mirror ?? address, "no_proxy": "127.0.0.1"])
  }

  private var installed: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path("Models"))) ?? []).sorted()
  }

  @Test func `a model that has its digest is installed, and left alone the next time`() throws {
    try folder.write("a model", to: "served/\(Self.handPath)")
    let first = try fetch(["hand"], pinningHand: "a model")
    #expect(first.exitCode == 0, "\(first.error)")
    #expect(try folder.bytes("Models/hand_landmarker.task") == Array("a model".utf8))
    #expect(installed == ["hand_landmarker.task"])
    let again = try fetch(["hand"], pinningHand: "a model", from: "http://127.0.0.1:1")
    #expect(again.exitCode == 0 && again.text.contains("the model is there"))
  }

  @Test func `a model of another digest is refused with both, and nothing is left`() throws {
    try folder.write("another", to: "served/\(Self.handPath)")
    let outcome = try fetch(["hand"], pinningHand: "a model")
    #expect(outcome.exitCode == 65)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.error.contains("found 7 bytes with SHA-256"))
    #expect(installed.isEmpty)
  }

  @Test func `a file longer than the model is not fetched`() throws {
    try folder.write(String(repeating: "x", count: 100_000), to: "served/\(Self.handPath)")
    let outcome = try fetch(["hand"], pinningHand: "a model")
    #expect(outcome.exitCode == 69)
    #expect(outcome.error.contains("cannot be fetched"))
    #expect(installed.isEmpty)
  }

  @Test func `what is not there is one line with the address and what to do`() throws {
    for mirror in [address, "http://127.0.0.1:1", "ftp://127.0.0.1/models"] {
      let outcome = try fetch(["gesture"], from: mirror)
      #expect(outcome.exitCode == 69)
      #expect(outcome.errorLines.count == 1, "\(outcome.error)")
      #expect(outcome.error.contains("\(mirror)/gesture_recognizer/"))
      #expect(outcome.error.contains("AVATAR_OVERLAY_MODELS_ADDRESS"))
    }
    #expect(installed.isEmpty)
  }

  @Test func `a model of one's own is kept`() throws {
    try folder.write("my own", to: "Models/hand_landmarker.task")
    let outcome = try fetch(["hand"])
    #expect(outcome.exitCode == 0 && outcome.error.contains("not the official model"))
    #expect(try folder.bytes("Models/hand_landmarker.task") == Array("my own".utf8))
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absent)"))
  func `the pin of the face is the official model's`() throws {
    try folder.write(
      [UInt8](Data(contentsOf: SharedData.file("data/models/face_landmarker.task"))),
      to: "served/\(Self.facePath)")
    let outcome = try fetch(["face"])
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(installed == ["face_landmarker.task"])
  }

  @Test func `unknown tasks are refused`() throws {
    let outcome = try fetch(["pose"])
    #expect(outcome.exitCode == 64 && outcome.error.contains("found \"pose\""))
  }
}
