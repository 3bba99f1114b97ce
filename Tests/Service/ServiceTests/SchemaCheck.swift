import Foundation

/// Holds JSON against a schema: the keywords of JSON Schema 2020-12 that the OpenAPI document uses.
struct SchemaCheck {
  let document: InterfaceDocument

  /// What is wrong with a value, by its place.
  func faults(_ value: Any, _ schema: Any, at place: String = "") -> [String] {
    guard let schema = document.value([], in: schema) as? [String: Any] else { return [] }
    var faults: [String] = []
    if let type = schema["type"] {
      let types = type as? [String] ?? [type as? String ?? ""]
      let name = Self.type(of: value)
      if !types.contains(name), !(name == "integer" && types.contains("number")) {
        faults.append("\(place): \(name), expected \(types)")
      }
    }
    if let constant = schema["const"], !Self.isSame(constant, value) {
      faults.append("\(place): \(value), expected \(constant)")
    }
    if let words = schema["enum"] as? [Any], !words.contains(where: { Self.isSame($0, value) }) {
      faults.append("\(place): \(value) is none of \(words)")
    }
    faults += combined(value, schema, place)
    switch value {
    case let object as [String: Any]: faults += members(object, schema, place)
    case let list as [Any]: faults += items(list, schema, place)
    case let text as String: faults += Self.text(text, schema, place)
    case let number as NSNumber: faults += Self.number(number.doubleValue, schema, place)
    default: break
    }
    return faults
  }

  private func combined(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    var faults: [String] = []
    for other in schema["allOf"] as? [Any] ?? [] { faults += self.faults(value, other, at: place) }
    if let others = schema["anyOf"] as? [Any],
      !others.contains(where: { self.faults(value, $0).isEmpty })
    {
      faults.append("\(place): fits none of anyOf")
    }
    if let other = schema["not"], self.faults(value, other).isEmpty {
      faults.append("\(place): fits what it may not")
    }
    return faults
  }

  private func members(
    _ object: [String: Any], _ schema: [String: Any], _ place: String
  ) -> [String] {
    let known = schema["properties"] as? [String: Any] ?? [:]
    var faults = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
      .map { "\(place): lacks \($0)" }
    for (name, value) in object {
      if let member = known[name] {
        faults += self.faults(value, member, at: "\(place)/\(name)")
      } else if schema["additionalProperties"] as? Bool == false {
        faults.append("\(place): \(name) is not described")
      } else if let others = schema["additionalProperties"] as? [String: Any] {
        faults += self.faults(value, others, at: "\(place)/\(name)")
      }
    }
    return faults
  }

  private func items(_ list: [Any], _ schema: [String: Any], _ place: String) -> [String] {
    var faults: [String] = []
    if let least = schema["minItems"] as? Int, list.count < least { faults.append("\(place): few") }
    if let most = schema["maxItems"] as? Int, list.count > most { faults.append("\(place): many") }
    guard let item = schema["items"] else { return faults }
    for (index, value) in list.enumerated() {
      faults += self.faults(value, item, at: "\(place)/\(index)")
    }
    return faults
  }

  private static func text(
    _ text: String, _ schema: [String: Any], _ place: String
  ) -> [String] {
    guard let pattern = schema["pattern"] as? String,
      text.range(of: pattern, options: .regularExpression) == nil
    else { return [] }
    return ["\(place): \(text) does not match \(pattern)"]
  }

  private static func number(
    _ number: Double, _ schema: [String: Any], _ place: String
  ) -> [String] {
    func limit(_ name: String) -> Double? { (schema[name] as? NSNumber)?.doubleValue }
    let isWithin =
      limit("minimum").map { number >= $0 } ?? true && limit("maximum").map { number <= $0 } ?? true
    let isStrictly =
      limit("exclusiveMinimum").map { number > $0 } ?? true
      && limit("exclusiveMaximum").map { number < $0 } ?? true
    return isWithin && isStrictly ? [] : ["\(place): \(number) is out of range"]
  }

  private static func isSame(_ one: Any, _ other: Any) -> Bool {
    (one as? NSObject)?.isEqual(other as? NSObject) ?? false
  }

  private static func type(of value: Any) -> String {
    switch value {
    case is NSNull: return "null"
    case is String: return "string"
    case is [Any]: return "array"
    case is [String: Any]: return "object"
    case let number as NSNumber:
      if isBoolean(number) { return "boolean" }
      return number.doubleValue == number.doubleValue.rounded() ? "integer" : "number"
    default: return "unknown"
    }
  }

  /// Whether a number is one of true and false: Foundation's JSON has numbers for both.
  private static func isBoolean(_ number: NSNumber) -> Bool {
    ["c", "B"].contains(unsafe String(cString: number.objCType))
  }
}
