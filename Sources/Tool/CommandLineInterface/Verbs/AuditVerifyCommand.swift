import Audit
import Foundation
import Isolation
import Problems
import ServiceEndpoints
import Terminal

/// The verb `audit verify`: whether a service's audit log is whole.
enum AuditVerifyCommand {
  static let spec = CommandSpec(
    verb: "audit verify",
    summary: "Checks the chain of a service's audit log, and names the first broken line.",
    arguments: "--data DIR | FILE...",
    argumentCount: 0...10_000,
    options: [
      (
        "Options",
        [
          .value("--data", "DIR", "the service's data folder; its log is the folder audit in it"),
          .value(
            "--expect", "SHA256", "a line's hash that was noted elsewhere, which must be in the log"
          ),
          .flag("--json", "what was found, as JSON, on standard output"),
        ]
      )
    ],
    examples: [
      (
        "avatar-overlay audit verify --data /var/lib/avatar-overlay",
        "all files of the log, and that it ends where it is known to"
      )
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let expected = try arguments.string("--expect").map(hash)
    let found: AuditVerification
    let place: String
    if let data = arguments.string("--data"), !data.isEmpty {
      guard arguments.positionals.isEmpty else {
        throw UsageError("--data and FILE found, one of them expected")
      }
      place = "\(data)/\(ServiceAudit.folder)"
      found = try AuditVerification(folder: place, expecting: expected)
    } else {
      guard let first = arguments.positionals.first else {
        throw UsageError("missing --data DIR, the service's data folder, or FILE of its log")
      }
      let attributes = try? FileManager.default.attributesOfItem(atPath: first)
      let isFolder = attributes?[.type] as? FileAttributeType == .typeDirectory
      // The folder of a log that is elsewhere.
      let isLog = isFolder && arguments.positionals.count == 1
      place = first
      found =
        isLog
        ? try AuditVerification(folder: first, expecting: expected)
        : try AuditVerification(files: arguments.positionals, expecting: expected)
    }
    for note in found.notes { StandardStreams.message("note: \(note)") }
    if let fault = found.fault {
      StandardStreams.message(
        "\(fault.file): \(fault.line.map { "line \($0): " } ?? "")\(fault.reason)")
    } else {
      let end = found.last.map { ", the last is line \($0.sequence), SHA-256 \($0.sha256)" } ?? ""
      StandardStreams.message("\(place): whole, \(Count.of(found.lines, "line"))\(end)")
    }
    if arguments.has("--json") { try StandardStreams.result(IndentedJSON.of(Report(found))) }
    return found.fault == nil ? .done : .failed
  }

  private static func hash(_ text: String) throws(UsageError) -> String {
    let digits = Set("0123456789abcdef")
    guard text.count == 64, text.allSatisfy(digits.contains) else {
      throw UsageError("--expect: expected a SHA-256 of 64 lower-case hexadecimal digits")
    }
    return text
  }

  /// What was found, as `--json` shows it.
  private struct Report: Encodable {
    struct End: Encodable {
      let sequence: Int
      let time: String
      let sha256: String

      init(_ end: AuditVerification.End) {
        (sequence, time, sha256) = (end.sequence, end.time, end.sha256)
      }
    }

    struct Fault: Encodable {
      let file: String
      let line: Int?
      let reason: String
    }

    let isWhole: Bool
    let files: Int
    let lines: Int
    let first: End?
    let last: End?
    let fault: Fault?
    let notes: [String]

    init(_ found: AuditVerification) {
      (isWhole, files, lines) = (found.fault == nil, found.files, found.lines)
      (first, last) = (found.first.map(End.init), found.last.map(End.init))
      fault = found.fault.map { Fault(file: $0.file, line: $0.line, reason: $0.reason) }
      notes = found.notes
    }
  }
}
