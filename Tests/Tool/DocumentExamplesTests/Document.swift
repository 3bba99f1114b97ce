import Foundation
import TestSupport
import Testing

/// A document of the project as its reader has it: text with fenced blocks of code.
struct Document: Sendable, CustomTestStringConvertible {
  struct Block: Sendable, CustomTestStringConvertible {
    /// The document's path in the package, and the line of the fence.
    var document: String, line: Int
    /// What stands after the fence; empty where nothing does.
    var language: String
    /// The lines between the fences, without the indentation of the list that they stand in.
    var lines: [String]
    /// The file that the line before names, with a colon after it, where the document is a tutorial.
    var file: String?

    /// The whole of it.
    var text: String { lines.joined(separator: "\n") + "\n" }
    var testDescription: String { "\(document):\(line)" }

    /// Whether a Swift file in these folders of the package has the lines, at any indentation.
    func stands(in folders: [String]) throws -> Bool {
      func withoutIndentation(_ lines: some Sequence<some StringProtocol>) -> String {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
      }
      let shown = withoutIndentation(lines)
      return try folders.contains { name in
        let folder = SharedData.packageRoot.appending(path: name)
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).contains { file in
          guard file.hasSuffix(".swift") else { return false }
          let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
          return withoutIndentation(text.split(separator: "\n", omittingEmptySubsequences: false))
            .contains(shown)
        }
      }
    }
  }

  let path: String
  let lines: [String]
  let blocks: [Block]

  var testDescription: String { path }

  /// The paths of every document that has examples: those at the top, and `Documentation`.
  static let paths: [String] = {
    let folder = SharedData.packageRoot.appending(path: "Documentation").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["README.md", "CONTRIBUTING.md", "SECURITY.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
  }()

  /// The documents; `DocumentLimitTests` tests that each can be read.
  static let all = paths.compactMap { try? Document($0) }

  static let blocks = all.flatMap(\.blocks)

  init(_ path: String) throws {
    self.path = path
    let text = try String(
      contentsOf: SharedData.packageRoot.appending(path: path), encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var blocks: [Block] = []
    var open: (block: Block, indentation: Int)?
    var before = ""
    for (index, line) in lines.enumerated() {
      let content = line.drop { $0 == " " }
      let indentation = line.count - content.count
      if content.hasPrefix("```"), open == nil {
        let file = Self.isTutorial(path) ? before.firstMatch(of: /`([^`]+)`:$/)?.1 : nil
        let block = Block(
          document: path, line: index + 1, language: String(content.dropFirst(3)), lines: [],
          file: file.map(String.init))
        open = (block, indentation)
      } else if content == "```", let whole = open {
        blocks.append(whole.block)
        (open, before) = (nil, "")
      } else if let within = open {
        open?.block.lines.append(String(line.dropFirst(min(within.indentation, indentation))))
      } else if !content.isEmpty {
        before = line
      }
    }
    self.blocks = blocks
  }

  /// Whether the reader does everything from an empty folder on, which `TutorialTests` does too.
  var isTutorial: Bool { Self.isTutorial(path) }

  private static func isTutorial(_ path: String) -> Bool {
    path.hasPrefix("Documentation/tutorial-")
  }

  /// The lines outside of fenced blocks, with their numbers.
  var prose: [(number: Int, text: String)] {
    let fenced = blocks.reduce(into: IndexSet()) {
      $0.insert(integersIn: $1.line - 1..<$1.line + $1.lines.count + 1)
    }
    return lines.indices.filter { !fenced.contains($0) }.map { ($0 + 1, lines[$0]) }
  }
}
