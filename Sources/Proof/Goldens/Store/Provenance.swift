internal import Foundation
public import Recordings
internal import Text

/// Where a golden came from.
public struct Provenance: Hashable, Codable, Sendable {
  /// The golden's file, relative to the suite's folder.
  public var golden: String
  /// The SHA-256 of its content, 64 hexadecimal digits, be that in Git or in the golden store.
  public var sha256: String
  /// The person that recorded it.
  public var by: String
  /// When, ISO 8601 in UTC.
  public var at: String
  /// The renderer's version.
  public var renderer: String
  /// Why; nil where no reason was given.
  public var reason: String?
  /// Of a variant the SHA-256 of the golden that it was recorded beside; nil for a golden.
  public var variantOf: String?
  /// What the recording says of its origin and of the consent to use it; nil where it says nothing.
  public var recording: RecordingProvenance?

  /// Makes a record.
  public init(
    golden: String, sha256: String, by: String, at: String, renderer: String, reason: String?,
    variantOf: String? = nil, recording: RecordingProvenance? = nil
  ) {
    (self.golden, self.sha256, self.by, self.at) = (golden, sha256, by, at)
    (self.renderer, self.reason, self.variantOf) = (renderer, reason, variantOf)
    self.recording = recording
  }
}

/// The provenance of all of a suite's goldens: a line of JSON each, sorted by file.
///
/// Lines stand for themselves, so that two branches that record different goldens merge without a
/// conflict (and with `merge=union` in `.gitattributes`, two that record the same one too).
public struct ProvenanceFile: Hashable, Sendable {
  /// The records, by golden.
  public private(set) var records: [String: Provenance] = [:]

  /// The longest file that is read, in bytes: a third of a kilobyte a golden.
  static let byteLimit = 16 << 20

  /// Makes an empty file.
  public init() {}

  /// Reads the file; one that is not there is empty.
  ///
  /// - Throws: `GoldenError.unreadable`, `.damagedProvenance`.
  public init(path: String) throws(GoldenError) { try self.init(SuitePlace(named: path)) }

  /// Reads a suite's file; one that is not there is empty.
  ///
  /// - Throws: `GoldenError.unreadable`, `.damagedProvenance`, `.leadsOut`.
  init(of suite: GoldenSuite) throws(GoldenError) {
    try self.init(suite.paths.place(GoldenPaths.provenanceName))
  }

  private init(_ place: SuitePlace) throws(GoldenError) {
    guard place.exists else { return }
    let path = place.path
    for (number, line) in try LineFile(place, byteLimit: Self.byteLimit).lines {
      guard let record = try? JSONDecoder().decode(Provenance.self, from: Data(line)) else {
        let isMarker = ["<<<<<<<", "=======", ">>>>>>>"].contains { line.starts(with: $0.utf8) }
        throw .damagedProvenance(
          path, line: number,
          reason: isMarker ? "a conflict marker that a merge left" : "not the record of a golden")
      }
      // What is obsolete may be removed: a record must not reach out of the suite's goldens.
      if let reason = GoldenName.fault(ofGolden: record.golden) {
        throw .damagedProvenance(
          path, line: number,
          reason: "\"\(Shown.text(record.golden))\" is not a golden's file: it \(reason)")
      }
      // Of two branches' records of one golden the later one holds.
      if let other = records[record.golden], other.at > record.at { continue }
      records[record.golden] = record
    }
  }

  /// The record of a golden.
  public subscript(golden: String) -> Provenance? {
    get { records[golden] }
    set { records[golden] = newValue }
  }

  /// The file's bytes.
  public var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    func quoted(_ text: String) -> String {
      (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
    var text = ""
    for (_, record) in records.sorted(by: { $0.key < $1.key }) {
      text += "{\"golden\": \(quoted(record.golden)), \"sha256\": \(quoted(record.sha256))"
      text += ", \"by\": \(quoted(record.by)), \"at\": \(quoted(record.at))"
      text += ", \"renderer\": \(quoted(record.renderer))"
      if let golden = record.variantOf { text += ", \"variantOf\": \(quoted(golden))" }
      if let recording = record.recording { text += ", \"recording\": \(recording.line)" }
      if let reason = record.reason { text += ", \"reason\": \(quoted(reason))" }
      text += "}\n"
    }
    return Array(text.utf8)
  }
}

/// The person that records, and the reason.
public struct Author: Hashable, Sendable {
  /// The name.
  public var name: String
  /// Why; nil where no reason was given.
  public var reason: String?

  /// Makes an author.
  public init(name: String, reason: String? = nil) {
    (self.name, self.reason) = (name, reason)
  }

  /// The author that Git knows (`GIT_AUTHOR_NAME`), else the user's name.
  public init(environment: [String: String], reason: String? = nil) {
    let named = ["GIT_AUTHOR_NAME", "USER", "LOGNAME"].compactMap { environment[$0] }
      .first { !$0.isEmpty }
    self.init(name: named ?? NSUserName(), reason: reason)
  }
}

/// Times as files have them.
enum Timestamp {
  /// Now, ISO 8601 in UTC, to the second.
  static var now: String { Date.now.formatted(.iso8601) }
}
