internal import Explaining
internal import Foundation

extension ComparisonWords {
  /// Pictures of a folder that are told of many.
  private static let listedPictures = 20
  private static let listedRanges = 4

  /// A time: `1.600 s`.
  static func seconds(_ milliseconds: Double) -> String {
    String(format: "%.3f s", milliseconds / 1000)
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

  /// What happened, by the frames that were explained (the worst first) and by what their
  /// neighbours tell.
  static func explanation(
    of explained: [ComparisonReport.Frame], shift: FrameShift.Finding?,
    in kind: ComparisonInput.Kind
  ) -> [String] {
    var sentences: [String] = []
    if let shift { sentences.append(shift.words) }
    guard let worst = explained.first else { return sentences }
    switch kind {
    case .picture: return sentences + worst.explanation
    case .folder:
      let listed = explained.prefix(listedPictures).map { frame in
        "\(frame.name ?? "\(frame.frame)"): \(frame.explanation.joined(separator: "; "))"
      }
      let rest = explained.count - listed.count
      return sentences + listed + (rest > 0 ? ["and \(rest) more pictures"] : [])
    case .clip:
      let alike = explained.filter { $0.explanation == worst.explanation }.count
      let others = alike > 1 ? " (the same in \(alike - 1) of the next worst)" : ""
      let place = "worst at frame \(worst.frame) (\(seconds(worst.timestampMs)))"
      return sentences + worst.explanation.map { "\(place): \($0)\(others)" }
    }
  }
}
