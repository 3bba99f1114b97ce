internal import Foundation

/// The sentences of a comparison.
package enum ComparisonWords {
  private static let listedNames = 5

  /// A number with at most three digits behind the point.
  package static func number(_ value: Double) -> String {
    let text = String(format: "%.3f", value)
    var digits = Substring(text)
    while digits.hasSuffix("0") { digits = digits.dropLast() }
    return String(digits.hasSuffix(".") ? digits.dropLast() : digits)
  }

  /// Some of many names: `a.png, b.png and 12 more`.
  package static func list(_ names: [String]) -> String {
    let listed = names.prefix(listedNames).joined(separator: ", ")
    return names.count > listedNames ? "\(listed) and \(names.count - listedNames) more" : listed
  }
}
