internal import Foundation

/// Which keys the objects of a review have: decoders pass over keys that they do not know, which
/// are often mistyped ones.
indirect enum JSONSchema: Sendable {
  /// A number, a string, a truth value, or lists of numbers.
  case value
  /// A list of such.
  case list(JSONSchema)
  /// An object with these keys.
  case object([String: JSONSchema])

  static let review = object([
    "title": .value, "createdAt": .value, "rendererVersion": .value, "obsolete": .value,
    "cases": .list(reviewCase),
  ])
  static let reviewCase = object([
    "name": .value, "verdict": .value, "explanation": .value,
    "rungs": .list(
      .object(["rung": .value, "found": .value, "allowed": .value, "passed": .value])),
    "frames": .list(frame),
    "curves": .list(.object(["name": .value, "values": .value, "allowed": .value])),
  ])
  private static let frame = object([
    "frame": .value, "timestampMs": .value, "verdict": .value, "explanation": .value,
    "expected": .value, "actual": .value, "landmarks": .value, "measures": measures,
    "quads": .list(.object(["layer": .value, "side": .value, "corners": .value])),
  ])
  private static let measures = object([
    "width": .value, "height": .value, "comparedPixels": .value,
    "largestChannelDifference": .value, "differingPixels": .value, "changedPixels": .value,
    "antialiasedPixels": .value, "meanColourDifference": .value, "highColourDifference": .value,
    "structuralSimilarity": .value,
    "densestWindow": .object([
      "x": .value, "y": .value, "width": .value, "height": .value, "share": .value,
    ]),
  ])

  /// The first key that has no meaning, by its place and what is wrong; nil where there is none, or
  /// where the text is no JSON, which its decoder tells better.
  func unknownKey(in data: Data) -> (place: String, reason: String)? {
    guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    else { return nil }
    return unknownKey(in: value, at: "")
  }

  private func unknownKey(in value: Any, at place: String) -> (place: String, reason: String)? {
    switch (self, value) {
    case (.list(let element), let list as [Any]):
      for (index, value) in list.enumerated() {
        if let fault = element.unknownKey(in: value, at: "\(place)[\(index)]") { return fault }
      }
    case (.object(let keys), let object as [String: Any]):
      for (key, value) in object.sorted(by: { $0.key < $1.key }) {
        guard let schema = keys[key] else {
          let known = keys.keys.sorted().joined(separator: ", ")
          return (place, "the key \"\(ReviewError.short(key))\" is not known; there are \(known)")
        }
        let inner = place.isEmpty ? key : "\(place).\(key)"
        if let fault = schema.unknownKey(in: value, at: inner) { return fault }
      }
    default: break
    }
    return nil
  }
}
