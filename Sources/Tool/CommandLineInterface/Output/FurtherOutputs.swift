import Isolation
import Placement
import Recordings
import Rendering
import Requests
import Snapshots
import Terminal

/// What `render` writes beside the clip: its poster and its captions.
///
/// They are made before the clip, so that what is wrong with them is known, and written after it.
struct FurtherOutputs {
  private let files: [(path: String, bytes: [UInt8])]
  private let notes: [String]
  private let overwrites: Bool

  /// Makes them, as far as they are asked for.
  init(
    _ request: RenderRequest, _ settings: RenderSettings, _ cancellation: Cancellation
  ) throws {
    overwrites = request.output.overwrites
    let encoding = try request.posterEncoding()
    try OutputFiles.check([request.poster, request.captions], overwrites: overwrites)
    var (files, notes): ([(path: String, bytes: [UInt8])], [String]) = ([], [])
    if let path = request.poster, let encoding {
      let poster = try PosterJob(settings, at: request.posterSecond, encoding: encoding).render(
        cancellation: cancellation)
      files.append((path, poster.bytes ?? []))
      notes.append(
        "\(path) shows frame \(poster.placements.frame): \(poster.alternativeText)")
    }
    if let path = request.captions {
      let captions = try CaptionsJob(settings).make()
      files.append((path, Array(captions.text.utf8)))
      if captions.isEmpty {
        notes.append(
          "\(path) is empty: the clip has no session and no greeting that appears on a card")
      }
    }
    (self.files, self.notes) = (files, notes)
  }

  /// Writes them.
  ///
  /// - Returns: the summary of the render with what is to be said of them.
  func write(beside summary: RenderSummary) throws -> RenderSummary {
    for file in files {
      try PictureOutput.write(file.bytes, to: file.path, overwrites: overwrites)
    }
    return notes.isEmpty ? summary : summary.adding(further: notes)
  }
}
