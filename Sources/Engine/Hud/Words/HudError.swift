public import Drawing
public import Problems
import Text

/// Why the HUD cannot be drawn as it is asked for.
public enum HudError: Error, Hashable, Sendable {
  /// A language that it does not speak; the nearest one that it does.
  case unknownLanguage(String, nearest: String?)
  /// A theme that there is not; the nearest one that there is.
  case unknownTheme(String, nearest: String?)
  /// A theme file that is not there, or cannot be read.
  case notFound(path: String, reason: String)
  /// A theme or a file of strings with faults.
  case faulty(path: String, HudFaults)
  /// A text has a character that no installed font has.
  case missingGlyph(text: String, note: String)
  /// Cairo or Pango failed.
  case drawing(DrawingError)
}

extension HudError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .unknownLanguage(let found, let nearest):
      "there is no language \"\(Shown.text(found, upTo: 40))\"; "
        + (nearest.map { "did you mean \($0)?" }
          ?? "expected one of \(HudLanguage.allCases.map(\.rawValue).joined(separator: ", "))")
    case .unknownTheme(let found, let nearest):
      "there is no theme \"\(Shown.text(found, upTo: 40))\"; "
        + (nearest.map { "did you mean \($0)?" }
          ?? "expected game, plain, or a file that ends in .json")
    case .notFound(let path, let reason): "\(path): \(reason)"
    case .faulty(let path, let faults): "\(path):\(faults)"
    case .missingGlyph(let text, let note):
      "the HUD's text \"\(Shown.text(text, upTo: 60))\" cannot be drawn: \(note)"
    case .drawing(let error): error.description
    }
  }
}

extension HudError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .unknownLanguage, .unknownTheme: .usage
    case .notFound: .inputNotFound
    case .faulty(_, let faults):
      faults.faults.contains { if case .overLimit = $0.kind { true } else { false } }
        ? .overLimit : .badInput
    case .missingGlyph: .notInstalled
    case .drawing(let error): error.problemCode
    }
  }
}
