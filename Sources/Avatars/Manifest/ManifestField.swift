/// The faults that were found so far; shared by everything that reads one manifest.
final class FaultLog {
  private(set) var faults: [AvatarFault] = []

  func report(_ kind: AvatarFault.Kind, at place: TextPlace, path: String) {
    faults.append(AvatarFault(kind, file: AvatarManifest.fileName, place: place, path: path))
  }
}

/// One value of a manifest: where it is, and the ways to read it.
///
/// Reading never stops at a fault. It is reported, and the reader goes on with nil, so that one
/// pass finds them all.
struct ManifestField {
  let node: JSONNode
  let path: String
  let log: FaultLog

  func report(_ kind: AvatarFault.Kind) {
    log.report(kind, at: node.place, path: path)
  }

  private func wrongType(_ expected: String) {
    report(.wrongType(expected: expected, found: node.typeName))
  }

  /// The text; nil, and a fault, unless it is a string that is not empty.
  func text() -> String? {
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

  /// The number; nil, and a fault, unless it is a finite number for which `holds` holds.
  func number(_ expected: String, _ holds: (Double) -> Bool) -> Double? {
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
  func number(in range: ClosedRange<Double>) -> Double? {
    let (low, high) = (
      AvatarFault.shown(range.lowerBound), AvatarFault.shown(range.upperBound)
    )
    return number("a number from \(low) to \(high)", range.contains)
  }

  /// The elements; nil, and a fault, unless it is a list.
  func list() -> [ManifestField]? {
    guard case .array(let elements) = node.value else {
      wrongType("a list")
      return nil
    }
    return elements.enumerated().map { index, element in
      ManifestField(node: element, path: "\(path)[\(index)]", log: log)
    }
  }

  /// The object; nil, and a fault, unless it is one.
  ///
  /// Keys other than the known ones are faults; nil allows all.
  func object(keys known: [String]?) -> ManifestObject? {
    guard case .object(let members) = node.value else {
      wrongType("an object")
      return nil
    }
    var fields: [String: ManifestField] = [:]
    for (name, place, value) in members {
      let memberPath = path.isEmpty ? name : "\(path).\(name)"
      if let known, !known.contains(name) {
        let nearest = Spelling.nearest(to: name, among: known)
        log.report(.unknownKey(name, nearest: nearest), at: place, path: path)
      } else if fields[name] != nil {
        log.report(.duplicateKey(name), at: place, path: path)
      } else {
        fields[name] = ManifestField(node: value, path: memberPath, log: log)
      }
    }
    return ManifestObject(field: self, fields: fields)
  }

  /// What the name stands for; nil, and a fault, unless it is among the known names.
  func choice<Choice>(
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
  func choice<Choice: RawRepresentable<String> & CaseIterable>(of list: String) -> Choice? {
    choice(of: list, known: Choice.allCases.map(\.rawValue), Choice.init(rawValue:))
  }
}

/// An object of a manifest, its keys checked.
struct ManifestObject {
  let field: ManifestField
  let fields: [String: ManifestField]

  /// The value of a key that may be missing.
  subscript(key: String) -> ManifestField? { fields[key] }

  /// The value of a key that must be there; nil, and a fault, where it is not.
  func required(_ key: String) -> ManifestField? {
    if fields[key] == nil {
      field.report(.missingKey(key))
    }
    return fields[key]
  }
}
