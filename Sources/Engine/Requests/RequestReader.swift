package import JSON

/// Reads the members of a request from an object, by the table; faults go to the object's log.
package struct RequestReader {
  /// Where the object stands.
  package let context: RequestContext
  private let rows: [RequestMember]

  /// Makes the reader of a place.
  package init(_ context: RequestContext) {
    self.context = context
    rows = RequestTable.members(in: context)
  }

  /// The names that the object may have; a caller's own come beside them.
  package var keys: [String] { RequestTable.keys(in: context) }

  /// Reads all members of an object whose names were checked against `keys`.
  package func layer<Kind: RequestFaultKind>(of object: JSONObject<Kind>) -> RequestLayer {
    var layer = RequestLayer()
    object[RequestTable.versionKey].map(checkVersion)
    let objects = objects(of: object)
    for row in rows {
      let parts = row.parts
      let holder = parts.object.map { objects[$0] } ?? object
      let given = holder?[parts.name]
      if row.more.isRequired, context.isRemote, let holder, given == nil {
        _ = holder.required(parts.name)
      }
      var taken = given.map { ($0, Optional<RequestMember.Alias>.none) }
      if row.path == "tracking.file", taken == nil, let text = fileOfTracking(object) {
        taken = (text, nil)
      }
      for alias in row.more.aliases where alias.contexts.meets(context) {
        guard let field = object[alias.name] else { continue }
        if taken != nil {
          field.report(
            .contradiction(
              "\"\(alias.name)\" and \"\(row.path)\" mean the same; give one of them"))
        } else {
          taken = (field, alias)
        }
      }
      guard let (field, alias) = taken else { continue }
      read(row, field, alias, into: &layer)
    }
    return layer
  }

  /// The objects within the object: `tracking` and `card`.
  private func objects<Kind>(of object: JSONObject<Kind>) -> [String: JSONObject<Kind>] {
    var objects: [String: JSONObject<Kind>] = [:]
    for name in Set(rows.compactMap(\.parts.object)) {
      guard let field = object[name] else { continue }
      if name == "tracking", !context.isRemote, case .string = field.node.value { continue }
      let known = rows.filter { $0.parts.object == name }.map(\.parts.name)
      objects[name] = field.object(keys: known)
    }
    return objects
  }

  /// `"tracking": "FILE"` is short for `"tracking": {"file": "FILE"}`.
  private func fileOfTracking<Kind>(_ object: JSONObject<Kind>) -> JSONField<Kind>? {
    guard !context.isRemote, let field = object["tracking"], case .string = field.node.value else {
      return nil
    }
    return field
  }

  private func checkVersion<Kind: RequestFaultKind>(_ field: JSONField<Kind>) {
    guard case .number(let version) = field.node.value else {
      _ = field.integer(in: 1...RenderRequest.version)
      return
    }
    guard version != Double(RenderRequest.version) else { return }
    field.report(
      .contradiction(
        "version \(ValueShape.brief(version)) found; this program reads requests of version"
          + " \(RenderRequest.version)"))
  }

  private func read<Kind: RequestFaultKind>(
    _ row: RequestMember, _ field: JSONField<Kind>, _ alias: RequestMember.Alias?,
    into layer: inout RequestLayer
  ) {
    let shape = row.shape(in: context)
    guard var value = alias?.isSingle == true ? field.single(shape) : field.value(shape) else {
      return
    }
    if case .bool(let flag) = value, alias?.isInverted == true { value = .bool(!flag) }
    do {
      try layer.add(row, value, at: field.node.place)
    } catch {
      switch error {
      case .message(let message): field.report(.contradiction(message))
      case .unfit(let expected):
        if case .string(let text) = value {
          field.report(.unreadable(text, expected: expected))
        } else {
          field.report(.contradiction("\(expected) expected"))
        }
      }
    }
  }
}

extension JSONField where Kind: RequestFaultKind {
  /// The value as a shape has it; nil, and a fault, where it is of another.
  fileprivate func value(_ shape: ValueShape) -> JSONValue? {
    switch shape {
    case .flag: return truth().map { .bool($0) }
    case .flagOrWhole(let range):
      guard case .number = node.value else { return truth().map { .bool($0) } }
      return integer(in: range).map { .integer($0) }
    case .choice(let words, let noun):
      return choice(of: noun, known: words) { words.contains($0) ? $0 : nil }.map { .string($0) }
    case .whole(let range): return integer(in: range).map { .integer($0) }
    case .wholeOf(let numbers):
      return number(shape.expectation) { Int(exactly: $0).map(numbers.contains) ?? false }
        .map { .integer(Int($0)) }
    case .number(let range): return number(in: range).map { .number($0) }
    case .text(nil):
      // As an option has it: a title may be left blank.
      if case .string(let text) = node.value { return .string(text) }
      return text().map { .string($0) }
    case .text(let most?): return text(most: most).map { .string($0) }
    case .written: return text().map { .string($0) }
    case .path: return path().map { .string($0) }
    case .name: return name().map { .string($0) }
    case .paths:
      if case .string = node.value { return path().map { .array([.string($0)]) } }
      return list(most: Self.mostPaths) { $0.path() }
    case .names(let most): return list(most: most) { $0.name() }
    case .assignments:
      if case .string = node.value { return assignment(shape).map { .array([.string($0)]) } }
      return list(most: Self.mostPaths) { $0.assignment(shape) }
    case .assignedNames(let most):
      return list(most: most) { $0.assignment(shape) }
    case .writtenList(_, let most):
      if case .string = node.value { return text().map { .string($0) } }
      return list(most: most) { $0.text() }
    case .wholeOrWritten(let range, _):
      if case .string = node.value { return text().map { .string($0) } }
      return integer(in: range).map { .integer($0) }
    case .numberOrWritten(let range, _):
      if case .string = node.value { return text().map { .string($0) } }
      return number(in: range).map { .number($0) }
    case .numberOrWord(let range, let word):
      guard case .string = node.value else { return number(in: range).map { .number($0) } }
      guard let found = text() else { return nil }
      if found == word { return .string(found) }
      report(.unreadable(found, expected: shape.expectation))
      return nil
    }
  }

  /// A text `NAME=VALUE`.
  private func assignment(_ shape: ValueShape) -> String? {
    guard let text = text() else { return nil }
    if (try? shape.value(ofOption: text)) != nil { return text }
    report(.unreadable(text, expected: shape.expectation))
    return nil
  }

  /// A list of the one text that stands here.
  fileprivate func single(_ shape: ValueShape) -> JSONValue? {
    switch shape {
    case .names: name().map { .array([.string($0)]) }
    default: path().map { .array([.string($0)]) }
    }
  }

  /// The most names that a list of a file may have.
  private static var mostPaths: Int { 64 }

  private func list(most: Int, _ item: (JSONField) -> String?) -> JSONValue? {
    guard let fields = list() else { return nil }
    guard (1...most).contains(fields.count) else {
      report(.contradiction("\(fields.count) found, 1 to \(most) expected"))
      return nil
    }
    return .array(fields.compactMap(item).map { .string($0) })
  }

  private func text(most: Int) -> String? {
    guard let text = text() else { return nil }
    if text.unicodeScalars.count > most {
      report(
        .contradiction("\(text.unicodeScalars.count) characters found, at most \(most) allowed"))
      return nil
    }
    return text
  }

  private func path() -> String? {
    guard let text = text() else { return nil }
    do {
      return try ValueShape.path(text)
    } catch {
      report(.unreadable(text, expected: ValueShape.path.expectation))
      return nil
    }
  }

  private func name() -> String? {
    guard let text = text() else { return nil }
    guard PlainName.isFit(text) else {
      report(.unreadable(text, expected: PlainName.expected))
      return nil
    }
    return text
  }
}
