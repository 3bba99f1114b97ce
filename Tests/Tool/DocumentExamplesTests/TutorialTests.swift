import Foundation
import TestSupport
import Testing

/// The tutorials, each step of them, from an empty folder on as their reader has it, by a program that is installed.
@Suite struct TutorialTests {
  private static let tutorials = Document.all.filter(\.isTutorial)

  @Test func `every step of the tutorials, one after the other, does and says what it says`() throws
  {
    let root = try installation()
    let reader = try ReadersFolder(installed: root.path("bin"))
    for document in Self.tutorials { try follow(document, reader) }
  }

  /// The program with its packages as `Scripts/install.sh` lays them out, away from the checkout.
  private func installation() throws -> ScratchFolder {
    let root = try ScratchFolder()
    try root.folder("bin")
    try root.folder("share/avatar-overlay")
    try FileManager.default.copyItem(
      atPath: Program.product.path, toPath: root.path("bin/avatar-overlay"))
    for name in ["Avatars", "Cards", "Scenes"] {
      try FileManager.default.copyItem(
        at: SharedData.packageRoot.appending(path: name),
        to: root.url.appending(path: "share/avatar-overlay/\(name)"))
    }
    return root
  }

  private func follow(_ document: Document, _ reader: ReadersFolder) throws {
    for block in document.blocks {
      let place = block.testDescription
      if let file = block.file {
        try reader.folder.write(block.text, to: file)
        continue
      }
      try #require(block.language == "console", "\(place): a line before says which file this is")
      for command in Command.all(in: block) {
        let said = try reader.run(command, place)
        if let said { expect(command.shown, in: said, "\(place): \(command.text)") }
        for match in command.text.matches(of: /(?:^|\s)-o ([^\s]+)/) {
          let made = try? reader.folder.bytes(String(match.1))
          let isThere = made?.isEmpty == false || isFolder(match.1, in: reader)
          #expect(isThere, "\(place): no \(match.1)")
        }
      }
    }
  }

  /// Expects each line that is shown among those that were said; `...` stands for anything.
  private func expect(_ shown: String, in said: String, _ place: String) {
    let lines = said.split(separator: "\n")
    for line in shown.split(separator: "\n") {
      let parts = line.components(separatedBy: "...")
      let isSaid = lines.contains { isMade(of: parts, $0) }
      #expect(isSaid, "\(place)\nit does not say: \(line)\nit says:\n\(said.suffix(2000))")
    }
  }

  /// Whether a line has the parts, one after the other, from its beginning to its end.
  private func isMade(of parts: [String], _ line: Substring) -> Bool {
    guard let first = parts.first, let last = parts.last, line.hasPrefix(first) else {
      return false
    }
    guard parts.count > 1 else { return line == first }
    var rest = line.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }

  private func isFolder(_ name: Substring, in reader: ReadersFolder) -> Bool {
    var isFolder: ObjCBool = false
    let path = reader.folder.path(String(name))
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Each picture of a tutorial is made by the script, of what its reader makes.
  @Test(arguments: tutorials)
  func `the pictures of a tutorial are made by the script, and small`(document: Document) throws {
    let script = try Document("Scripts/pictures.sh").lines.joined(separator: "\n")
    #expect(script.contains("Scripts/run-tutorial.py \(document.path) "))
    let names = document.prose.flatMap { line in
      line.text.matches(of: /!\[[^\]]+\]\(([^)]+)\)/).map { String($0.1) }
    }
    #expect(names.count >= 3)
    for name in names {
      #expect(script.contains("Documentation/\(name)"), "no command makes \(name)")
      let file = SharedData.packageRoot.appending(path: "Documentation/\(name)")
      #expect(try Data(contentsOf: file).count <= 60 << 10, "\(name)")
    }
  }

  @Test func `all tutorials are there`() {
    #expect(
      Self.tutorials.map(\.path) == [
        "Documentation/tutorial-mask.md", "Documentation/tutorial-model.md",
        "Documentation/tutorial-scene.md",
      ])
  }

  @Test func `dots in a shown line stand for anything, and nothing else does`() {
    #expect(isMade(of: ["moved ", " px up"], "moved 5.3 px up"))
    #expect(isMade(of: ["moved ", ""], "moved 5.3 px up, turned"))
    #expect(!isMade(of: ["moved ", " px up"], "moved 5.3 px down"))
    #expect(!isMade(of: ["4 passed"], "4 passed, 1 failed"))
    #expect(isMade(of: ["a", "b", "c"], "a, b, c") && !isMade(of: ["a", "b", "c"], "a, c"))
  }
}
