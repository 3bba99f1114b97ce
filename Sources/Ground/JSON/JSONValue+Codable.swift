extension JSONValue: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads any JSON; the members of objects come in the order of their names, for decoders forget
  /// their own.
  public init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      self = .object(
        try object.allKeys.map(\.stringValue).sorted().map { name in
          (name, try object.decode(JSONValue.self, forKey: Key(stringValue: name)))
        })
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let list = try? single.decode([JSONValue].self) {
      self = .array(list)
    } else if let flag = try? single.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? single.decode(Int.self) {
      self = .integer(number)
    } else if let number = try? single.decode(Double.self) {
      self = .number(number)
    } else {
      self = .string(try single.decode(String.self))
    }
  }

  /// Writes the value as itself; JSON that was written already becomes a text.
  public func encode(to encoder: any Encoder) throws {
    if case .members(let members) = self {
      var object = encoder.container(keyedBy: Key.self)
      for member in members {
        try object.encode(member.value, forKey: Key(stringValue: member.name))
      }
      return
    }
    var single = encoder.singleValueContainer()
    switch self {
    case .null, .members: try single.encodeNil()
    case .array(let values): try single.encode(values)
    case .bool(let flag): try single.encode(flag)
    case .integer(let number): try single.encode(number)
    case .number(let number): try single.encode(number)
    case .string(let text), .raw(let text): try single.encode(text)
    }
  }
}
