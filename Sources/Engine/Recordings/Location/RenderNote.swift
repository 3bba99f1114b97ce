/// A line of what a person should know of a render, and how those of its parts come together.
package struct RenderNote: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The recording, or something that was met in it: true of the whole where it is of a part.
    case finding
    /// Something that no frame had: true of the whole where it is of all parts.
    case absence
    /// What has come together from the recording's beginning on: of the last part.
    case total
  }

  package var kind: Kind
  package var line: String

  package init(_ kind: Kind, _ line: String) { (self.kind, self.line) = (kind, line) }

  /// The lines of a render whose parts, in order, have these notes.
  package static func joined(_ parts: [[RenderNote]]) -> [String] {
    var lines: [String] = []
    for note in parts.joined() where !lines.contains(note.line) {
      let isTrue =
        switch note.kind {
        case .finding: true
        case .absence: parts.allSatisfy { $0.contains(note) }
        case .total: parts.last?.contains(note) == true
        }
      if isTrue { lines.append(note.line) }
    }
    return lines
  }
}
