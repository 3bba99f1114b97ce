public import Filters
import Foundation
package import JSON
import Text

/// What a recording says of its origin: whom it shows, what that person has consented to, and the device that took it.
///
/// It goes with what is made of the recording: into sidecars, plans, jobs and the records of goldens, never into a clip.
public struct RecordingProvenance: Hashable, Sendable {
  /// What was consented to; nil where nothing says so.
  public var consent: Consent?
  /// The ID of the person that it shows.
  public var subject: String?
  /// The device that took it.
  public var device: String?

  /// A consent to use a recording.
  public struct Consent: Hashable, Sendable {
    /// The person that gave it.
    public var who: String
    /// What the recording may be used for.
    public var purposes: [String]
    /// The last day on which it holds, up to midnight in UTC; nil for no end.
    public var until: RecordingDate?
    /// Where the consent itself is kept, such as a number of a file.
    public var reference: String?

    /// Makes a consent.
    public init(
      who: String, purposes: [String], until: RecordingDate? = nil, reference: String? = nil
    ) {
      (self.who, self.purposes, self.until, self.reference) = (who, purposes, until, reference)
    }

    /// When it ends, in milliseconds since 1970; nil for no end.
    public var endsAtMs: Int64? { until.map { Int64($0.daysSince1970 + 1) * 86_400_000 } }

    /// The purposes in words.
    var purposesInWords: String { purposes.map { Shown.text($0) }.joined(separator: ", ") }
  }

  /// The most characters of a text, and the most purposes.
  public static let (longestText, mostPurposes) = (200, 16)
  /// The names of its members.
  package static let keys = ["consent", "subject", "device"]

  /// Makes one that says nothing.
  public init() {}

  /// Whether it says nothing.
  public var isEmpty: Bool { self == RecordingProvenance() }

  /// Throws where the consent has ended.
  ///
  /// - Parameters:
  ///   - media: the recording, for the message.
  ///   - timeMs: the time in milliseconds since 1970; nil for now.
  /// - Throws: `RenderingError.consentEnded`.
  public func checkConsent(to media: String, atMs timeMs: Int64? = nil) throws(RenderingError) {
    let now = timeMs ?? Int64(Date.now.timeIntervalSince1970 * 1000)
    guard let consent, let until = consent.until, let end = consent.endsAtMs, now >= end else {
      return
    }
    throw .consentEnded(
      media, who: Shown.text(consent.who), purposes: consent.purposesInWords, until: "\(until)")
  }

  /// The consent in one line, for people; nil where there is none.
  public var consentLine: String? {
    consent.map { consent in
      "\(Shown.text(consent.who)), for \(consent.purposesInWords)"
        + (consent.until.map { ", until \($0)" } ?? "")
        + (consent.reference.map { " (\(Shown.text($0)))" } ?? "")
    }
  }
}

/// What can be wrong with a provenance, whatever else the file around it can have wrong.
package protocol ProvenanceFaultKind: JSONFaultKind {
  /// A text that is not of the form that is expected.
  static func unreadable(_ found: String, expected: String) -> Self
}

extension RecordingProvenance {
  /// Reads the members that an object has of it; what is wrong is in the object's log.
  package init<Kind: ProvenanceFaultKind>(_ object: JSONObject<Kind>) {
    consent = object["consent"].flatMap(Self.consent)
    subject = object["subject"].flatMap { field in
      Self.text(field).flatMap { text in
        let subject = Self.subject(text)
        if subject == nil {
          field.report(
            .unreadable(
              "a blank at an end of \(Shown.text(text))", expected: "an ID without blanks there"))
        }
        return subject
      }
    }
    device = object["device"].flatMap(Self.text)
  }

  /// The form in which a subject is kept and compared, Unicode's C; nil where a blank is at an end of it: that would be
  /// another person, and nothing shows it.
  public static func subject(_ text: String) -> String? {
    let inner = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard inner.utf8.count == text.utf8.count else { return nil }
    return text.precomposedStringWithCanonicalMapping
  }

  private static func consent<Kind: ProvenanceFaultKind>(_ field: JSONField<Kind>) -> Consent? {
    guard let object = field.object(keys: ["who", "purposes", "until", "reference"]) else {
      return nil
    }
    let who = object.required("who").flatMap(text)
    let fields = object.required("purposes").flatMap { $0.list() }
    if let fields, !(1...mostPurposes).contains(fields.count) {
      object["purposes"]?.report(
        .unreadable("\(fields.count)", expected: "1 to \(mostPurposes) purposes"))
      return nil
    }
    let purposes = fields?.compactMap(text)
    let until = object["until"].flatMap { field -> RecordingDate? in
      guard let written = field.text() else { return nil }
      guard written.utf8.count == 10, let date = RecordingDate(iso8601: written) else {
        field.report(.unreadable(Shown.text(written), expected: "a date such as 2027-04-03"))
        return nil
      }
      return date
    }
    guard let who, let purposes else { return nil }
    return Consent(
      who: who, purposes: purposes, until: until,
      reference: object["reference"].flatMap(text))
  }

  private static func text<Kind: ProvenanceFaultKind>(_ field: JSONField<Kind>) -> String? {
    guard let text = field.text() else { return nil }
    guard text.count <= longestText else {
      field.report(
        .unreadable(
          "\(text.count) characters", expected: "a text of at most \(longestText) characters"))
      return nil
    }
    return text
  }

  /// The members that it has, as they are read.
  package var members: [(String, JSONValue)] {
    let consent = consent.map { consent in
      JSONValue.object(
        [
          ("who", .string(consent.who)),
          ("purposes", .array(consent.purposes.map { .string($0) })),
        ] + (consent.until.map { [("until", .string("\($0)"))] } ?? [])
          + (consent.reference.map { [("reference", .string($0))] } ?? []))
    }
    return (consent.map { [("consent", $0)] } ?? [])
      + (subject.map { [("subject", .string($0))] } ?? [])
      + (device.map { [("device", .string($0))] } ?? [])
  }

  package var value: JSONValue { .object(members) }

  /// The same in one line of JSON.
  public var line: String { value.text }
}

extension RecordingProvenance: Codable {
  private struct Fault: ProvenanceFaultKind {
    var words: String

    static func json(_ fault: JSONFault) -> Fault { Fault(words: "\(fault)") }
    static func unreadable(_ found: String, expected: String) -> Fault {
      Fault(words: "expected \(expected), found \"\(found)\"")
    }
  }

  /// Reads what `encode` wrote.
  public init(from decoder: any Decoder) throws {
    let log = JSONFaultLog<Fault>()
    let object = JSONField.root(of: try JSONValue(from: decoder).bytes, log: log)?
      .object(keys: Self.keys)
    guard let object else {
      throw Self.damaged(decoder, "no object")
    }
    self.init(object)
    if let fault = log.faults.first { throw Self.damaged(decoder, fault.kind.words) }
  }

  private static func damaged(_ decoder: any Decoder, _ words: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: words))
  }

  /// Writes the members that it has.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
