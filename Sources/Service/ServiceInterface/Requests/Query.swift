package import HTTPMessages
internal import Problems
internal import Text

/// The query of a request, read strictly.
package struct Query {
  private var values: [String: String] = [:]

  /// Takes the query; throws for names that are not known or stand twice.
  package init(_ head: HTTPRequestHead, known: [String] = []) throws(ServiceProblem) {
    for field in head.query {
      guard known.contains(field.name) else {
        let hint =
          Spelling.nearest(to: field.name, among: known).map { "; did you mean \"\($0)\"?" }
          ?? (known.isEmpty ? "; this path has none" : "; known: \(known.joined(separator: ", "))")
        throw Self.fault(
          field.name, "unknown query parameter \"\(Shown.text(field.name))\"\(hint)")
      }
      guard values.updateValue(field.value, forKey: field.name) == nil else {
        throw Self.fault(field.name, "duplicate query parameter \"\(field.name)\"")
      }
    }
  }

  /// A parameter's value.
  package subscript(name: String) -> String? { values[name] }

  /// A parameter's value as a whole number in a range.
  package func integer(_ name: String, in range: ClosedRange<Int>) throws(ServiceProblem) -> Int? {
    guard let text = values[name] else { return nil }
    guard !text.isEmpty, text.allSatisfy(\.isASCIIDigit), let value = Int(text),
      range.contains(value)
    else {
      throw Self.fault(
        name,
        "\(name): \"\(Shown.text(text))\" found, a whole number from \(range.lowerBound) to"
          + " \(range.upperBound) expected")
    }
    return value
  }

  /// A fault of one parameter.
  package static func fault(_ name: String, _ detail: String) -> ServiceProblem {
    ServiceProblem(
      .invalidQuery, detail, faults: [.init(pointer: Shown.text(name), detail: detail)])
  }
}

extension Character {
  /// Whether it is one of 0 to 9.
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
