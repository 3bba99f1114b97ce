package import Text

/// A JSON value that knows where in the file it stands.
///
/// Foundation's JSON decoders stop at the first fault and cannot say where in the file it is; a
/// person who edits a manifest needs all of them, each with its line. Hence this small reader.
package struct JSONNode: Sendable {
  package enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    /// The members in the file's order; a name may occur twice.
    case object([(name: String, place: TextPlace, value: JSONNode)])
  }

  package let value: Value
  /// Where it begins.
  package let place: TextPlace

  /// The names of an object's members; none of other values.
  package var names: [String] {
    guard case .object(let members) = value else { return [] }
    return members.map(\.name)
  }

  /// The value's type as a person would name it.
  package var typeName: String {
    switch value {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// Why a text is no JSON.
package struct JSONSyntaxError: Error {
  /// Where the reader stopped.
  package let place: TextPlace
  /// What it found there.
  package let reason: String
}
