import Foundation
import TestSupport
import Testing

/// Every command that a document shows, in the order of the document; those of tutorials are `TutorialTests`.
@Suite struct ConsoleTests {
  /// What the reader of a document has done before: other documents lead there.
  private static let before: [String: [String]] = [
    "README.md": ["avatar-overlay verify # exit 1", "avatar-overlay approve --missing"],
    "Documentation/golden-suites.md": ["git init --quiet"],
    "Documentation/golden-comparison.md": [
      "avatar-overlay verify # exit 1", "avatar-overlay approve --missing",
      "sed -i 's/\"y\": -1.632, \"z\": 0.26/\"x\": 0.2, \"y\": -1.632, \"z\": 0.26/' Avatars/dragon/avatar.json",
      "avatar-overlay verify # exit 1",
    ],
    "Documentation/deployment.md": [
      "avatar-overlay keys create --data data --tenant brushing --scopes renders"
    ],
    "Documentation/printed-cards.md": ["rm clip.jsonl"],
    "Documentation/filters.md": ["avatar-overlay serve"],
    "Documentation/webhooks.md": [
      "avatar-overlay keys create --data data --tenant brushing --scopes renders"
    ],
  ]

  private static let documents = Document.all.filter { document in
    !document.isTutorial && document.blocks.contains { $0.language == "console" }
  }

  @Test(arguments: documents)
  func `every command of a document does what the document says`(document: Document) throws {
    let reader = try ReadersFolder()
    for line in Self.before[document.path] ?? [] {
      try reader.run(Command(line), "before \(document.path)")
    }
    for block in document.blocks where block.language == "console" {
      let commands = Command.all(in: block)
      #expect(!commands.isEmpty, "\(block.testDescription): a console block has lines with $")
      for command in commands where !UnrunCommands.contain(command.text) {
        try reader.run(command, block.testDescription)
      }
    }
  }

  @Test func `a command that is not run is shown somewhere, and most are run`() {
    let commands = Document.blocks.filter { $0.language == "console" }
      .flatMap(Command.all).map(\.text)
    for (beginning, _) in UnrunCommands.reasons {
      #expect(commands.contains { $0.hasPrefix(beginning) }, "\(beginning) is not shown any more")
    }
    #expect(commands.filter(UnrunCommands.contain).count < commands.count / 5)
  }

  /// In the middle of a sentence a command is too short to be run, but its options are real.
  @Test func `a command within a sentence has a verb and options that there are`() throws {
    // The first field of what a signed link signs.
    let others: Set = ["avatar-overlay link 1"]
    var count = 0
    for document in Document.all {
      for (number, line) in document.prose {
        for match in line.matches(of: /`(avatar-overlay [^`]*)`/) {
          let text = String(match.1)
          // Words in capitals, and dots, stand for something.
          guard !others.contains(text), !text.contains(/[A-Z]{4}|\.\.\./) else { continue }
          let words = text.split(separator: " ").dropFirst().map(String.init)
          let isAsked = words.contains { ["--help", "--version"].contains($0) }
          let outcome = try Program.product.run(words + (isAsked ? [] : ["--help"]))
          #expect(outcome.exitCode == 0, "\(document.path):\(number): \(text)\n\(outcome.error)")
          count += 1
        }
      }
    }
    #expect(count > 5)
  }

  /// An example without a fence would not be found here.
  @Test(arguments: Document.all)
  func `every command stands in a fenced block`(document: Document) {
    for (number, line) in document.prose {
      #expect(
        !line.contains(/^\s*(\$ |avatar-overlay )/), "\(document.path):\(number): \(line)")
    }
  }
}
