internal import Foundation
internal import JSON

/// What the verb says of the picture that it made.
struct SnapshotDescription: Decodable {
  var width: Int
  var height: Int
  var frame: Int
  var faces: Int
  var alternativeText: String
  var notes: [String]

  /// Why the frame was chosen, as JSON; nil where it was named.
  static func choice(_ told: [UInt8]) -> JSONValue? {
    guard let object = try? JSONSerialization.jsonObject(with: Data(told)) as? [String: Any],
      let choice = object["choice"],
      let data = try? JSONSerialization.data(
        withJSONObject: choice, options: [.sortedKeys, .withoutEscapingSlashes])
    else { return nil }
    return .raw(String(decoding: data, as: UTF8.self))
  }
}
