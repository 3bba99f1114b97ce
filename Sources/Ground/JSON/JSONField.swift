internal import Files
package import Text

/// What can be wrong with a value of one format.
package protocol JSONFaultKind: Sendable {
  /// What can be wrong in any format; each has faults of its own beside these.
  static func json(_ fault: JSONFault) -> Self
}

/// The faults that were found so far; shared by everything that reads one file.
package final class JSONFaultLog<Kind: JSONFaultKind> {
  /// A fault, the place of its value, and the value's name, such as `layers[0].image`.
  package private(set) var faults: [(kind: Kind, place: TextPlace, path: String)] = []

  /// The faults in the order of the file; those of one place in the order in which they were found.
  package var inFileOrder: [(kind: Kind, place: TextPlace, path: String)] {
    faults.sorted { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
  }

  /// Makes an empty log.
  package init() {}

  /// Adds a fault.
  package func report(_ kind: Kind, at place: TextPlace, path: String) {
    faults.append((kind, place, path))
  }
}

/// One value of a file: where it is, and the ways to read it.
///
/// Reading never stops at a fault. It is reported, and the reader goes on with nil, so that one
/// pass finds them all.
package struct JSONField<Kind: JSONFaultKind> {
  package let node: JSONNode
  package let path: String
  package let log: JSONFaultLog<Kind>

  /// The outermost value of a text; nil, and a fault, where it is no JSON.
  ///
  /// - Parameter format: what the text should be; an object of another known format is a fault too.
  package static func root(
    of bytes: some Sequence<UInt8>, expecting format: String? = nil, log: JSONFaultLog<Kind>
  ) -> JSONField? {
    do {
      let node = try JSONReader.read(bytes)
      if let format, !FileKind.fits(node.names, format), let kind = FileKind(keys: node.names) {
        log.report(
          .json(.otherFormat(found: kind.name, expected: format)), at: node.place, path: "")
        return nil
      }
      return JSONField(node: node, path: "", log: log)
    } catch {
      log.report(.json(.notJSON(reason: error.reason)), at: error.place, path: "")
      return nil
    }
  }

  package func report(_ kind: Kind) {
    log.report(kind, at: node.place, path: path)
  }

  package func report(_ fault: JSONFault) { report(.json(fault)) }

  private func wrongType(_ expected: String) {
    report(.wrongType(expected: expected, found: node.typeName))
  }

  /// The text; nil, and a fault, unless it is a string that is not empty.
  package func text() -> String? {
    guard case .string(let text) = node.value else {
      wrongType("a string")
      return nil
    }
    guard text.contains(where: { !$0.isWhitespace }) else {
      report(.empty("the text"))
      return nil
    }
    return text
  }

  /// True or false; nil, and a fault, unless it is one of them.
  package func truth() -> Bool? {
    guard case .bool(let truth) = node.value else {
      wrongType("true or false")
      return nil
    }
    return truth
  }

  /// The number; nil, and a fault, unless it is a finite number for which `holds` holds.
  package func number(_ expected: String, _ holds: (Double) -> Bool) -> Double? {
    guard case .number(let number) = node.value else {
      wrongType("a number")
      return nil
    }
    guard number.isFinite, holds(number) else {
      report(.outOfRange(found: number, expected: expected))
      return nil
    }
    return number
  }

  /// The number; nil, and a fault, unless it is in the range.
  package func number(in range: ClosedRange<Double>) -> Double? {
    let (low, high) = (
      Shown.number(range.lowerBound), Shown.number(range.upperBound)
    )
    return number("a number from \(low) to \(high)", range.contains)
  }

  /// The whole number; nil, and a fault, unless it is one in the range.
  package func integer(in range: ClosedRange<Int>) -> Int? {
    number("a whole number from \(range.lowerBound) to \(range.upperBound)") {
      Int(exactly: $0).map(range.contains) ?? false
    }.map { Int($0) }
  }

  /// Reports a version of the format other than 1.
  package func checkVersion(unsupported: (String) -> Kind) {
    guard case .number(let version) = node.value else { return wrongType("the number 1") }
    if version != 1 { report(unsupported(Shown.number(version))) }
  }

  /// The elements; nil, and a fault, unless it is a list.
  package func list() -> [JSONField]? {
    guard case .array(let elements) = node.value else {
      wrongType("a list")
      return nil
    }
    return elements.enumerated().map { index, element in
      JSONField(node: element, path: "\(path)[\(index)]", log: log)
    }
  }

  /// The object; nil, and a fault, unless it is one.
  ///
  /// Keys other than the known ones are faults; nil allows all.
  package func object(keys known: [String]?) -> JSONObject<Kind>? {
    guard case .object(let members) = node.value else {
      wrongType("an object")
      return nil
    }
    var fields: [String: JSONField] = [:]
    for (name, place, value) in members {
      let memberPath = path.isEmpty ? name : "\(path).\(name)"
      if let known, !known.contains(name) {
        let nearest = Spelling.nearest(to: name, among: known)
        log.report(.json(.unknownKey(name, nearest: nearest)), at: place, path: path)
      } else if fields[name] != nil {
        log.report(.json(.duplicateKey(name)), at: place, path: path)
      } else {
        fields[name] = JSONField(node: value, path: memberPath, log: log)
      }
    }
    return JSONObject(field: self, fields: fields)
  }

  /// What the name stands for; nil, and a fault, unless it is among the known names.
  package func choice<Choice>(
    of list: String, known: [String], _ choice: (String) -> Choice?
  ) -> Choice? {
    guard case .string(let name) = node.value else {
      wrongType("a string")
      return nil
    }
    if let choice = choice(name) { return choice }
    let nearest = Spelling.nearest(to: name, among: known)
    report(.unknownName(name, of: list, nearest: nearest, known: known))
    return nil
  }

  /// The case of that name; nil, and a fault, unless there is one.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of list: String
  ) -> Choice? {
    choice(of: list, known: Choice.allCases.map(\.rawValue), Choice.init(rawValue:))
  }
}

/// An object of a file, its keys checked.
package struct JSONObject<Kind: JSONFaultKind> {
  package let field: JSONField<Kind>
  package let fields: [String: JSONField<Kind>]

  /// The value of a key that may be missing.
  package subscript(key: String) -> JSONField<Kind>? { fields[key] }

  /// The value of a key that must be there; nil, and a fault, where it is not.
  package func required(_ key: String) -> JSONField<Kind>? {
    if fields[key] == nil {
      field.report(.missingKey(key))
    }
    return fields[key]
  }
}
