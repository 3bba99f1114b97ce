internal import Foundation

/// The sentences of a comparison.
enum ComparisonWords {
  /// Names that are listed of many.
  private static let listedNames = 5
  /// Ranges of frames that are listed of many.
  private static let listedRanges = 4

  /// A number with at most three digits behind the point.
  static func number(_ value: Double) -> String {
    let text = String(format: "%.3f", value)
    var digits = Substring(text)
    while digits.hasSuffix("0") { digits = digits.dropLast() }
    return String(digits.hasSuffix(".") ? digits.dropLast() : digits)
  }

  /// A time: `1.600 s`.
  static func seconds(_ milliseconds: Double) -> String {
    String(format: "%.3f s", milliseconds / 1000)
  }

  /// Some of many names: `a.png, b.png and 12 more`.
  static func list(_ names: [String]) -> String {
    let listed = names.prefix(listedNames).joined(separator: ", ")
    return names.count > listedNames ? "\(listed) and \(names.count - listedNames) more" : listed
  }

  /// Frames as ranges: `frames 12 to 87, 90`.
  static func frames(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers.sorted() {
      if let last = ranges.last, number <= last.upperBound + 1 {
        ranges[ranges.count - 1] = last.lowerBound...max(number, last.upperBound)
      } else {
        ranges.append(number...number)
      }
    }
    let listed = ranges.prefix(listedRanges).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
    }
    let more = ranges.count > listedRanges ? " and \(ranges.count - listedRanges) more ranges" : ""
    return (numbers.count == 1 ? "frame " : "frames ") + listed.joined(separator: ", ") + more
  }

  /// What only one of two folders has.
  static func names(
    _ first: [String], onlyIn a: String, _ second: [String], onlyIn b: String
  ) -> [String] {
    [(first, a), (second, b)].filter { !$0.0.isEmpty }.map { names, folder in
      "counts differ: only in \(folder): \(list(names))"
    }
  }
}
