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
  static let key = Members.CodingKeys.estimate.rawValue
  /// The files that renders have, by their names in paths.
  static let fileNames = ["output", "poster", "placements", "session"]

  /// Reads a record's request.
  init(_ record: JobRecord) {
    let members = try? JSONDecoder().decode(Members.self, from: Data(record.request.utf8))
    job = members?.job
    estimate = members?.estimate
    framesToTrack = job?.isTrackedAutomatically == true ? estimate?.integer("frames") : nil
  }

  /// The container of the output.
  var container: RenderOptions.Container {
    job.flatMap { RenderOptions.Container(rawValue: $0.container) } ?? .mp4
  }

  /// The files that the render has when it is done: a session's log only where a session was sent.
  var files: [String] {
    let without =
      (job?.hasSession == true ? [] : ["session"]) + (job?.reel == nil ? [] : ["placements"])
    return Self.fileNames.filter { !without.contains($0) }
  }
}

/// What a record's request has in it: the worker's request, and the estimate as a member of the same object.
private struct Members: Decodable {
  enum CodingKeys: String, CodingKey { case estimate }

  let job: JobRequest?
  /// As it was written: a later version adds members that this one does not know.
  let estimate: JSONValue?

  init(from decoder: any Decoder) throws {
    // One may be readable where the other is not.
    job = try? JobRequest(from: decoder)
    estimate = try? decoder.container(keyedBy: CodingKeys.self)
      .decodeIfPresent(JSONValue.self, forKey: .estimate)
  }
}

extension JSONValue {
  /// A whole number among the members of an object.
  fileprivate func integer(_ name: String) -> Int? {
    guard case .members(let members) = self,
      case .integer(let value)? = members.first(where: { $0.name == name })?.value
    else { return nil }
    return value
  }
}
