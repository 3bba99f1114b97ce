import Access
import Backup
import Foundation
import Isolation
import Jobs
import Problems
import Recordings
import Service
import Terminal

/// The verb `erase`: all that a service has of a person, and whether anything is left.
enum EraseCommand {
  static let spec = CommandSpec(
    verb: "erase",
    summary: "Erases all renders of a person from a service's data, or looks for what is left.",
    arguments: "--subject ID",
    argumentCount: 0...0,
    options: [
      (
        "Options",
        [
          .value("--subject", "ID", "the person, as `subject` of recordings and renders names it"),
          .flag(
            "--verify", "remove nothing; look for the subject, and for files that were erased"),
          BackupArguments.data,
          .value("--files", "PLACE", "where its files are, as serve has it: s3://BUCKET/PREFIX"),
          .value(
            "--backup", "DIR", repeats: true,
            "a backup; it stays as it is, and what it has of the person is named"),
          .value("--tenant", "NAME", "only renders of this tenant (default: of all)"),
          BackupArguments.json,
        ]
      )
    ],
    examples: [
      (
        "avatar-overlay erase --subject child-4 --data /var/lib/avatar-overlay --backup backup",
        "while the service is stopped; what the backup still has is named"
      ),
      (
        "avatar-overlay erase --subject child-4 --verify --data /var/lib/avatar-overlay",
        "exit code 1 where anything is left"
      ),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    guard let text = arguments.string("--subject"), !text.isEmpty else {
      throw UsageError("missing --subject ID, whom the recordings show")
    }
    guard let subject = RecordingProvenance.subject(text) else {
      throw UsageError("--subject: a blank at an end found; an ID has none there")
    }
    guard subject.count <= RecordingProvenance.longestText else {
      throw UsageError(
        "--subject: \(subject.count) characters found, at most \(RecordingProvenance.longestText) allowed"
      )
    }
    let tenant = try KeysArguments.tenant(arguments)
    let data = try BackupArguments.dataFolder(arguments)
    let (files, backups) = (arguments.string("--files"), arguments.strings("--backup"))
    if arguments.has("--verify") {
      var check = ErasureCheck(subject, of: tenant, data: data, files: files)
      check.backups = backups
      let result = try check.run { cancellation.isRequested }
      try tell(result, asJSON: arguments.has("--json"))
      return result.findings.isEmpty ? .done : .failed
    }
    // What cannot be read is told before anything is removed.
    let found = try backups.map { try BackupSearch(for: subject, in: $0) }
    let summary = try SubjectEraser(subject, of: tenant, data: data, files: files).run {
      StandardStreams.message($0)
    }
    let kept = found.map { search in
      var search = search
      if let tenant { search.renders.removeAll { $0.tenant != tenant } }
      return BackupReport(search)
    }
    StandardStreams.message(
      "\(data): \(Count.of(summary.renders, "render")) erased, with \(Count.of(summary.files, "file")) of"
        + " \(Count.of(Int(summary.bytes), "byte"))")
    for backup in kept { backup.tell() }
    if backups.isEmpty {
      StandardStreams.message(
        "note: backups that were made before still have it until they are deleted; --backup DIR names what"
      )
    }
    if arguments.has("--json") {
      try StandardStreams.result(
        IndentedJSON.of(
          ErasureReport(
            renders: summary.renders, files: summary.files, bytes: summary.bytes, backups: kept)))
    }
    return .done
  }

  private static func tell(_ result: ErasureCheck.Result, asJSON: Bool) throws {
    for note in result.notes { StandardStreams.message("note: \(note)") }
    for finding in result.findings {
      StandardStreams.message(
        "\(finding.place): \(finding.found.words) (\(finding.detail))")
    }
    let count = result.findings.isEmpty ? "nothing" : Count.of(result.findings.count, "finding")
    StandardStreams.message(
      "\(count) in \(Count.of(result.files, "file")), by the subject and"
        + " \(Count.of(result.digests, "digest"))")
    guard asJSON else { return }
    try StandardStreams.result(
      IndentedJSON.of(
        CheckReport(
          findings: result.findings, files: result.files, digests: result.digests,
          notes: result.notes)))
  }

  /// What was erased, as `--json` shows it.
  private struct ErasureReport: Encodable {
    let renders: Int
    let files: Int
    let bytes: Int64
    let backups: [BackupReport]
  }

  /// What was looked for and found, as `--json` shows it.
  private struct CheckReport: Encodable {
    let findings: [ErasureFinding]
    let files: Int
    let digests: Int
    let notes: [String]
  }

  /// What a backup keeps, as `--json` shows it.
  private struct BackupReport: Encodable {
    struct Render: Encodable {
      let id: String
      let tenant: String
      let files: Int
      let bytes: Int64
      /// From when on a service that is restored of it removes the render.
      let endsAt: String?
    }

    let backup: String
    let createdAt: String
    let renders: [Render]

    init(_ search: BackupSearch) {
      (backup, createdAt) = (search.backup, search.createdAt)
      renders = search.renders.map { render in
        Render(
          id: render.id, tenant: render.tenant, files: render.files, bytes: render.bytes,
          endsAt: render.endsAt.map(KeyReport.text))
      }
    }

    /// Tells it for people.
    func tell() {
      guard !renders.isEmpty else {
        StandardStreams.message("\(backup): made \(createdAt), has no render of this subject")
        return
      }
      for render in renders {
        let end =
          render.endsAt.map {
            "its consent ends at \($0), when a service that is restored of it removes it; the backup keeps it until"
              + " it is deleted"
          } ?? "no end is set: delete the backup"
        StandardStreams.message(
          "\(backup): made \(createdAt), still has render \(render.id) of \(render.tenant),"
            + " \(Count.of(render.files, "file")), \(Count.of(Int(render.bytes), "byte")); \(end)")
      }
    }
  }
}

extension ErasureFinding.Kind {
  /// What was found, in words.
  fileprivate var words: String {
    switch self {
    case .render: "a render has the subject"
    case .subject: "the subject is in it"
    case .file: "a copy of a file that was erased"
    case .unfinished: "an erasure did not come to its end"
    }
  }
}
