import Foundation
import Imaging
import Placement
import Rendering

/// What `snapshot` writes beside the picture: its description, and why the frame was chosen.
enum SnapshotOutputs {
  /// A snapshot in JSON.
  private struct Description: Encodable {
    var output: String
    var format: String
    var bytes: Int
    var width: Int
    var height: Int
    var frame: Int
    var timestampMs: Double
    var faces: Int
    var alternativeText: String
    var notes: [String]
    var choice: BestFrame.Report?
  }

  /// Refuses two results for one standard output, before any work.
  static func check(_ arguments: ParsedArguments, output: String) throws(UsageError) {
    var onStream = output == "-" ? ["-o -"] : []
    if arguments.has("--json") { onStream.append("--json") }
    if arguments.string("--score") == "-" { onStream.append("--score -") }
    if onStream.count > 1 {
      throw UsageError(
        "\(onStream.joined(separator: " and ")) both go to standard output; send one to a file")
    }
    if let score = arguments.string("--score"), score != "-", score == output {
      throw UsageError("--score: \(score) is where the picture goes; name another file")
    }
  }

  /// Writes what was asked for.
  static func write(
    _ result: SnapshotResult, encoding: PictureEncoding, _ arguments: ParsedArguments
  ) throws {
    if arguments.has("--json") {
      StandardStreams.result(
        try IndentedJSON.of(
          Description(
            output: result.summary.output, format: encoding.format.rawValue,
            bytes: result.bytes?.count ?? 0, width: result.picture.width,
            height: result.picture.height, frame: result.placements.frame,
            timestampMs: result.placements.timestampMs, faces: result.faceCount,
            alternativeText: result.alternativeText, notes: result.summary.notes,
            choice: result.choice)))
    }
    guard let path = arguments.string("--score"), let choice = result.choice else { return }
    let text = try IndentedJSON.of(choice)
    if path == "-" {
      StandardStreams.result(text)
    } else {
      try PictureOutput.write(
        Array((text + "\n").utf8), to: path, overwrites: arguments.has("--overwrite"))
    }
  }
}
