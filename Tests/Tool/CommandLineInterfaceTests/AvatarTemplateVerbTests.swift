import Foundation
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
    try stage.folder.write("no model", to: "bad.glb")
    try stage.folder.write("{}", to: "bad.json")
    for (words, code, message) in [
      (["mask"], 73, "Avatars/mask: exists already; choose another name"),
      (["../mask"], 64, "expected a name of letters, digits, - and _"),
      (["a b"], 64, "expected a name of letters, digits, - and _"),
      (["x", "--from", "none.png"], 66, "none.png: cannot be read"),
      (["x", "--from", "in.jsonl"], 65, "in.jsonl: not a PNG picture"),
      (["x", "--like", "hat"], 66, "\"hat\""),
      (["x", "--like", "mask", "--from", "in.svg"], 65, "rsvg-convert in.svg -o x.png"),
      (["x", "--like", "./Avatars/mask", "--from", "in.png"], 64, "exclude each other"),
      (["x", "--from", "bad.glb"], 65, "x: the package would have an error and is not made"),
      (["x", "--from", "bad.json"], 65, "and is not made"),
      (["x", "--from", "none.glb"], 65, "none.glb: cannot be read"),
      (["x", "--like", "model", "--from", "in.png"], 64, "--from names a mask"),
    ] as [([String], Int32, String)] {
      try stage.expect(
        stage.run(["avatars", "new"] + words), refusedWith: code, saying: [message])
    }
    #expect(try stage.folder.names(in: "Avatars") == before)
  }

  @Test func `a copy has the other's files and another name, and no sources`() throws {
    let stage = try ToolStage()
    let folder = stage.folder
    let manifest = """
      {"version": 1, "tags": ["name", "{"], "licence": "CC0-1.0",
       "name" : {"en": "Mask, \\"old\\"", "de": "Maske"}, "layers": [
        {"name": "name", "image": "pictures/0.png", "scale": 2}]}

      """
    try folder.write(manifest, to: "Avatars/old/avatar.json")
    try folder.write(folder.bytes("Avatars/mask/0.png"), to: "Avatars/old/pictures/0.png")
    for (name, text) in [
      ("LICENCE.txt", "CC0"), ("mask.svg", "<svg/>"), ("art/ear.svg", "<svg/>"),
      (".git/config", "x"),
    ] {
      try folder.write(text, to: "Avatars/old/\(name)")
    }
    try Program(named: "sh").succeed(
      ["-c", "cd Avatars/old && zip -qr ../../packed.zip ."], in: folder)
    for (number, like) in ["old", "./Avatars/old", "packed.zip"].enumerated() {
      let made = try stage.run("avatars", "new", "my-new\(number)", "--like", like)
      #expect(made.exitCode == 0, "\(made.error)")
      #expect(made.error.contains("note: a copy of \(like) without the sources of its art"))
      let path = "Avatars/my-new\(number)"
      #expect(try folder.names(in: path) == ["LICENCE.txt", "avatar.json", "pictures"])
      #expect(try folder.bytes("\(path)/pictures/0.png") == folder.bytes("Avatars/mask/0.png"))
      let expected = manifest.replacing(
        #"{"en": "Mask, \"old\"", "de": "Maske"}"#, with: #"{"en": "My new\#(number)"}"#)
      #expect(expected != manifest)
      #expect(try folder.bytes("\(path)/avatar.json") == Array(expected.utf8))
      #expect(try stage.run("avatars", "lint", path).exitCode == 0)
    }
    let shipped = SharedData.packageRoot.appending(path: "Avatars").path
    let made = try stage.run(
      "avatars", "new", "my-dragon", "--like", "dragon", "--avatars", shipped)
    #expect(made.exitCode == 0, "\(made.error)")
    #expect(try stage.run("avatars", "lint", "Avatars/my-dragon").exitCode == 0)
    #expect(
      try folder.names(in: "Avatars/my-dragon").allSatisfy {
        $0.hasSuffix(".png") || $0.hasSuffix(".json")
      })
    // A package with a fault is not copied.
    try folder.write("{\"version\": 2}", to: "bad/avatar.json")
    try stage.expect(
      stage.run("avatars", "new", "worse", "--like", "./bad"), refusedWith: 65,
      saying: ["is not made"])
    #expect(!FileManager.default.fileExists(atPath: folder.path("Avatars/worse")))
  }

  @Test func `a model and an animation become the one layer of a package`() throws {
    let stage = try ToolStage()
    let shipped = SharedData.packageRoot.appending(path: "Avatars")
    #expect(try stage.run("avatars", "new", "crown", "--like", "model").exitCode == 0)
    for (name, file) in [
      ("ring", shipped.appending(path: "ox/ring.json").path),
      ("hat", stage.folder.path("Avatars/crown/crown.glb")),
    ] {
      let made = try stage.run("avatars", "new", name, "--from", file)
      #expect(made.exitCode == 0, "\(made.error)")
      let lint = try stage.run("avatars", "lint", "Avatars/\(name)")
      #expect(lint.exitCode == 0, "\(lint.text)")
      let preview = try stage.run("avatars", "preview", name, "-o", "out/\(name).png")
      #expect(preview.exitCode == 0, "\(preview.error)")
    }
  }

  @Test func `a preview is rendered again when a file changes, past a fault, until Ctrl-C`() throws
  {
    let stage = try ToolStage()
    let watch = try Program.product.start(
      ["avatars", "preview", "mask", "-o", "out/p.png", "--watch"], in: stage.folder)
    #expect(watch.waitForError(containing: "render 1 in"))
    let first = try stage.folder.bytes("out/p.png")
    let manifest = String(
      decoding: try stage.folder.bytes("Avatars/mask/avatar.json"), as: UTF8.self)
    try stage.folder.write("{", to: "Avatars/mask/avatar.json")
    #expect(watch.waitForError(containing: "fault: "))
    #expect(try stage.folder.bytes("out/p.png") == first)
    try stage.folder.write(
      manifest.replacing("\"scale\": 2", with: "\"scale\": 3"), to: "Avatars/mask/avatar.json")
    #expect(watch.waitForError(containing: "render 3 in"))
    #expect(try stage.folder.bytes("out/p.png") != first)
    watch.send(SIGINT)
    #expect(try watch.end().exitCode == 130)
    #expect(try stage.folder.names(in: "out") == ["p.png"])
    try stage.expect(
      stage.run("avatars", "preview", "mask", "-o", "-", "--watch"), refusedWith: 64,
      saying: ["--watch needs a file"], leaving: ["p.png"])
    try stage.expect(
      stage.run("avatars", "preview", "Avatars/mask", "-o", "Avatars/mask/p.png", "--watch"),
      refusedWith: 64, saying: ["lies in Avatars/mask"], leaving: ["p.png"])
  }

  @Test func `a folder with a blank is proposed as a shell reads it`() throws {
    let stage = try ToolStage()
    for (verb, name) in [("avatars", "my-mask"), ("scenes", "my-card")] {
      let outcome = try stage.run(verb, "new", name, "-o", "out/of \(verb)//")
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      let next = try #require(outcome.errorLines.first { $0.hasPrefix("next: ") })
      let line = String(next.dropFirst(6))
      let again = try Program(named: "sh").run(
        ["-c", line.replacing("avatar-overlay", with: Program.product.path)], in: stage.folder)
      #expect(again.exitCode == 0, "\(line): \(again.error)")
    }
  }

  @Test func `a guide is drawn as a picture and as SVG that another program draws alike`() throws {
    let stage = try ToolStage()
    for words in [["-o", "out/g.svg"], ["-o", "out/g.png", "--size", "1320"]] {
      let outcome = try stage.run(["avatars", "template", "--guide"] + words)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
    }
    try Program(named: "rsvg-convert").succeed(["out/g.svg", "-o", "other.png"], in: stage.folder)
    let own = try PNG.read(path: stage.folder.path("out/g.png"))
    let other = try PNG.read(path: stage.folder.path("other.png"))
    #expect(own.width == 1320 && (own.width, own.height) == (other.width, other.height))
    // Lines are where those of librsvg are: the same pixels but for the rims and the letters.
    let differing = own.bytes.indices.count { abs(Int(own.bytes[$0]) - Int(other.bytes[$0])) > 60 }
    #expect(differing < own.bytes.count / 50, "\(differing) of \(own.bytes.count)")
    for (words, message) in [
      (["--guide", "--face", "-o", "out/x.png"], "exclude each other"),
      (["--guide", "-o", "out/x.svg", "--size", "2000"], "--size is that of a .png file"),
      (["--guide", "-o", "out/x.png", "--size", "1023"], "from 1024 to 8192"),
      (["--face", "-o", "out/x.svg"], "written as PNG"),
    ] {
      try stage.expect(
        stage.run(["avatars", "template"] + words), refusedWith: 64, saying: [message],
        leaving: ["g.png", "g.svg"])
    }
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
