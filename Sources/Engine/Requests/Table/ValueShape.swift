import JSON
import Text

/// What the values of a member look like, for readers, help and schemas.
public enum ValueShape: Hashable, Sendable {
  /// On or off.
  case flag
  /// On or off, or a whole number in a range, which means on.
  case flagOrWhole(ClosedRange<Int>)
  /// One of some words; `noun` says what they are, such as `codec`.
  case choice([String], noun: String)
  /// A whole number in a range.
  case whole(ClosedRange<Int>)
  /// One of some whole numbers.
  case wholeOf([Int])
  case number(ClosedRange<Double>)
  /// A text of at most so many Unicode scalars; nil leaves it to the engine.
  case text(most: Int?)
  /// The path of a file or folder.
  case path
  /// A name that is looked up; no path.
  case name
  /// A list of names or paths.
  case paths
  /// A list of names, of at most so many.
  case names(most: Int)
  /// A list of texts `NAME=VALUE`.
  case assignments
  /// The same whose values are names that are looked up, of at most so many.
  case assignedNames(most: Int)
  /// A text of a certain form.
  case written(Notation)
  /// Such a text, or a list of at most so many.
  case writtenList(Notation, most: Int)
  /// A whole number, or a text of a certain form.
  case wholeOrWritten(ClosedRange<Int>, Notation)
  case numberOrWord(ClosedRange<Double>, String)
  /// A number, or a text of a certain form.
  case numberOrWritten(ClosedRange<Double>, Notation)

  /// The form of a text.
  public struct Notation: Hashable, Sendable {
    /// What is expected, in words, such as `a size such as 1280x720`.
    public var expected: String
    /// A regular expression for schemas.
    public var pattern: String
    /// A text of the form.
    public var example: String
  }
}

/// Why a value is not fit for its member.
enum ValueFault: Error, Hashable {
  /// Something else is expected.
  case unfit(expected: String)
  /// A fault in words.
  case message(String)
}

extension ValueShape {
  /// Whether a text is of the form `NAME=VALUE`.
  static func isAssignment(_ text: String) -> Bool {
    guard let sign = text.firstIndex(of: "=") else { return false }
    return sign > text.startIndex && text.index(after: sign) < text.endIndex
  }

  /// Whether a text is of the form `NAME=VALUE`, the value a name that is no path.
  static func isAssignedName(_ text: String) -> Bool {
    guard isAssignment(text), let sign = text.firstIndex(of: "=") else { return false }
    return PlainName.isFit(String(text[text.index(after: sign)...]))
  }

  /// What is expected, in words.
  public var expectation: String {
    switch self {
    case .flag: "true or false"
    case .flagOrWhole(let range): "true, false or \(ValueShape.whole(range).expectation)"
    case .choice(let words, _): words.joined(separator: ", ")
    case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .wholeOf(let numbers): Self.alternatives(numbers.map(String.init))
    case .number(let range):
      "a number from \(Self.brief(range.lowerBound)) to \(Self.brief(range.upperBound))"
    case .text(let most): most.map { "a text of at most \($0) characters" } ?? "a text"
    case .path, .paths: "a path without control characters"
    case .name, .names: PlainName.expected
    case .assignments: "NAME=VALUE"
    case .assignedNames: "NAME=VALUE, the value \(PlainName.expected)"
    case .written(let notation), .writtenList(let notation, _): notation.expected
    case .wholeOrWritten(_, let notation): notation.expected
    case .numberOrWord(let range, let word): "\(ValueShape.number(range).expectation), or \(word)"
    case .numberOrWritten(let range, let notation):
      "\(ValueShape.number(range).expectation), or \(notation.expected)"
    }
  }

  /// The value of an option's word.
  func value(ofOption word: String) throws(ValueFault) -> JSONValue {
    switch self {
    case .flag: return .bool(word != "false")
    case .flagOrWhole(let range):
      if word == "true" || word == "false" { return .bool(word == "true") }
      if let number = Int(word), range.contains(number) { return .integer(number) }
    case .choice(let words, _): if words.contains(word) { return .string(word) }
    case .whole(let range):
      if let number = Int(word), range.contains(number) { return .integer(number) }
    case .wholeOf(let numbers):
      if let number = Int(word), numbers.contains(number) { return .integer(number) }
    case .number(let range):
      if let number = Double(word), range.contains(number) { return .number(number) }
    case .text, .written: return .string(word)
    case .writtenList: return .array([.string(word)])
    case .path: return .string(try Self.path(word))
    case .paths: return .array([.string(try Self.path(word))])
    case .name: if PlainName.isFit(word) { return .string(word) }
    case .names: if PlainName.isFit(word) { return .array([.string(word)]) }
    case .assignments: if Self.isAssignment(word) { return .array([.string(word)]) }
    case .assignedNames: if Self.isAssignedName(word) { return .array([.string(word)]) }
    case .wholeOrWritten(let range, _):
      guard let number = Int(word) else { return .string(word) }
      if range.contains(number) { return .integer(number) }
    case .numberOrWord(let range, let known):
      if word == known { return .string(word) }
      if let number = Double(word), range.contains(number) { return .number(number) }
    case .numberOrWritten(let range, _):
      guard let number = Double(word) else { return .string(word) }
      if range.contains(number) { return .number(number) }
    }
    throw .unfit(expected: expectation)
  }

  /// A path as it is, unless it cannot be one.
  static func path(_ text: String) throws(ValueFault) -> String {
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw .unfit(expected: ValueShape.path.expectation)
    }
    return text
  }

  static func brief(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  private static func alternatives(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}

/// Names of avatars and cards in untrusted input.
public enum PlainName {
  /// The longest one, in characters.
  public static let maximumLength = 64

  /// What is expected of one, in words.
  public static let expected =
    "a name of letters, digits, - and _, a letter or digit first, at most \(maximumLength)"
    + " characters"

  /// The same as a regular expression.
  public static let pattern = "^[A-Za-z0-9][A-Za-z0-9_-]{0,\(maximumLength - 1)}$"

  /// Whether a text can be a name; no path can.
  public static func isFit(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, first.isASCIILetterOrDigit, bytes.count <= maximumLength else {
      return false
    }
    return bytes.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
  }
}
