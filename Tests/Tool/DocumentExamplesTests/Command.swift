import Foundation

/// A command as a document shows it, after `$ `, and what the document says of it.
struct Command: Sendable {
  /// The command, over as many lines as it takes.
  var text: String
  /// The exit code that its comment states ("exit 1"), else 0.
  var exitCode: Int32
  /// What the document shows below it: the answer.
  var shown: String

  init(_ text: String, shown: [String] = []) {
    self.text = text
    self.shown = shown.joined(separator: "\n")
    exitCode = text.firstMatch(of: /#.*\bexit ([0-9]+)/).flatMap { Int32($0.1) } ?? 0
  }

  /// The commands of a `console` block.
  static func all(in block: Document.Block) -> [Command] {
    var groups: [(command: String, shown: [String])] = []
    var goesOn = false
    for line in block.lines {
      if line.hasPrefix("$ ") {
        groups.append((String(line.dropFirst(2)), []))
      } else if goesOn, let last = groups.indices.last {
        groups[last].command += "\n" + line
      } else if let last = groups.indices.last {
        groups[last].shown.append(line)
      }
      goesOn = line.hasSuffix("\\") && (goesOn || line.hasPrefix("$ "))
    }
    return groups.map { Command($0.command, shown: $0.shown) }
  }
}
