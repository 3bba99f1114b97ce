package import JSON

extension RenderRequest {
  /// The most bytes of a request.
  public static let maximumBytes = 256 * 1024

  /// Reads a request whose members all stand in one text.
  ///
  /// - Parameters:
  ///   - bytes: the JSON; no bytes are an empty request.
  ///   - context: where it stands, which decides what it may say.
  ///   - name: what messages call it, such as its file.
  /// - Throws: `RequestError.tooLarge`, or `.faulty` with all that is wrong.
  public init(
    json bytes: some Collection<UInt8>, in context: RequestContext, named name: String = "request"
  ) throws(RequestError) {
    let layer = try RequestLayer(json: bytes, in: context, named: name)
    self.init()
    apply(layer)
    let faults = contradictions(in: context).map { RequestFault($0, in: layer) }
    if !faults.isEmpty { throw .faulty(name: name, faults) }
  }

  /// The request as JSON that reads back as the same: in the order of the table, with what differs
  /// from the default.
  public var json: String { value.lines + "\n" }

  /// What the request says beside some members, in one text; empty where it says nothing else.
  ///
  /// - Parameter paths: the members that are left out.
  package func words(besides paths: Set<String>) -> String {
    RequestTable.members(in: RequestContext(rawValue: ~0)).compactMap { row in
      paths.contains(row.path) ? nil : row.value(self).map { "\(row.path) \($0.text)" }
    }.joined(separator: "; ")
  }

  package var value: JSONValue {
    var members = [JSONValue.Member(name: RequestTable.versionKey, value: .integer(Self.version))]
    var printed: Set<String> = []
    for row in RequestTable.members where printed.insert(row.path).inserted {
      guard let value = row.value(self) else { continue }
      let parts = row.parts
      guard let object = parts.object else {
        members.append(JSONValue.Member(name: row.path, value: value))
        continue
      }
      let member = JSONValue.Member(name: parts.name, value: value)
      if let index = members.firstIndex(where: { $0.name == object }),
        case .members(let others) = members[index].value
      {
        members[index].value = .members(others + [member])
      } else {
        members.append(JSONValue.Member(name: object, value: .members([member])))
      }
    }
    return .members(members)
  }
}

extension RequestLayer {
  /// Reads the members of a text.
  public init(
    json bytes: some Collection<UInt8>, in context: RequestContext, named name: String
  ) throws(RequestError) {
    self.init()
    guard bytes.count <= RenderRequest.maximumBytes else {
      throw .tooLarge(name: name, limit: RenderRequest.maximumBytes)
    }
    let log = JSONFaultLog<RequestFault.Kind>()
    let reader = RequestReader(context)
    if let object = JSONField.root(of: bytes, log: log)?.object(keys: reader.keys) {
      self = reader.layer(of: object)
    }
    let faults = log.inFileOrder.map { RequestFault($0.kind, place: $0.place, path: $0.path) }
    if !faults.isEmpty { throw .faulty(name: name, faults) }
  }
}

extension RenderRequest: Codable {
  /// Reads what `encode` wrote.
  ///
  /// Whether its members go together depends on the verb that it is for, which looks at them.
  public init(from decoder: any Decoder) throws {
    let value = try JSONValue(from: decoder)
    do throws(RequestError) {
      self.init()
      apply(
        try RequestLayer(json: value.bytes, in: .verbs, named: "request"))
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(error)"))
    }
  }

  /// Writes the request as the object that `json` is the text of.
  public func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}
