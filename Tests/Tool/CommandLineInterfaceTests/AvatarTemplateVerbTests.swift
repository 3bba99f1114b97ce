import Imaging
import TestSupport
import Testing

/// What a designer begins with: the verbs `avatars new`, `avatars relief` and `avatars template`.
@Suite struct AvatarTemplateVerbTests {
  @Test func `a new avatar has no fault, can be shown, and says what to do next`() throws {
    let stage = try ToolStage()
    let made = try stage.run("avatars", "new", "my-mask")
    #expect(made.exitCode == 0 && made.output.isEmpty, "\(made.error)")
    #expect(
      made.errorLines == [
        "Avatars/my-mask: mask.png, mask-relief.png, avatar.json",
        "next: avatar-overlay avatars lint Avatars/my-mask",
        "      avatar-overlay avatars preview Avatars/my-mask -o my-mask.png",
      ])
    let lint = try stage.run("avatars", "lint", "Avatars/my-mask")
    #expect(lint.exitCode == 0 && lint.text.isEmpty, "\(lint.text)")
    let preview = try stage.run("avatars", "preview", "Avatars/my-mask", "-o", "out/p.png")
    #expect(preview.exitCode == 0, "\(preview.error)")
    // A mask with a rim alone, which is no eye hole, in a folder whose path has no slash.
    let other = try stage.run(
      "avatars", "new", "other", "--from", "Avatars/mask/0.png", "-o", "own")
    #expect(other.exitCode == 0, "\(other.error)")
    #expect(other.error.contains("note: the mask has no two eye holes"))
    #expect(other.error.contains("avatars lint ./own"))
    #expect(try stage.folder.bytes("own/mask.png") == stage.folder.bytes("Avatars/mask/0.png"))
  }

  @Test func `a new avatar like a model has no fault, can be shown, and has a guide`() throws {
    let stage = try ToolStage()
    let made = try stage.run("avatars", "new", "my-crown", "--like", "model")
    #expect(made.exitCode == 0 && made.output.isEmpty, "\(made.error)")
    #expect(
      made.errorLines.first == "Avatars/my-crown: my-crown.glb, my-crown-guide.glb, avatar.json")
    #expect(made.error.contains("note: model around my-crown-guide.glb, the average head"))
    let lint = try stage.run("avatars", "lint", "Avatars/my-crown")
    #expect(lint.exitCode == 0 && lint.text.isEmpty, "\(lint.text)")
    let preview = try stage.run("avatars", "preview", "Avatars/my-crown", "-o", "out/p.png")
    #expect(preview.exitCode == 0, "\(preview.error)")
    let manifest = String(
      decoding: try stage.folder.bytes("Avatars/my-crown/avatar.json"), as: UTF8.self)
    try stage.folder.write(
      manifest.replacing("\"my-crown.glb\"", with: "\"my-crown.glb\", \"opacity\": 0"),
      to: "Avatars/my-crown/avatar.json")
    let unseen = try stage.run("avatars", "preview", "Avatars/my-crown", "-o", "out/u.png")
    #expect(unseen.exitCode == 0, "\(unseen.error)")
    // The crown is on top of the first head that is seen from the front, and nowhere below.
    let sheets = try ["p", "u"].map { try PNG.read(path: stage.folder.path("out/\($0).png")) }
    let rows = (0..<300).filter { y in
      (900..<1200).contains { x in sheets[0][x, y] != sheets[1][x, y] }
    }
    #expect(rows.count > 20 && rows.allSatisfy { $0 < 150 }, "\(rows)")
  }

  @Test func `a new avatar is refused where its name or mask is not usable`() throws {
    let stage = try ToolStage()
    let before = try stage.folder.names(in: "Avatars")
    for (words, code, message) in [
      (["mask"], 73, "Avatars/mask: exists already; choose another name"),
      (["../mask"], 64, "expected a name of letters, digits, - and _"),
      (["a b"], 64, "expected a name of letters, digits, - and _"),
      (["x", "--from", "none.png"], 66, "none.png: cannot be read"),
      (["x", "--from", "in.jsonl"], 65, "in.jsonl: not a PNG picture"),
      (["x", "--like", "hat"], 64, "--like: expected mask, model, found \"hat\""),
      (["x", "--like", "model", "--from", "in.png"], 64, "--from names a mask"),
    ] as [([String], Int32, String)] {
      try stage.expect(
        stage.run(["avatars", "new"] + words), refusedWith: code, saying: [message])
    }
    #expect(try stage.folder.names(in: "Avatars") == before)
  }

  @Test func `a relief is a grey picture of its layer's size`() throws {
    let stage = try ToolStage()
    let outcome = try stage.run("avatars", "relief", "Avatars/mask/0.png", "-o", "out/r.png")
    #expect(outcome.exitCode == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let file = try stage.folder.bytes("out/r.png")
    let relief = try PNG.decode(file)
    #expect(relief.width == 40 && relief.height == 30 && file[25] == 0)
    #expect(relief[0, 0].red == 0 && relief[20, 15].red > 200)
    let streamed = try stage.run("avatars", "relief", "Avatars/mask/0.png", "-o", "-")
    #expect(Array(streamed.output) == file)
  }

  @Test func `a relief is refused where its layer or its output is not usable`() throws {
    let stage = try ToolStage()
    let full = try SyntheticAvatar.solid(8, 8)
    try stage.folder.write(PNG.encode(full), to: "full.png")
    let empty = try SyntheticAvatar.solid(8, 8, RGBA8(0, 0, 0, 0))
    try stage.folder.write(PNG.encode(empty), to: "empty.png")
    try stage.folder.write(PNG.encode(SyntheticAvatar.solid(4097, 1)), to: "wide.png")
    for (words, code, message) in [
      (["full.png", "-o", "out/r.png"], 65, "full.png: the picture has no transparent pixel"),
      (["empty.png", "-o", "out/r.png"], 65, "empty.png: the picture is transparent everywhere"),
      (["wide.png", "-o", "out/r.png"], 75, "at most 4096 x 4096"),
      (["in.jsonl", "-o", "out/r.png"], 65, "in.jsonl: not a PNG picture"),
      (["none.png", "-o", "out/r.png"], 66, "none.png: cannot be read"),
      (["Avatars/mask/0.png"], 64, "missing -o FILE"),
      (["Avatars/mask/0.png", "-o", "out/r.jpg"], 64, "written as PNG"),
      (["Avatars/mask/0.png", "-o", "full.png"], 73, "exists already; --overwrite replaces it"),
    ] as [([String], Int32, String)] {
      try stage.expect(
        stage.run(["avatars", "relief"] + words), refusedWith: code, saying: [message])
    }
  }

  @Test func `the face's template has the size that is asked for, within its limits`() throws {
    let stage = try ToolStage()
    for (words, side) in [([], 1024), (["--size", "512"], 512), (["--size", "4096"], 4096)] {
      let outcome = try stage.run(
        ["avatars", "template", "--face", "-o", "out/f.png", "--overwrite"] + words)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      let picture = try PNG.read(path: stage.folder.path("out/f.png"))
      #expect(picture.width == side && picture.height == side && !picture.isOpaque)
    }
    for (words, message) in [
      (["--face", "-o", "out/g.png", "--size", "511"], "from 512 to 4096"),
      (["--face", "-o", "out/g.png", "--size", "4097"], "from 512 to 4096"),
      (["-o", "out/g.png"], "missing --face"), (["--face"], "missing -o FILE"),
    ] {
      try stage.expect(
        stage.run(["avatars", "template"] + words), refusedWith: 64, saying: [message],
        leaving: ["f.png"])
    }
  }
}
