import Foundation
import TestSupport
import Testing

/// Every example of every `--help`.
@Suite struct HelpExampleTests {
  /// The verbs, as the tool lists them.
  private static let verbs: [String] = {
    let outcome = try? Program.product.run(["--help"])
    let lines = (outcome?.text ?? "").split(separator: "\n")
    let list = lines.drop { $0 != "Verbs:" }.dropFirst().prefix { $0.hasPrefix("  ") }
    return list.compactMap { $0.firstMatch(of: #/^  ([a-z]+( [a-z]+)?)  /#).map { String($0.1) } }
  }()

  /// A plan of one part.
  private static let planned = [
    "avatar-overlay plan demo/sample --avatar dragon -o dragon.mp4 --parts 1 --plan dragon.json"
  ]

  /// What was done before, where a verb goes on from something.
  private static let before: [String: [String]] = [
    "keys list": ["avatar-overlay keys create --data data --tenant one --scopes renders"],
    "keys signing": ["avatar-overlay keys create --data data --tenant one --scopes renders"],
    "audit verify": ["avatar-overlay serve --data data"],
    "backup": ["avatar-overlay keys create --data data --tenant one --scopes renders"],
    "restore": [
      "avatar-overlay keys create --data data --tenant one --scopes renders",
      "avatar-overlay backup --data data -o backup",
    ],
    "erase": [
      "avatar-overlay keys create --data data --tenant one --scopes renders",
      "avatar-overlay backup --data data -o backup",
    ],
    "sample": ["rm -r demo"],
    "avatars relief": ["avatar-overlay avatars new my-mask"],
    "avatars new": ["avatar-overlay avatars new my-dragon --like dragon"],
    "part": planned, "status": planned,
    "join": planned + ["avatar-overlay part dragon.json 0 --store parts"],
    "session check": ["echo '{}' > session.json"],
    "verify": ["avatar-overlay verify # exit 1", "avatar-overlay approve --missing"],
    "approve": [
      #"sed -i 's|"golden-suite/1",|& "environments": ["debian-13"],|' Golden/golden.json"#,
      "avatar-overlay verify # exit 1",
    ],
    "report": ["avatar-overlay verify # exit 1"],
    "health": ["avatar-overlay serve"],
    "align": ["avatar-overlay align demo/sample --avatar dragon --json > yesterday.json"],
  ]

  /// Examples that show how a difference is found: theirs is an exit code of 1.
  private static let failing: Set = [
    "avatar-overlay compare yesterday.png today.png",
    "avatar-overlay compare yesterday.png today.png --placements yesterday.jsonl",
  ]

  @Test(arguments: verbs)
  func `every example of a verb's help runs`(verb: String) throws {
    let help = try Program.product.run(
      verb.split(separator: " ").map(String.init) + ["--help", "all"])
    let lines = help.text.split(separator: "\n").drop { $0 != "Examples:" }.dropFirst()
      .prefix { $0.hasPrefix("  ") }
    let examples = lines.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.hasPrefix("#") }
    #expect(!examples.isEmpty)
    let reader = try ReadersFolder()
    for line in Self.before[verb] ?? [] { try reader.run(Command(line), "before \(verb)") }
    for (number, example) in examples.enumerated() where !UnrunCommands.contain(example) {
      // What makes the recordings of the others stands before them, and they are there already.
      if verb != "sample", example.hasPrefix("avatar-overlay sample ") { continue }
      if isRunInADocument(example), !examples[(number + 1)...].contains(where: uses(example)) {
        continue
      }
      let comment = Self.failing.contains(example) ? " # exit 1" : ""
      try reader.run(Command(example + comment), "\(verb) --help")
    }
  }

  /// The commands of all documents, which `ConsoleTests` runs.
  private static let shown = Set(
    Document.blocks.filter { $0.language == "console" }.flatMap(Command.all).map { words($0.text) })

  /// A command without its comment and its line ends.
  private static func words(_ text: String) -> [Substring] {
    text.replacing(/#.*/, with: "").replacing("\\", with: "").split(whereSeparator: \.isWhitespace)
  }

  private func isRunInADocument(_ example: String) -> Bool {
    Self.shown.contains(Self.words(example))
  }

  /// Whether an example names a file that another one makes.
  private func uses(_ example: String) -> (String) -> Bool {
    let words = Self.words(example)
    let made = zip(words, words.dropFirst()).filter { ["-o", ">", "--placements"].contains($0.0) }
      .map(\.1)
    return { later in made.contains { Self.words(later).contains($0) } }
  }

  @Test func `the verbs are found in the help`() {
    #expect(Self.verbs.count > 20)
    #expect(Self.before.keys.allSatisfy(Self.verbs.contains))
  }
}
