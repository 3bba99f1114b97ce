extension RequestValue: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads any JSON but `null`.
  public init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      let members = try object.allKeys.map { key in
        Member(key.stringValue, try object.decode(RequestValue.self, forKey: key))
      }
      // Decoders forget the order of members.
      self = .object(members.sorted { $0.name < $1.name })
      return
    }
    let single = try decoder.singleValueContainer()
    if let list = try? single.decode([RequestValue].self) {
      self = .list(list)
    } else if let flag = try? single.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? single.decode(Int.self) {
      self = .whole(number)
    } else if let number = try? single.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try single.decode(String.self))
    }
  }

  /// Writes the value as itself.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var object = encoder.container(keyedBy: Key.self)
      for member in members {
        try object.encode(member.value, forKey: Key(stringValue: member.name))
      }
    case .list(let values): try encode(values, to: encoder)
    case .flag(let flag): try encode(flag, to: encoder)
    case .whole(let number): try encode(number, to: encoder)
    case .number(let number): try encode(number, to: encoder)
    case .text(let text): try encode(text, to: encoder)
    }
  }

  private func encode(_ value: some Encodable, to encoder: any Encoder) throws {
    var single = encoder.singleValueContainer()
    try single.encode(value)
  }
}
