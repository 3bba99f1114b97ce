import Foundation
import Imaging
import TestSupport
import Testing

/// Where the items of random scenes go, held against a reference of its own: `Benchmarks/Scenes/reference.py`,
/// written from the format alone.
@Suite struct SceneReferenceTests {
  private static let tools = SharedData.packageRoot.appending(path: "Benchmarks/Scenes")
  private static let count = Thorough.isAsked ? 60 : 10
  private static let seed = 11

  private struct Options: Decodable {
    var size: String
    var output: String?
    var mirror: Bool
    var cues: String?
    var fps: String
    var frames: Int
  }

  private static func python(_ script: String, _ arguments: [String]) throws -> Program.Outcome {
    try Program.python.run([tools.appending(path: script).path] + arguments)
  }

  @Test func `the reference keeps the laws of the format`() throws {
    let outcome = try Self.python("test_reference.py", [])
    #expect(outcome.exitCode == 0, "\(outcome.error)")
  }

  @Test func `items are where the reference has them`() throws {
    let scratch = try ScratchFolder()
    let cases = scratch.path("cases")
    let made = try Self.python(
      "cases.py", [cases, "--seed", "\(Self.seed)", "--count", "\(Self.count)"])
    try #require(made.exitCode == 0, "\(made.error)")
    for number in 0..<Self.count {
      let folder = "\(cases)/\(number)"
      let options = try JSONDecoder().decode(
        Options.self, from: try Data(contentsOf: URL(filePath: "\(folder)/options.json")))
      let clip = "\(folder)/clip.mp4"
      let drawn = try Program.ffmpeg.run([
        "-v", "error", "-f", "lavfi", "-i",
        "color=c=gray:s=\(options.size):r=\(options.fps)", "-frames:v", "\(options.frames)",
        "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", clip,
      ])
      try #require(drawn.exitCode == 0, "\(drawn.error)")
      var arguments = [
        "render", "--video", clip, "--tracking", "\(folder)/tracking.jsonl", "--avatar", "none",
        "--scenes", "\(folder)/Scenes", "-o", "\(folder)/out.mkv", "--placements",
        "\(folder)/ours.jsonl", "--preset", "ultrafast", "--progress", "none",
      ]
      if let output = options.output { arguments += ["--size", output, "--fit", "stretch"] }
      if options.mirror { arguments.append("--mirror") }
      if let cues = options.cues { arguments += ["--cues", "\(folder)/\(cues)"] }
      let rendered = try Program.product.run(arguments)
      try #require(rendered.exitCode == 0, "case \(number): \(rendered.error)")
      let reference = try Self.python("reference.py", ["--case", folder])
      try reference.output.write(to: URL(filePath: "\(folder)/reference.jsonl"))
      // A sidecar's opacities have four decimals.
      let compared = try Self.python(
        "compare.py",
        ["\(folder)/ours.jsonl", "\(folder)/reference.jsonl", "--opacity", "6e-5"])
      #expect(compared.exitCode == 0, "case \(number), seed \(Self.seed): \(compared.text)")
    }
  }
}

/// What must hold of scenes whatever they show.
@Suite struct SceneLawTests {
  private let scratch: ScratchFolder
  private let folder: String

  /// A random case, of a gray clip.
  init() throws {
    scratch = try ScratchFolder()
    let cases = scratch.path("cases")
    let script = SharedData.packageRoot.appending(path: "Benchmarks/Scenes/cases.py").path
    let made = try Program.python.run([script, cases, "--seed", "3", "--count", "1"])
    try #require(made.exitCode == 0, "\(made.error)")
    folder = "\(cases)/0"
    let drawn = try Program.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25", "-frames:v", "40", "-c:v",
      "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "\(folder)/clip.mp4",
    ])
    try #require(drawn.exitCode == 0, "\(drawn.error)")
  }

  private func render(
    _ output: String, _ options: [String], scenes: String? = nil
  ) throws -> [Data] {
    let path = scratch.path(output)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let outcome = try Program.product.run(
      [
        "render", "--video", "\(folder)/clip.mp4", "--tracking", "\(folder)/tracking.jsonl",
        "--avatar", "none", "--scenes", scenes ?? "\(folder)/Scenes", "-o", "\(path)/%05d.png",
        "--progress", "none",
      ] + options)
    try #require(outcome.exitCode == 0, "\(outcome.error)")
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map {
      try Data(contentsOf: URL(filePath: "\(path)/\($0)"))
    }
  }

  @Test func `a part shows what the whole does, and something is drawn`() throws {
    let whole = try render("whole", [])
    let bare = try render("bare", [], scenes: "none")
    #expect(whole != bare)
    #expect(try render("part", ["--frames", "21-26"]) == Array(whole[21...26]))
    #expect(try render("alone", ["--frames", "33-33"]) == [whole[33]])
    #expect(try render("threads", ["--threads", "1"]) == whole)
  }

  @Test func `a mirrored output is the plain one flipped, but for what is kept readable`() throws {
    try followMirrors()
    let plain = try render("plain", ["--frames", "20-24"])
    let mirrored = try render("mirrored", ["--frames", "20-24", "--mirror"])
    for (one, other) in zip(plain, mirrored) {
      let picture = try PNG.decode([UInt8](one))
      #expect(try PNG.decode([UInt8](other)) == picture.flippedHorizontally())
    }
  }

  /// Options that cannot be meant, the exit code, and what the message says.
  static let faulty: [([String], Int32, String)] = [
    (["--scene-field", "salutation=hello"], 64, "there is no field \"salutation\""),
    (["--scene-field", "greeting"], 64, "NAME=VALUE"),
    (["--scene", "picture=nowhere"], 66, "there is no scene \"nowhere\""),
    (["--scene", "picture=./nowhere"], 66, "./nowhere: there is no such file or folder"),
    (["--cues", "CUES"], 65, "CUES:2:"),
    (["--cues", "nothing.jsonl"], 66, "nothing.jsonl"),
    (["--scenes", "nowhere"], 66, "nowhere: there is no such folder"),
  ]

  @Test(arguments: faulty)
  func `an option that cannot be meant is refused in one line`(
    options: [String], code: Int32, message: String
  ) throws {
    let cues = scratch.path("cues.jsonl")
    try "{\"timestampMs\": 0, \"cue\": \"tap\"}\n{\"timestampMs\": 5}\n".write(
      toFile: cues, atomically: true, encoding: .utf8)
    let outcome = try Program.product.run(
      [
        "render", "--video", "\(folder)/clip.mp4", "--tracking", "\(folder)/tracking.jsonl",
        "--avatar", "none", "--scenes", "\(folder)/Scenes", "-o", scratch.path("out.mp4"),
        "--progress", "none",
      ] + options.map { $0 == "CUES" ? cues : $0 })
    #expect(outcome.exitCode == code, "\(outcome.error)")
    #expect(outcome.errorLines.count == 1, "\(outcome.error)")
    #expect(
      outcome.error.contains(message.replacing("CUES", with: cues)), "\(outcome.error)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("out.mp4")))
  }

  /// Lets every item of every scene follow the mirror.
  private func followMirrors() throws {
    for scene in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/Scenes") {
      let file = URL(filePath: "\(folder)/Scenes/\(scene)/scene.json")
      var manifest = try #require(
        try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
      let items = try #require(manifest["items"] as? [[String: Any]])
      manifest["items"] = items.map { item in
        var item = item
        item["mirror"] = "follow"
        return item
      }
      try JSONSerialization.data(withJSONObject: manifest).write(to: file)
    }
  }
}
