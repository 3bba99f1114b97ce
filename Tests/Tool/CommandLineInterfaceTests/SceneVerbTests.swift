import Foundation
import TestSupport
import Testing

/// The verbs of scenes, and the ways to name a scene.
@Suite struct SceneVerbTests {
  /// A folder with the scene beside another one, and packed.
  private func prepared() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.folder("Scenes")
    for name in ["rain-water", "start-of-spring"] {
      try FileManager.default.copyItem(
        at: SharedData.packageRoot.appending(path: "Scenes/\(name)"),
        to: folder.url.appending(path: "Scenes/\(name)"))
    }
    try Program(named: "sh").succeed(
      ["-c", "cd Scenes/rain-water && zip -qr ../../packed.zip . -x '*.svg' 'art/*'"], in: folder)
    for other in ["PACKED.ZIP", "Scenes/Third.Zip"] {
      try FileManager.default.copyItem(
        at: folder.url.appending(path: "packed.zip"), to: folder.url.appending(path: other))
    }
    return folder
  }

  @Test func `an archive whose name ends in large letters is checked like any other`() throws {
    let folder = try prepared()
    try folder.write("no archive", to: "BAD.ZIP")
    let bad = try Program.product.run(["scenes", "lint", "BAD.ZIP"], in: folder)
    #expect(bad.exitCode == 65 && bad.error.contains("BAD.ZIP"), "\(bad.error)")
  }

  @Test(arguments: [
    "rain-water", "Scenes/rain-water", "./Scenes/rain-water/", "packed.zip", "PACKED.ZIP", "Third",
  ])
  func `one scene is checked, listed and scored by its name, its folder or its archive`(
    way: String
  ) throws {
    let folder = try prepared()
    let lint = try Program.product.run(["scenes", "lint", way], in: folder)
    #expect(lint.exitCode == 0 && lint.error.contains("1 scene, no faults"), "\(lint.error)")
    let list = try Program.product.succeed(["scenes", "list", way], in: folder)
    #expect(String(decoding: list, as: UTF8.self) == "rain-water  1240 x 1748, 105 mm wide\n")
    let score = try Program.product.succeed(["scenes", "score", way], in: folder)
    let lines = String(decoding: score, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasPrefix("rain-water  "), "\(lines)")
  }

  @Test func `scenes of another folder are checked, listed and scored by --scenes`() throws {
    let folder = try prepared()
    try folder.folder("Others")
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "Scenes/start-of-spring"),
      to: folder.url.appending(path: "Others/start-of-spring"))
    for words in [["--scenes", "Others"], ["start-of-spring", "--scenes", "Others"]] {
      let lint = try Program.product.run(["scenes", "lint"] + words, in: folder)
      #expect(lint.exitCode == 0 && lint.error.contains("1 scene, no faults"), "\(lint.error)")
      let score = try Program.product.run(["scenes", "score"] + words, in: folder).text
      #expect(score.hasPrefix("start-of-spring  "), "\(score)")
      #expect(score.count(where: \.isNewline) == 1, "\(score)")
    }
    // The built-in ones lie below it.
    let list = try Program.product.run(["scenes", "list", "--scenes", "Others"], in: folder).text
      .split(separator: "\n")
    #expect(list.count == 6, "\(list)")
    #expect(
      list.filter { $0.contains("  in Others, in place of /") }.map { $0.prefix(17) } == [
        "start-of-spring  "
      ], "\(list)")
    let below = try Program.product.run(
      ["scenes", "lint", "rain-water", "--scenes", "Others"], in: folder)
    #expect(below.exitCode == 0, "\(below.error)")
  }

  @Test(arguments: ["list", "lint", "score"])
  func `a folder that is not there is an input that is not found, told in one line`(
    verb: String
  ) throws {
    let (folder, words) = (try prepared(), ["scenes", verb, "rain-watr"])
    let outcome = try Program.product.run(words, in: folder)
    #expect(outcome.exitCode == 66 && outcome.errorLines.count == 1, "\(outcome.error)")
    #expect(outcome.error.contains("rain-watr: there is no such folder"), "\(outcome.error)")
    // What is there and holds no picture is another fault.
    try folder.folder("rain-watr")
    let empty = try Program.product.run(words, in: folder)
    #expect(empty.exitCode == 65 && empty.error.contains("no picture"), "\(empty.error)")
  }
}
