import Foundation
import Imaging
import TestSupport
import Testing

/// What the designer of a scene begins with: the verb `scenes new`.
@Suite struct SceneTemplateVerbTests {
  @Test func `new scenes have no fault, can be shown, and are told apart`() throws {
    let stage = try ToolStage()
    for name in ["my-card", "zweite_Karte", "a"] {
      let made = try stage.run("scenes", "new", name)
      #expect(made.exitCode == 0 && made.output.isEmpty, "\(made.error)")
      #expect(made.errorLines.first == "Scenes/\(name): card.png, star.png, scene.json")
    }
    // All of them together: each has enough corners, and no two look alike.
    let lint = try stage.run("scenes", "lint", "Scenes")
    #expect(lint.exitCode == 0 && lint.text.isEmpty, "\(lint.text)")
    #expect(lint.error.contains("3 scenes, no faults"), "\(lint.error)")
    let preview = try stage.run("scenes", "preview", "my-card", "-o", "out/p.png")
    #expect(preview.exitCode == 0, "\(preview.error)")
    let list = try stage.run("scenes", "list")
    #expect(list.text.contains("my-card"))
    let again = try stage.run("scenes", "new", "my-card", "-o", "again")
    #expect(again.exitCode == 0 && again.error.contains("scenes lint ./again"))
    #expect(
      try stage.folder.bytes("again/card.png") == stage.folder.bytes("Scenes/my-card/card.png"))
  }

  @Test func `a picture of one's own is the printed one, as it was given`() throws {
    let stage = try ToolStage()
    #expect(try stage.run("scenes", "new", "one").exitCode == 0)
    let made = try stage.run("scenes", "new", "two", "--from", "Scenes/one/card.png")
    #expect(made.exitCode == 0, "\(made.error)")
    #expect(
      try stage.folder.bytes("Scenes/two/card.png") == stage.folder.bytes("Scenes/one/card.png"))
    for (words, code, message) in [
      (["one"], 73, "Scenes/one: exists already"), (["../x"], 64, "expected a name of letters"),
      (["x", "--from", "none.png"], 66, "none.png: cannot be read"),
      (["x", "--from", "in.jsonl"], 65, "in.jsonl: not a PNG picture"),
    ] as [([String], Int32, String)] {
      try stage.expect(stage.run(["scenes", "new"] + words), refusedWith: code, saying: [message])
    }
  }

  @Test func `a preview of a scene follows its files`() throws {
    let stage = try ToolStage()
    #expect(try stage.run("scenes", "new", "one").exitCode == 0)
    let watch = try Program.product.start(
      ["scenes", "preview", "one", "-o", "out/p.png", "--watch"], in: stage.folder)
    #expect(watch.waitForError(containing: "render 1 in"))
    let first = try stage.folder.bytes("out/p.png")
    try stage.folder.write(
      PNG.encode(SyntheticAvatar.solid(40, 40, RGBA8(0, 0, 255))), to: "Scenes/one/star.png")
    #expect(watch.waitForError(containing: "render 2 in"))
    #expect(try stage.folder.bytes("out/p.png") != first)
    watch.send(SIGTERM)
    #expect(try watch.end().exitCode == 130)
  }
}
