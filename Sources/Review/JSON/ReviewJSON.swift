public import Foundation
internal import Imaging

/// The review as JSON, whole or a case a file.
///
/// Reading is strict: an unknown key, a missing one, a value of another kind or one that cannot be
/// is a fault that names its place.
public enum ReviewJSON {
  /// A whole review: indented, keys sorted, so that two runs compare.
  public static func text(of review: Review) throws(ReviewError) -> String {
    String(decoding: try encode(review, path: review.title), as: UTF8.self)
  }

  /// Writes a whole review to a file, which appears complete or not at all.
  public static func write(
    _ review: Review, to path: String, overwriting: Bool = false
  ) throws(ReviewError) {
    try writeFile(try encode(review, path: path), to: path, overwriting: overwriting)
  }

  /// Reads a whole review.
  public static func review(
    from bytes: some DataProtocol, path: String
  ) throws(ReviewError) -> Review {
    let review = try decode(Review.self, Data(bytes), schema: .review, path: path)
    for (index, one) in review.cases.enumerated() {
      if let (place, reason) = ReviewCheck.fault(of: one) {
        let key = "cases[\(index)]" + (place.isEmpty ? "" : ".\(place)")
        throw .badData(path: path, place: key, reason: reason)
      }
    }
    return review
  }

  /// Reads a case.
  public static func reviewCase(
    from bytes: some DataProtocol, path: String
  ) throws(ReviewError) -> ReviewCase {
    let one = try decode(ReviewCase.self, Data(bytes), schema: .reviewCase, path: path)
    if let (place, reason) = ReviewCheck.fault(of: one) {
      throw .badData(path: path, place: place, reason: reason)
    }
    return one
  }

  static func encode(_ value: some Encodable, path: String) throws(ReviewError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return [UInt8](try encoder.encode(value)) + [0x0A]
    } catch EncodingError.invalidValue(let value, let context) {
      throw .badData(
        path: path, place: keyPath(context.codingPath),
        reason: "\(value) is no number that JSON can hold")
    } catch {
      throw .badData(path: path, place: "", reason: "\(error)")
    }
  }

  static func writeFile(
    _ bytes: [UInt8], to path: String, overwriting: Bool
  ) throws(ReviewError) {
    do {
      try AtomicFile.write(bytes, to: path, replacing: overwriting)
    } catch {
      throw .unwritable(path: path, error)
    }
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, _ data: Data, schema: JSONSchema, path: String
  ) throws(ReviewError) -> Value {
    if let (place, reason) = schema.unknownKey(in: data) {
      throw .badData(path: path, place: place, reason: reason)
    }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      let (place, reason) = words(for: error)
      throw .badData(path: path, place: place, reason: reason)
    } catch {
      throw .badData(path: path, place: "", reason: "\(error)")
    }
  }

  private static func words(for error: DecodingError) -> (place: String, reason: String) {
    switch error {
    case .keyNotFound(let key, let context):
      (keyPath(context.codingPath), "the key \"\(key.stringValue)\" is missing")
    case .valueNotFound(_, let context):
      (keyPath(context.codingPath), "null found, a value expected")
    case .typeMismatch(let type, let context):
      (keyPath(context.codingPath), "a value of another kind found, \(name(of: type)) expected")
    case .dataCorrupted(let context):
      (
        keyPath(context.codingPath),
        context.codingPath.isEmpty
          ? "not JSON" : "a value that is not known: \(context.debugDescription)"
      )
    @unknown default: ("", "\(error)")
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Double.Type, is Int.Type: "a number"
    case is Bool.Type: "true or false"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }

  private static func keyPath(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
}
