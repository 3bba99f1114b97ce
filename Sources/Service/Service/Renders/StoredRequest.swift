internal import Foundation
internal import JSON
internal import Jobs
internal import Store

/// What a render's record says of what was asked: the worker's request, and what was found out before it was
/// accepted.
struct StoredRequest {
  /// What the worker is asked; nil where an earlier version wrote what cannot be read any more.
  let job: JobRequest?
  /// What was found out before the render was accepted, as JSON; nil where the record has nothing of it.
  let estimate: JSONValue?
  /// The recording's frames, all of which are tracked first; nil where its tracking was sent.
  let framesToTrack: Int?

  /// The name under which the estimate stands in the record.
  static let key = "estimate"
  /// The files that renders have, by their names in paths.
  static let fileNames = ["output", "poster", "placements", "session"]

  /// Reads a record's request.
  init(_ record: JobRecord) {
    job = JobRequest(of: record)
    let members =
      (try? JSONSerialization.jsonObject(with: Data(record.request.utf8))) as? [String: Any]
    // As it was written: a later version adds members that this one does not know.
    estimate = members?[Self.key].flatMap {
      try? JSONSerialization.data(
        withJSONObject: $0, options: [.sortedKeys, .withoutEscapingSlashes])
    }.map { .raw(String(decoding: $0, as: UTF8.self)) }
    framesToTrack =
      job?.isTrackedAutomatically == true
      ? (members?[Self.key] as? [String: Any])?["frames"] as? Int : nil
  }

  /// The container of the output.
  var container: RenderOptions.Container {
    job.flatMap { RenderOptions.Container(rawValue: $0.container) } ?? .mp4
  }

  /// The files that the render has when it is done: a session's log only where a session was sent.
  var files: [String] {
    job?.hasSession == true ? Self.fileNames : Self.fileNames.filter { $0 != "session" }
  }
}
