public import AvatarFiles
public import Drawing
public import Problems
import Text

/// Why a card cannot be had or filled.
public enum ShareCardError: Error, Hashable, Sendable {
  /// It is not found.
  case lookup(PackageLookupError)
  /// What lies there is no card.
  case notACard(path: String, reason: String)
  case faulty(path: String, ShareCardFaults)
  /// A date that looks like one and is none.
  case unfitDate(String)
  /// A field that cannot be shown.
  case unfitField(field: String, reason: String)
  /// A field that is longer than allowed.
  case overLimit(field: String, found: Int, limit: Int, unit: String)
  /// Cairo or Pango failed.
  case drawing(DrawingError)
}

extension ShareCardError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .lookup(let error):
      "\(error)"
    case .notACard(let path, let reason):
      "\(path): not a card: \(reason)"
    case .faulty(let path, let faults):
      "\(path)/\(faults)"
    case .unfitDate(let date):
      "the date \"\(Shown.text(date))\" is not in the calendar; expected a date such as 2026-02-04, "
        + "or any other text"
    case .unfitField(let field, let reason):
      "the card's \(field) \(reason)"
    case .overLimit(let field, let found, let limit, let unit):
      "the card's \(field) has \(found) \(unit); at most \(limit) are allowed"
    case .drawing(let error):
      error.description
    }
  }
}

extension ShareCardError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .lookup: .unknownCard
    case .faulty(_, let faults) where faults.faults.contains(where: \.isLimit): .overLimit
    case .notACard, .faulty: .badCard
    case .unfitDate, .unfitField: .unfitOutput
    case .overLimit: .overLimit
    case .drawing(let error): error.problemCode
    }
  }

  /// A text that does not fit is one on the card.
  public var problemPlace: ProblemPlace? { .card }
}
