internal import JSON
internal import Text

/// A value of a Lottie's JSON, and the way to it.
///
/// The way becomes a text only where a fault names it: a file has a hundred thousand values.
struct LottieValue {
  /// One step of the way.
  private indirect enum Way {
    case root
    case member(String, of: Way)
    case element(Int, of: Way)

    var text: String {
      switch self {
      case .root: ""
      case .member(let name, of: .root): name
      case .member(let name, of: let way): "\(way.text).\(name)"
      case .element(let index, of: let way): "\(way.text)[\(index)]"
      }
    }
  }

  private let node: JSONNode
  private let way: Way

  /// The outermost value.
  init(_ node: JSONNode) { (self.node, way) = (node, .root) }

  private init(_ node: JSONNode, _ way: Way) { (self.node, self.way) = (node, way) }

  /// What is wrong with it.
  func fault(_ kind: LottieFault.Kind) -> LottieFault {
    LottieFault(kind, place: node.place, path: way.text)
  }

  /// A value of another type than the format says.
  func wrongType(_ expected: String) -> LottieFault {
    fault(.json(.wrongType(expected: expected, found: node.typeName)))
  }

  var isObject: Bool { if case .object = node.value { true } else { false } }
  var isList: Bool { if case .array = node.value { true } else { false } }

  /// A member of an object; nil where it is none, or has not this one, or null there.
  ///
  /// Of a name that stands there twice the last counts, as in browsers.
  subscript(name: String) -> LottieValue? {
    guard case .object(let members) = node.value,
      let member = members.last(where: { $0.name == name })
    else { return nil }
    if case .null = member.value.value { return nil }
    return LottieValue(member.value, .member(name, of: way))
  }

  /// A member that has to be there.
  func required(_ name: String) throws(LottieFault) -> LottieValue {
    guard isObject else { throw wrongType("an object") }
    guard let value = self[name] else { throw fault(.json(.missingKey(name))) }
    return value
  }

  func list() throws(LottieFault) -> [LottieValue] {
    guard case .array(let elements) = node.value else { throw wrongType("a list") }
    return elements.enumerated().map { LottieValue($1, .element($0, of: way)) }
  }

  /// A text, as it stands there.
  func text() throws(LottieFault) -> String {
    guard case .string(let text) = node.value else { throw wrongType("a string") }
    return text
  }

  /// The text, or the whole number as a text, by which layers and assets are told apart.
  func identifier() throws(LottieFault) -> String {
    if case .number(let number) = node.value { return Shown.number(number) }
    return try text()
  }

  /// Whether something holds, in which 0 and 1 stand for false and true too.
  func truth() throws(LottieFault) -> Bool {
    switch node.value {
    case .bool(let truth): return truth
    case .number(let number): return number != 0
    default: throw wrongType("true or false")
    }
  }

  /// A number in a range.
  ///
  /// - Parameter amount: what there may be so many of: more is over a limit, and not merely out of the range.
  func number(
    in range: ClosedRange<Double>, amount: String? = nil
  ) throws(LottieFault) -> Double {
    guard case .number(let number) = node.value else { throw wrongType("a number") }
    if let amount, number.isFinite, number > range.upperBound {
      throw fault(
        .overLimit(
          what: amount, found: Shown.number(number), limit: Shown.number(range.upperBound)))
    }
    guard number.isFinite, range.contains(number) else {
      let (low, high) = (Shown.number(range.lowerBound), Shown.number(range.upperBound))
      throw fault(
        .json(.outOfRange(found: number, expected: "a number from \(low) to \(high)")))
    }
    return number
  }

  /// A whole number in a range.
  func integer(in range: ClosedRange<Int>) throws(LottieFault) -> Int {
    let number = try number(in: Double(range.lowerBound)...Double(range.upperBound))
    guard let whole = Int(exactly: number) else {
      throw fault(.json(.outOfRange(found: number, expected: "a whole number")))
    }
    return whole
  }
}
