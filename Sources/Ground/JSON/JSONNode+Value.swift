extension JSONNode {
  /// The value as it is written.
  package var jsonValue: JSONValue {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.jsonValue))
    case .object(let members): .object(members.map { ($0.name, $0.value.jsonValue) })
    }
  }
}
