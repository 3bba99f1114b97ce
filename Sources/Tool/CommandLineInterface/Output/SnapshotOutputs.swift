import Foundation
import Imaging
import Placement
import Rendering
import Requests

/// What `snapshot` writes beside the picture: its description, and why the frame was chosen.
struct SnapshotOutputs {
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

  private let request: RenderRequest
  private let output: String
  private let describes: Bool

  /// Makes the outputs of a request.
  ///
  /// - Parameter describes: whether the picture is described on standard output.
  init(_ request: RenderRequest, output: String, describes: Bool) {
    (self.request, self.output, self.describes) = (request, output, describes)
  }

  /// Refuses two results for one standard output, before any work.
  func check() throws(UsageError) {
    var onStream = output == "-" ? ["-o -"] : []
    if describes { onStream.append("--json") }
    if request.score == "-" { onStream.append("--score -") }
    if onStream.count > 1 {
      throw UsageError(
        "\(onStream.joined(separator: " and ")) both go to standard output; send one to a file")
    }
    if let score = request.score, score != "-", score == output {
      throw UsageError("--score: \(score) is where the picture goes; name another file")
    }
  }

  /// Writes what was asked for.
  func write(_ result: SnapshotResult, format: PictureFormat) throws {
    if describes {
      StandardStreams.result(
        try IndentedJSON.of(
          Description(
            output: result.summary.output, format: format.rawValue,
            bytes: result.bytes?.count ?? 0, width: result.picture.width,
            height: result.picture.height, frame: result.placements.frame,
            timestampMs: result.placements.timestampMs, faces: result.faceCount,
            alternativeText: result.alternativeText, notes: result.summary.notes,
            choice: result.choice)))
    }
    guard let path = request.score, let choice = result.choice else { return }
    let text = try IndentedJSON.of(choice)
    if path == "-" {
      StandardStreams.result(text)
    } else {
      try PictureOutput.write(
        Array((text + "\n").utf8), to: path, overwrites: request.output.overwrites)
    }
  }
}
