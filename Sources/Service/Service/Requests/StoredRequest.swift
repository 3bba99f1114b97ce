internal import Foundation
internal import JSON

/// What a render's record says of it beside what the worker needs.
struct StoredRequest {
  /// What was found out before the render was accepted, as JSON.
  var estimate: JSONValue
  /// The recording's frames, all of which are tracked first; nil where its tracking was sent.
  var framesToTrack: Int?

  /// The name under which it stands in the record.
  static let key = "estimate"

  /// Reads a record's request; nil where it says nothing of it.
  init?(_ request: String) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(request.utf8)),
      let members = object as? [String: Any], let estimate = members[Self.key],
      let data = try? JSONSerialization.data(
        withJSONObject: estimate, options: [.sortedKeys, .withoutEscapingSlashes])
    else { return nil }
    self.estimate = .raw(String(decoding: data, as: UTF8.self))
    if members["isTrackedOnTheWay"] as? Bool == true {
      framesToTrack = (estimate as? [String: Any])?["frames"] as? Int
    }
  }
}

extension StoredRequest {
  /// The container of a record's output.
  static func container(_ request: String) -> String {
    let object = try? JSONSerialization.jsonObject(with: Data(request.utf8))
    return (object as? [String: Any])?["container"] as? String ?? ""
  }
}

extension StoredRequest {
  /// The files that renders have, by their names in paths.
  static let fileNames = ["output", "poster", "placements", "session"]

  /// The files that a render has: a session's log only where a session was sent.
  static func files(_ request: String) -> [String] {
    let object = try? JSONSerialization.jsonObject(with: Data(request.utf8))
    let render = (object as? [String: Any])?["render"] as? [String: Any]
    return render?["session"] == nil ? fileNames.filter { $0 != "session" } : fileNames
  }
}
