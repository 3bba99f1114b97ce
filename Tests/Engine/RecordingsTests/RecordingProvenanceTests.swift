import Foundation
import Recordings
import TestSupport
import Testing

/// What `recording.json` says of the recording's origin, and of the consent to use it.
@Suite struct RecordingProvenanceTests {
  private func location(_ members: String) throws -> RecordingLocation {
    let folder = try ScratchFolder()
    try folder.write("", to: "r/clip.mp4")
    try folder.write("{\"video\": \"clip.mp4\",\n \(members)}", to: "r/recording.json")
    return try RecordingLocation(finding: folder.path("r"), allowsUntracked: true)
  }

  private func fault(_ members: String) -> String {
    do {
      _ = try location(members)
      return ""
    } catch { return "\(error)" }
  }

  private static let consent =
    "\"who\": \"Li Wei\", \"purposes\": [\"spring show\", \"school page\"]"

  @Test func `a recording says whom it shows, and what for there is a consent`() throws {
    let found = try location(
      "\"consent\": {\(Self.consent), \"until\": \"2099-02-28\", \"reference\": \"A-17\"},"
        + " \"subject\": \"child-4\", \"device\": \"Pixel 9\""
    ).provenance
    #expect(found.consent?.who == "Li Wei" && found.consent?.reference == "A-17")
    #expect(found.consent?.purposes == ["spring show", "school page"])
    #expect(found.consent?.until.map { "\($0)" } == "2099-02-28")
    #expect(found.subject == "child-4" && found.device == "Pixel 9")
    #expect(
      found.consentLine == "Li Wei, for spring show, school page, until 2099-02-28 (A-17)")
    let written = try JSONEncoder().encode(found)
    #expect(try JSONDecoder().decode(RecordingProvenance.self, from: written) == found)
    #expect(try location("\"date\": \"2026-04-03\"").provenance.isEmpty)
  }

  @Test(arguments: [
    ("\"consent\": {\"purposes\": [\"a\"]}", "2:13: consent: the key \"who\" is missing"),
    ("\"consent\": {\"who\": \"a\"}", "\"purposes\" is missing"),
    ("\"consent\": {\"who\": \"a\", \"purposes\": []}", "1 to 16 purposes"),
    ("\"consent\": {\"who\": \"\", \"purposes\": [\"a\"]}", "consent.who: "),
    ("\"consent\": {\(consent), \"untill\": \"2027-01-01\"}", "did you mean \"until\"?"),
    ("\"consent\": {\(consent), \"until\": \"2027-02-29\"}", "consent.until: expected a date"),
    ("\"consent\": {\(consent), \"until\": \"2027-02-28T10:00\"}", "expected a date"),
    ("\"consent\": {\(consent), \"until\": 2027}", "consent.until: "),
    ("\"consent\": true", "2:13: consent: an object expected"), ("\"subject\": 4", "subject: "),
    ("\"device\": {\"model\": \"x\"}", "device: "),
  ])
  func `what is wrong with it is refused, with its place`(members: String, words: String) {
    let found = fault(members)
    #expect(found.contains("recording.json:2:") && found.contains(words), "\(found)")
  }

  @Test func `a subject has one form, without blanks at its ends`() throws {
    let subject = try location("\"subject\": \"Zoe\\u0308 4\"").provenance.subject
    #expect(subject.map { Array($0.utf8) } == Array("Zo\u{eb} 4".utf8))
    for text in [" child-4", "child-4 ", "child-4\\t", "\u{a0}child-4"] {
      let found = fault("\"subject\": \"\(text)\"")
      #expect(found.contains("subject: ") && found.contains("without blanks"), "\(found)")
    }
  }

  @Test func `texts and purposes have limits`() {
    func text(_ count: Int) -> String { String(repeating: "a", count: count) }
    func purposes(_ count: Int) -> String {
      Array(repeating: "\"a\"", count: count).joined(separator: ",")
    }
    let most = RecordingProvenance.longestText
    #expect(fault("\"subject\": \"\(text(most))\"") == "")
    #expect(fault("\"subject\": \"\(text(most + 1))\"").contains("at most \(most)"))
    for (count, isFit) in [
      (RecordingProvenance.mostPurposes, true), (RecordingProvenance.mostPurposes + 1, false),
    ] {
      let found = fault("\"consent\": {\"who\": \"a\", \"purposes\": [\(purposes(count))]}")
      #expect(found.isEmpty == isFit, "\(found)")
    }
  }

  @Test func `a consent holds to the end of its last day in UTC`() throws {
    let found = try location("\"consent\": {\(Self.consent), \"until\": \"2028-02-29\"}").provenance
    // By Foundation's calendar: the first moment of the next day.
    let end = try #require(ISO8601DateFormatter().date(from: "2028-03-01T00:00:00Z"))
    let endMs = Int64(end.timeIntervalSince1970 * 1000)
    #expect(found.consent?.endsAtMs == endMs)
    try found.checkConsent(to: "clip.mp4", atMs: endMs - 1)
    let error = #expect(throws: RenderingError.self) {
      try found.checkConsent(to: "clip.mp4", atMs: endMs)
    }
    let told = "\(error.map { "\($0)" } ?? "")"
    for words in ["clip.mp4: ", "Li Wei", "spring show, school page", "2028-02-29", "new consent"] {
      #expect(told.contains(words), "\(told)")
    }
    // Without an end it holds for good.
    try location("\"consent\": {\(Self.consent)}").provenance
      .checkConsent(to: "clip.mp4", atMs: .max)
  }
}
