import Session
import Text

/// A time that is named by an event of a session's log: `gatePassed-2s`, `quadrant:upperLeft`, `hint#last+500ms`.
public struct EventMoment: Hashable, Sendable, CustomStringConvertible {
  /// Which of the events that fit is meant.
  enum Occurrence: Hashable {
    case place(Int)
    case last
  }

  /// What is wrong with a text.
  public struct Fault: Error, Hashable, CustomStringConvertible {
    /// One line for people.
    public let description: String
  }

  /// The highest place of an event among those that fit, and the longest offset in seconds.
  public static let (mostPlaces, longestOffset) = (1_000_000, 1e7)

  /// What a text looks like.
  public static let form =
    "an event of the session, such as gatePassed:teeth, quadrant#2 or outcome+1.5s"

  /// The same as a regular expression for schemas.
  public static let pattern =
    "^(\(SessionEvent.Name.allCases.map(\.rawValue).joined(separator: "|")))(:.+)?"
    + "(#([1-9][0-9]{0,6}|last))?([+-][0-9]{1,10}([.][0-9]{1,9})?m?s)?$"

  /// The text as it was written.
  public let description: String
  let name: SessionEvent.Name
  /// Which of its name; nil for any.
  let detail: String?
  let occurrence: Occurrence
  let offsetMs: Double

  /// Reads a text.
  public init(parsing text: String) throws(Fault) {
    description = text
    var rest = Substring(text)
    offsetMs = try Self.offset(&rest)
    occurrence = try Self.occurrence(&rest)
    let words = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let word = words.first, let known = SessionEvent.Name(rawValue: String(word)) else {
      throw Self.unknown(
        "event", String(words.first ?? ""), SessionEvent.Name.allCases.map(\.rawValue),
        orElse: "seconds, or ")
    }
    name = known
    detail = words.count > 1 ? String(words[1]) : nil
    guard let detail, let details = known.details else {
      if detail == "" { throw Fault(description: "expected a quadrant's name after quadrant:") }
      return
    }
    guard !details.isEmpty else {
      throw Fault(
        description:
          "the event \(known.rawValue) has no details; leave \":\(Shown.text(detail))\" out")
    }
    guard details.contains(detail) else {
      throw Self.unknown("\(known.rawValue)", detail, details)
    }
  }

  /// Takes the offset from the end of a text, such as `-2s`; in milliseconds.
  private static func offset(_ text: inout Substring) throws(Fault) -> Double {
    guard let sign = text.lastIndex(where: { "+-".contains($0) }) else { return 0 }
    let written = text[text.index(after: sign)...]
    // A quadrant's name may have signs too.
    guard written.first.map({ $0.isASCII && $0.isNumber || $0 == "." }) ?? true else { return 0 }
    let unit = written.hasSuffix("ms") ? 1.0 : 1000
    let digits = written.dropLast(unit == 1 ? 2 : 1)
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    let isNumber =
      (1...2).contains(parts.count)
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
    guard written.hasSuffix("s"), isNumber, let number = Double(digits),
      number * unit <= longestOffset * 1000
    else {
      throw Fault(
        description:
          "\"\(Shown.text(String(text[sign...])))\" found, an offset such as -2s, +1.5s or"
          + " +200ms expected, of at most \(Int(longestOffset)) s")
    }
    defer { text = text[..<sign] }
    return (text[sign] == "-" ? -1 : 1) * number * unit
  }

  /// Takes the number of the event from the end of a text, such as `#2` or `#last`.
  private static func occurrence(_ text: inout Substring) throws(Fault) -> Occurrence {
    guard let mark = text.lastIndex(of: "#") else { return .place(1) }
    let written = text[text.index(after: mark)...]
    // A quadrant's name may have one too.
    let isNumber = written == "last" || written.first.map { $0.isASCII && $0.isNumber } ?? true
    if !isNumber, text[..<mark].contains(":") { return .place(1) }
    defer { text = text[..<mark] }
    if written == "last" { return .last }
    guard written.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let place = Int(written),
      (1...mostPlaces).contains(place)
    else {
      throw Fault(
        description:
          "\"\(Shown.text(String(text[mark...])))\" found, #1 to #\(mostPlaces) or #last expected")
    }
    return .place(place)
  }

  private static func unknown(
    _ noun: String, _ found: String, _ known: [String], orElse other: String = ""
  ) -> Fault {
    let near = Spelling.nearest(to: found, among: known).map { "; did you mean \"\($0)\"?" }
    return Fault(
      description: "\"\(Shown.text(found))\" is not a known \(noun)"
        + (near ?? "; expected \(other)one of \(known.joined(separator: ", "))"))
  }

  /// Whether it means an event, whichever of those that fit.
  func fits(_ event: SessionEvent) -> Bool {
    event.name == name && (detail == nil || event.detail == detail)
  }

  /// The event without which of those that fit, and without the offset.
  var event: String { name.rawValue + (detail.map { ":\($0)" } ?? "") }
}
