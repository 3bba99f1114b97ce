import Avatars
import Foundation
import Isolation
import Problems
import Recipe
import Recordings
import Session
import Terminal
import Text
import Verification

/// The verb `session tune`: a threshold chosen by labelled recordings.
enum SessionTuneCommand {
  static let spec = CommandSpec(
    verb: "session tune",
    summary: "Counts what values of a threshold get wrong on labelled recordings, and draws them.",
    arguments: "FOLDER --threshold NAME",
    argumentCount: 1...1,
    options: [
      (
        "Threshold",
        [
          .value(
            "--threshold", "NAME",
            SessionThreshold.all.map(\.name).joined(separator: ", ")),
          .value("--values", "LIST", "the values to try, such as 0.2,0.3,0.4"),
          .value(
            "--session", "FILE", "what the session asks for besides (default: the game's own)"),
        ]
      ),
      (
        "Recordings",
        [.value("--labels", "FILE", "what happens when (default: FOLDER/labels.json)")]
      ),
      (
        "Result",
        [
          .value("--report", "FILE.html", "the curves of every recording as a page"),
          .flag("--json", "the table as JSON on standard output"),
          .overwrite,
        ]
      ),
    ],
    examples: [
      (
        "avatar-overlay session tune demo --threshold teeth.openAbove --report tune.html",
        "the table, and a page with the curves"
      ),
      (
        "avatar-overlay session tune demo --threshold brushing.fastShare --values 0.3,0.5,0.7 --json",
        "three values, for machines"
      ),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let folder = arguments.positionals[0]
    let threshold = try threshold(arguments)
    let outputs = try ReviewArguments.outputs(arguments, page: "--report", readsJSON: false)
    let values = try values(arguments, threshold)
    let settings = try arguments.string("--session").map(SessionFile.settings)
    let labels = try SessionFile.labels(arguments.string("--labels") ?? "\(folder)/labels.json")
    let sources = try labels.recordings.map { try source($0, in: folder) }
    let (report, review) = try SessionTuning(
      threshold, values: values, settings ?? SessionSettings(), sources
    ).run(cancellation: cancellation)
    try outputs.write(review, picturesRoot: folder)
    if arguments.has("--json") {
      try StandardStreams.result(IndentedJSON.of(report))
    } else {
      try StandardStreams.result(report.table)
    }
    return .done
  }

  private static func threshold(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> SessionThreshold {
    let names = SessionThreshold.all.map(\.name)
    guard let name = arguments.string("--threshold") else {
      throw UsageError("missing --threshold NAME, one of \(names.joined(separator: ", "))")
    }
    guard let found = SessionThreshold.all.first(where: { $0.name == name }) else {
      let hint = Spelling.nearest(to: name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
      throw UsageError(
        "--threshold: expected one of \(names.joined(separator: ", ")), found \"\(name)\"\(hint)")
    }
    return found
  }

  /// The most values that are tried.
  private static let mostValues = 100

  private static func values(
    _ arguments: ParsedArguments, _ threshold: SessionThreshold
  ) throws(UsageError) -> [Double] {
    guard let list = arguments.string("--values") else { return threshold.usualValues }
    let words = list.split(separator: ",", omittingEmptySubsequences: false)
    guard words.count <= mostValues else {
      throw UsageError("--values: \(words.count) found, at most \(mostValues) are tried")
    }
    var values: [Double] = []
    for word in words {
      guard let value = Double(word), value.isFinite, threshold.fault(of: value) == nil else {
        throw UsageError(
          "--values: expected \(threshold.fault(of: .nan) ?? "numbers"), found \"\(word)\"")
      }
      values.append(value)
    }
    return values
  }

  /// Where a labelled recording's tracking lies: a recording, or a tracking file alone.
  private static func source(
    _ labels: SessionLabels.Recording, in folder: String
  ) throws -> SessionTuning.Source {
    if let fault = PackagePath.fault(of: labels.name) {
      throw UsageError("--labels: the name \"\(Shown.text(labels.name))\" \(fault)")
    }
    let path = "\(folder)/\(labels.name)"
    let endings = RecordingLocation.trackingExtensions
    let alone =
      endings.contains { path.hasSuffix(".\($0)") }
      ? path
      : endings.map { "\(path).\($0)" }.first(where: FileManager.default.fileExists(atPath:))
    if let alone, FileManager.default.fileExists(atPath: alone) {
      return SessionTuning.Source(labels, tracking: alone, media: nil)
    }
    let location = try RecordingLocation(finding: path)
    for note in location.notes { StandardStreams.message("note: \(note)") }
    guard let tracking = location.tracking else { throw SessionError.untracked(location.media) }
    return SessionTuning.Source(labels, tracking: tracking, media: location.media)
  }
}
