internal import Text

/// A place where the times of a clip's pictures start again, as where several recordings are in one file.
package struct TimeSeam: Hashable, Sendable {
  /// Where the next part goes on on the clip's timeline, in milliseconds.
  let atMs: Double
  /// How far back its own times begin, in milliseconds.
  let backMs: Double

  /// Places that are named; a recorder that stops every second has thousands.
  private static let named = 8

  /// What is said of them in one line; nil where there are none.
  static func note(_ seams: [TimeSeam]) -> String? {
    guard !seams.isEmpty else { return nil }
    let places = seams.prefix(named).map {
      "at \(Shown.number($0.atMs.rounded())) ms (by \(Shown.number($0.backMs.rounded())) ms)"
    }
    let rest = seams.count - places.count
    let text = places.joined(separator: ", ") + (rest > 0 ? " and in \(rest) more places" : "")
    return "the clip's times start again \(text); each part goes on after the one before"
  }
}
