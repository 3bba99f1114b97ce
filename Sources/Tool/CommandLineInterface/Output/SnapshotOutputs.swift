import Foundation
import Imaging
import Placement
import Recordings
import Rendering
import Requests
import Snapshots
import Terminal

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

  /// Several snapshots in JSON.
  private struct Descriptions: Encodable {
    var pictures: [Description]
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

  /// Refuses before any work two results for one standard output, or one file.
  func check() throws {
    var onStream = output == "-" ? ["-o -"] : []
    if describes { onStream.append("--json") }
    if request.score == "-" { onStream.append("--score -") }
    if onStream.count > 1 {
      throw UsageError(
        "\(onStream.joined(separator: " and ")) both go to standard output; send one to a file")
    }
    if request.best.count != nil {
      try OutputFiles.check(request.picturePaths, overwrites: request.output.overwrites)
    }
    if let score = request.score, score != "-", request.picturePaths.contains(score) {
      throw UsageError("--score: \(score) is where the picture goes; name another file")
    }
  }

  /// Writes what was asked for of the pictures, best first.
  func write(_ results: [SnapshotResult], format: PictureFormat) throws {
    let choice = results.first?.choice
    if describes, request.best.count != nil {
      var pictures = results.map { Self.description(of: $0, format) }
      for place in pictures.indices { pictures[place].choice = nil }
      try StandardStreams.result(
        IndentedJSON.of(Descriptions(pictures: pictures, choice: choice)))
    } else if describes, let result = results.first {
      try StandardStreams.result(IndentedJSON.of(Self.description(of: result, format)))
    }
    guard let path = request.score, let choice else { return }
    let text = try IndentedJSON.of(choice)
    if path == "-" {
      try StandardStreams.result(text)
    } else {
      try PictureOutput.write(
        Array((text + "\n").utf8), to: path, overwrites: request.output.overwrites)
    }
  }

  private static func description(
    of result: SnapshotResult, _ format: PictureFormat
  ) -> Description {
    Description(
      output: result.summary.output, format: format.rawValue,
      bytes: result.bytes?.count ?? 0, width: result.picture.width,
      height: result.picture.height, frame: result.placements.frame,
      timestampMs: result.placements.timestampMs, faces: result.faceCount,
      alternativeText: result.alternativeText, notes: result.summary.notes,
      choice: result.choice)
  }
}
