internal import JSON
internal import Text

/// A value of a model's JSON, with its path.
struct GLTFValue {
  let node: JSONNode
  let path: String

  func fault(_ kind: ModelFault.Kind) -> ModelFault { ModelFault(kind, path: path) }

  func fault(_ reason: String) -> ModelFault { fault(.other(reason)) }

  private func wrongType(_ expected: String) -> ModelFault {
    fault(.json(.wrongType(expected: expected, found: node.typeName)))
  }

  /// The member of an object; nil where it has none of that name.
  subscript(key: String) -> GLTFValue? {
    get throws(ModelFault) {
      guard case .object(let members) = node.value else { throw wrongType("an object") }
      return members.first { $0.name == key }.map { inner($0.value, key) }
    }
  }

  func required(_ key: String) throws(ModelFault) -> GLTFValue {
    guard let value = try self[key] else { throw fault(.json(.missingKey(key))) }
    return value
  }

  /// What an extension adds to it.
  func `extension`(_ name: String) throws(ModelFault) -> GLTFValue? {
    try self["extensions"]?[name]
  }

  /// The elements of a list.
  var elements: [GLTFValue] {
    get throws(ModelFault) {
      guard case .array(let elements) = node.value else { throw wrongType("a list") }
      return elements.enumerated().map { inner($1, "\($0)") }
    }
  }

  /// The elements of a list that a key names; none where it is not there.
  func list(_ key: String) throws(ModelFault) -> [GLTFValue] { try self[key]?.elements ?? [] }

  private func inner(_ node: JSONNode, _ name: String) -> GLTFValue {
    GLTFValue(node: node, path: path.isEmpty ? Shown.text(name) : "\(path)/\(Shown.text(name))")
  }

  var text: String {
    get throws(ModelFault) {
      guard case .string(let text) = node.value else { throw wrongType("a string") }
      return text
    }
  }

  var truth: Bool {
    get throws(ModelFault) {
      guard case .bool(let truth) = node.value else { throw wrongType("true or false") }
      return truth
    }
  }

  /// A number that is finite, in single precision too.
  var number: Double {
    get throws(ModelFault) {
      guard case .number(let number) = node.value else { throw wrongType("a number") }
      guard Float(number).isFinite else {
        throw fault(.json(.outOfRange(found: number, expected: "a finite number")))
      }
      return number
    }
  }

  func integer(in range: ClosedRange<Int>) throws(ModelFault) -> Int {
    let number = try number
    guard let integer = Int(exactly: number), range.contains(integer) else {
      let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
      throw fault(.json(.outOfRange(found: number, expected: expected)))
    }
    return integer
  }

  /// The number of one of `count` things.
  func reference(to what: String, of count: Int) throws(ModelFault) -> Int {
    let number = try integer(in: 0...GLTFValue.mostBytes)
    guard number < count else { throw fault(.missing(what: what, number: number, count: count)) }
    return number
  }

  /// A list of so many numbers.
  func numbers(_ count: Int) throws(ModelFault) -> [Double] {
    let elements = try elements
    guard elements.count == count else {
      throw fault("\(elements.count) numbers found, \(count) expected")
    }
    return try elements.map { (element) throws(ModelFault) in try element.number }
  }

  /// More than any length or offset that a file within the limits can name.
  static let mostBytes = 1 << 31
}
