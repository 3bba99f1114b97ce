import Foundation
import TestSupport
import Testing

/// Folders of avatars, scenes and share cards: those that are named, and own ones over the built-in ones.
@Suite struct PackageFolderTests {
  /// What else a verb is called with where one of its folders is not there.
  private static let calls: [String: [String]] = [
    "render": ["in.mkv", "--avatar", "mask", "-o", "out/a.mkv", "--progress", "none"],
    "plan": ["in.mkv", "--avatar", "mask", "-o", "out/a.mkv", "--parts", "2"],
    "snapshot": ["in.mkv", "--avatar", "mask", "-o", "out/a.png"],
    "align": ["in.mkv", "--avatar", "mask"],
    "compare": ["in.mkv", "in.mkv", "--avatar", "mask", "--placements", "side.jsonl"],
    "verify": ["Golden"], "approve": ["Golden", "--missing"], "report": ["Golden", "--serve"],
    "track": ["in.mkv", "-o", "out/t.jsonl"], "session run": ["in.mkv"], "inspect": ["in.mkv"],
    "tracker status": [], "avatars new": ["mine", "--like", "dragon", "-o", "out/mine"],
    "avatars list": [], "avatars lint": [], "avatars preview": ["mask", "-o", "out/a.png"],
    "cards list": [], "cards lint": [], "cards preview": ["zodiac", "-o", "out/a.png"],
    "scenes list": [], "scenes lint": [], "scenes score": [],
    "scenes preview": ["rain-water", "-o", "out/a.png"],
    "scenes pack": ["rain-water", "-o", "out/a.zip"],
    "sample": ["--story", "card", "-o", "out/sample"], "serve": [],
  ]

  private static let options = ["--avatars", "--scenes", "--cards", "--detect-cards"]

  @Test func `a folder of packages that is named and is not there is not found, in every verb`()
    throws
  {
    let stage = try ToolStage()
    let verbs = try Self.verbs(in: stage)
    let helps = try verbs.map { verb in
      try stage.run(verb.split(separator: " ").map(String.init) + ["--help", "all"]).text
    }
    for option in Self.options {
      let named = try Regex("(?m)^ +\(option) ")
      let verbs = zip(verbs, helps).filter { $1.contains(named) }.map(\.0)
      #expect(!verbs.isEmpty)
      try refuse(option, verbs)
    }
  }

  private func refuse(_ option: String, _ verbs: [String]) throws {
    let stage = try ToolStage()
    try stage.folder.write(
      #"{"frame": 0, "timestampMs": 0, "width": 9, "height": 9, "placements": []}"#,
      to: "side.jsonl")
    try stage.folder.write(
      #"{"format": "golden-suite/1", "cases": [{"name": "a", "recording": "../in.mkv", "avatar": "mask"}]}"#,
      to: "Golden/golden.json")
    // Pictures are looked for in a clip alone.
    let looks = option == "--detect-cards"
    if looks { try FileManager.default.removeItem(atPath: stage.folder.path("in.jsonl")) }
    for verb in verbs {
      let call = try #require(Self.calls[verb], "no call of \(verb)")
      let words = verb.split(separator: " ").map(String.init) + call
      let faces = looks ? ["--no-faces"] : []
      let outcome = try stage.run(words + faces + [option, "nowhere"], environment: ["CI": ""])
      guard !looks || verb != "plan" else {
        #expect(outcome.exitCode == 64 && outcome.error.contains("is tracked"), "\(outcome.error)")
        continue
      }
      #expect(outcome.exitCode == 66, "\(verb) \(option): \(outcome.error)")
      #expect(
        outcome.error.contains("nowhere: there is no such folder"),
        "\(verb) \(option): \(outcome.error)")
      #expect(outcome.errorLines.count == 1, "\(verb) \(option): \(outcome.error)")
    }
    #expect(try stage.folder.names(in: "out").isEmpty)
  }

  /// The verbs of the tool, as it names them where another is called.
  private static func verbs(in stage: ToolStage) throws -> [String] {
    let told = try stage.run("xyzzy").error
    let list = try #require(told.firstMatch(of: /the verbs are ([a-z, ]+)/)).1
    return list.split(separator: ", ").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func `a folder's name may be one letter`() throws {
    let stage = try ToolStage()
    try FileManager.default.moveItem(
      atPath: stage.folder.path("Avatars"), toPath: stage.folder.path("A"))
    let outcome = try stage.run(
      "snapshot", "in.mkv", "--avatar", "mask", "--avatars", "A", "-o", "out/a.png")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
  }

  /// A folder with an avatar, a card and a scene of the built-in ones' names, and one more avatar.
  private func owner() throws -> ToolStage {
    let stage = try ToolStage()
    for name in ["Avatars/dragon", "Cards/plain", "Scenes/rain-water"] {
      try FileManager.default.createDirectory(
        at: stage.folder.url.appending(path: name).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: SharedData.packageRoot.appending(path: name),
        to: stage.folder.url.appending(path: name))
    }
    return stage
  }

  private struct Listed: Decodable {
    var id: String?, name: Name?, folder: String, hides: [String]

    enum Name: Decodable {
      case text(String), names
      init(from decoder: any Decoder) throws {
        self = (try? decoder.singleValueContainer().decode(String.self)).map { .text($0) } ?? .names
      }
    }

    var key: String { if case .text(let text) = name { text } else { id ?? "" } }
  }

  @Test(arguments: [
    ("avatars", "Avatars", "dragon", 14, 2), ("cards", "Cards", "plain", 3, 1),
    ("scenes", "Scenes", "rain-water", 6, 1),
  ])
  func `own packages lie over the built-in ones, which list tells and lint leaves out`(
    kind: String, folder: String, own: String, count: Int, ownCount: Int
  ) throws {
    let stage = try owner()
    let list = try stage.run(kind, "list")
    let lines = list.text.split(separator: "\n")
    #expect(list.exitCode == 0 && lines.count == count, "\(list.text)")
    let hiding = lines.filter { $0.contains("in place of /") }
    #expect(hiding.count == 1 && hiding[0].hasPrefix("\(own) "), "\(lines)")
    #expect(hiding.first?.contains("in \(folder), in place of /") == true, "\(lines)")
    #expect(lines.count { $0.contains("  in \(folder)") } == ownCount, "\(lines)")
    let json = try stage.run(kind, "list", "--json")
    let listed = try JSONDecoder().decode([Listed].self, from: json.output)
    #expect(listed.count == count)
    let mine = try #require(listed.first { $0.key == own })
    #expect(mine.folder == folder && mine.hides.count == 1)
    #expect(mine.hides.allSatisfy { $0.hasPrefix("/") && $0.contains("/\(folder)/\(own)") })
    #expect(listed.count { $0.folder == folder } == ownCount)

    let noun = kind == "avatars" ? "package" : String(kind.dropLast())
    let lint = try stage.run(kind, "lint")
    #expect(lint.exitCode == 0, "\(lint.text)\(lint.error)")
    let counted = "\(ownCount) \(noun)\(ownCount == 1 ? "" : "s")"
    #expect(lint.error.hasPrefix("\(counted), no "), "\(lint.error)")
    // A built-in one by its name, and from a folder without packages.
    let other = try #require(listed.first { $0.folder != folder }).key
    let named = try stage.run(kind, "lint", other)
    #expect(named.exitCode == 0 && named.error.hasPrefix("1 \(noun), no "), "\(named.error)")
    let empty = try ScratchFolder()
    let all = try Program.product.run([kind, "lint"], in: empty)
    #expect(all.exitCode == 0 && !all.error.hasPrefix("0 "), "\(all.error)")
    #expect(try Program.product.run([kind, "list"], in: empty).exitCode == 0)
  }

  @Test func `a folder that is named and holds nothing is no folder to check`() throws {
    let stage = try ToolStage()
    try stage.folder.folder("empty")
    for kind in ["avatars", "cards"] {
      let lint = try stage.run(kind, "lint", "--\(kind)", "empty")
      #expect(lint.exitCode == 66 && lint.error.contains("there are no \(kind) in empty"))
      #expect(try stage.run(kind, "list", "--\(kind)", "empty").exitCode == 0)
    }
  }

  @Test func `beside own packages the built-in ones are drawn by name`() throws {
    let stage = try owner()
    let both = try stage.run(
      "render", "in.mkv", "--avatar", "crown", "--progress", "none", "-o", "out/a.mkv")
    #expect(both.exitCode == 0, "\(both.error)")
    let card = try stage.run(
      "snapshot", "in.mkv", "--avatar", "mask", "--card", "zodiac", "-o", "out/a.png")
    #expect(card.exitCode == 0, "\(card.error)")
    let wrong = try stage.run(
      "render", "in.mkv", "--avatar", "drago", "--progress", "none", "-o", "out/b.mkv")
    #expect(wrong.exitCode == 66 && wrong.errorLines.count == 1, "\(wrong.error)")
    #expect(wrong.error.contains("in Avatars or /"), "\(wrong.error)")
    #expect(wrong.error.contains("did you mean \"dragon\"?"), "\(wrong.error)")
  }

  @Test func `what a recording's index says that is not read is told by all that open it`() throws {
    let stage = try ToolStage()
    func index(_ text: String) throws { try stage.folder.write(text, to: "rec/recording.json") }
    for name in ["in.mkv", "in.jsonl"] {
      try stage.folder.write(stage.folder.bytes(name), to: "rec/\(name)")
    }
    try index(#"{"video": "in.mkv", "trackng": "in.jsonl", "tracking": "in.jsonl", "phone": 7}"#)
    let notes = [
      #"rec/recording.json:1:21: unknown key "trackng"; did you mean "tracking"?"#,
      #"rec/recording.json: unknown keys, ignored: "phone""#,
    ]
    let calls = [
      ["inspect", "rec"],
      ["render", "rec", "--avatar", "mask", "--progress", "none", "-o", "out/a.mkv"],
      ["render", "rec", "--avatar", "mask", "--parts", "2", "--progress", "none"]
        + ["-o", "out/b.mkv"],
      ["snapshot", "rec", "--avatar", "mask", "-o", "out/a.png"],
      ["align", "rec", "--avatar", "mask"],
      ["session", "run", "rec"],
    ]
    for call in calls {
      let outcome = try stage.run(call)
      let said = outcome.text + outcome.error
      for note in notes {
        #expect(said.ranges(of: note).count == 1, "\(call): \(note)\n\(said)")
      }
    }
    let json = try stage.run("inspect", "rec", "--json")
    struct Report: Decodable { var notes: [String] }
    #expect(try JSONDecoder().decode(Report.self, from: json.output).notes == notes)

    try index(#"{"vidoe": "in.mkv", "tracking": "in.jsonl"}"#)
    let misspelt = try stage.run("inspect", "rec")
    #expect(misspelt.exitCode == 65 && misspelt.error.contains("did you mean \"video\"?"))
    try index(#"{"video": "in.mkv", "image": "a.png", "tracking": "in.jsonl"}"#)
    let both = try stage.run("inspect", "rec")
    #expect(both.exitCode == 0 && both.text.contains("\"image\" is not read beside \"video\""))
    try index(#"{"video": "in.mkv", "tracking": "in.jsonl"}"#)
    #expect(try !stage.run("inspect", "rec").text.contains("note "))
  }

  @Test func `options of a tracker that does not look at the recording are told`() throws {
    let stage = try ToolStage()
    let tracked = try stage.run(
      "render", "in.mkv", "--avatar", "mask", "--num-hands", "3", "--gesture-model", "g.task",
      "--progress", "none", "-o", "out/a.mkv")
    #expect(tracked.exitCode == 0, "\(tracked.error)")
    #expect(
      tracked.error.contains(
        "note: --num-hands, --gesture-model: without effect, since the recording is tracked"
          + " already, in in.jsonl"), "\(tracked.error)")
    let plain = try stage.run(
      "render", "in.mkv", "--avatar", "mask", "--progress", "none", "-o", "out/b.mkv")
    #expect(!plain.error.contains("without effect"), "\(plain.error)")
    try stage.folder.write(stage.folder.bytes("in.mkv"), to: "alone.mkv")
    let none = try stage.run(
      "render", "alone.mkv", "--avatar", "none", "--face-model", "f.task", "--progress", "none",
      "-o", "out/c.mkv")
    #expect(none.exitCode == 0, "\(none.error)")
    #expect(none.error.contains("--face-model: without effect, since nothing"), "\(none.error)")
    let cards = try stage.run(
      "track", "alone.mkv", "--detect-cards",
      SharedData.packageRoot.appending(path: "Scenes").path, "--no-faces", "--num-faces", "2",
      "-o", "out/t.jsonl")
    #expect(cards.exitCode == 0, "\(cards.error)")
    #expect(
      cards.error.contains(
        "note: --num-faces: without effect, since no faces and no hands are looked for"),
      "\(cards.error)")
  }
}
