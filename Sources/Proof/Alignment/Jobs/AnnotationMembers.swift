internal import JSON
internal import Text
internal import TrackingFiles

/// The members of an object, each of them once, with the file's line for faults.
struct AnnotationMembers {
  let list: [(name: String, value: JSONNode)]
  private let path: String
  private let line: Int
  private let within: String

  init(
    _ node: JSONNode, _ path: String, _ line: Int, _ within: String = ""
  ) throws(TrackingFault) {
    (self.path, self.line, self.within) = (path, line, within)
    guard case .object(let members) = node.value else {
      throw TrackingFault(
        file: path, line: line, problem: .wrongType, place: within, found: node.typeName,
        expected: "an object")
    }
    list = members.map { ($0.name, $0.value) }
    var seen = Set<String>()
    for (name, _) in list where !seen.insert(name).inserted {
      throw fault(.duplicateKey, name, "the key twice", "it once")
    }
  }

  subscript(name: String) -> JSONNode? { list.first { $0.name == name }?.value }

  func place(_ name: String) -> String { within.isEmpty ? name : "\(within).\(name)" }

  func fault(
    _ problem: TrackingFault.Problem, _ name: String, _ found: String, _ expected: String
  ) -> TrackingFault {
    TrackingFault(
      file: path, line: line, problem: problem, place: place(name), found: found,
      expected: expected)
  }

  /// Names a key that means nothing.
  func allow(_ known: [String]) throws(TrackingFault) {
    for (name, _) in list where !known.contains(name) {
      let hint = Spelling.nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
      throw fault(
        .wrongType, name, "an unknown key",
        known.joined(separator: ", ") + hint)
    }
  }

  func number(_ name: String) throws(TrackingFault) -> Double {
    guard let node = self[name] else {
      throw fault(.missingKey, name, "no \"\(name)\"", "frame or timestampMs")
    }
    guard case .number(let number) = node.value else {
      throw fault(.wrongType, name, node.typeName, "a number")
    }
    guard abs(number) <= 1e12 else {
      throw fault(.outOfRange, name, "\(number)", "milliseconds within 1e12")
    }
    return number
  }

  func whole(_ name: String, in range: ClosedRange<Int>) throws(TrackingFault) -> Int {
    guard let node = self[name] else {
      throw fault(.missingKey, name, "no \"\(name)\"", "a whole number")
    }
    guard case .number(let number) = node.value, let whole = Int(exactly: number),
      range.contains(whole)
    else {
      throw fault(
        .outOfRange, name, "another value",
        "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }
}

extension JSONReader {
  /// Reads a line of a file; what is no JSON (NaN and Infinity are none) is a fault with its line.
  static func read(
    _ bytes: [UInt8], in path: String, line: Int
  ) throws(TrackingFault) -> JSONNode {
    do {
      return try read(bytes)
    } catch {
      throw TrackingFault(
        file: path, line: line, problem: .notJSON, place: "column \(error.place.column)",
        found: "invalid JSON: \(error.reason)", expected: "one JSON object a line, numbers finite")
    }
  }
}
