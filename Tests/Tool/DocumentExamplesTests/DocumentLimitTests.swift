import Foundation
import TestSupport
import Testing

/// What holds for the documents as a whole.
@Suite struct DocumentLimitTests {
  @Test func `all documents can be read`() {
    #expect(Document.all.map(\.path) == Document.paths)
    #expect(Document.paths.count > 20)
  }

  @Test(arguments: Document.all)
  func `documents are short enough to be read`(document: Document) {
    #expect(document.lines.count - 1 <= (document.path == "README.md" ? 150 : 400))
  }

  @Test func `all documents are in the index`() throws {
    let index = try Document("Documentation/README.md").lines.joined(separator: "\n")
    for document in Document.all where document.path.hasPrefix("Documentation/") {
      let name = URL(filePath: document.path).lastPathComponent
      #expect(name == "README.md" || index.contains("](\(name)): "), "\(name) is not in it")
    }
  }

  /// The headings of a document as links name them: letters in lower case, digits, dashes.
  private static func anchors(_ document: Document) -> Set<String> {
    let headings = document.prose.map(\.text).filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        let kept = heading.drop { $0 == "#" }.dropFirst().lowercased()
          .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        return kept.replacing(" ", with: "-")
      })
  }

  @Test(arguments: Document.all)
  func `links lead to what is there`(document: Document) throws {
    let root = SharedData.packageRoot
    let folder = root.appending(path: document.path).deletingLastPathComponent()
    for (number, line) in document.prose {
      for match in line.matches(of: /\]\(([^)\s]+)\)/) where !match.1.contains("://") {
        let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let place = "\(document.path):\(number): \(match.1)"
        let target = parts[0].isEmpty ? nil : folder.appending(path: String(parts[0])).standardized
        if let target {
          #expect(FileManager.default.fileExists(atPath: target.path), "\(place) is not there")
        }
        guard parts.count == 2 else { continue }
        let path = target?.path.replacing(root.standardized.path + "/", with: "") ?? document.path
        let anchors = try Self.anchors(Document(path))
        #expect(anchors.contains(String(parts[1])), "\(place) has no such heading")
      }
    }
  }

  /// Files of the project and commands of `make` in the middle of a sentence.
  @Test(arguments: Document.all)
  func `files and targets that are named are there`(document: Document) throws {
    let targets = try Document("Makefile").lines
      .compactMap { $0.firstMatch(of: /^([a-z]+):/).map { String($0.1) } }
    for (index, line) in document.lines.enumerated() {
      let place = "\(document.path):\(index + 1)"
      for match in line.matches(of: /`((Scripts|Sources|Tests|Examples)\/[^`\s]*)/) {
        // As far as it is a name: a word in capitals, a star and dots stand for something.
        let names = match.1.split(separator: "/").prefix { !$0.contains(/[A-Z]{4}|\*|\.\./) }
        let path = SharedData.packageRoot.appending(path: names.joined(separator: "/")).path
        #expect(FileManager.default.fileExists(atPath: path), "\(place): \(match.1)")
      }
      for match in line.matches(of: /(?:`|^\$ )make ([a-z]+)/) {
        #expect(targets.contains(String(match.1)), "\(place): \(match.0)")
      }
    }
  }
}
