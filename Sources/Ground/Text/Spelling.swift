/// Finds what a user who mistyped a name probably meant.
public enum Spelling {
  /// The nearest of the known names; nil where none is near enough to be meant.
  ///
  /// Nearness is the number of single letters put in, left out, replaced or swapped with their
  /// neighbour (optimal string alignment distance), capitals aside; a third of the name's letters,
  /// and at least two, may differ. Failing that, a name of three letters or more also means the
  /// shortest name that begins with it: `mouthSmile` means `mouthSmileLeft`.
  public static func nearest(to name: String, among known: some Collection<String>) -> String? {
    let letters = Array(name.lowercased().unicodeScalars)
    let reach = max(2, letters.count / 3)
    let mistyped =
      known
      .compactMap { candidate -> (name: String, distance: Int)? in
        let other = Array(candidate.lowercased().unicodeScalars)
        guard abs(other.count - letters.count) <= reach else { return nil }
        let distance = distance(letters, other)
        return distance <= reach && distance < max(letters.count, other.count)
          ? (candidate, distance) : nil
      }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    if let mistyped { return mistyped.name }
    guard letters.count >= 3 else { return nil }
    return
      known
      .filter { $0.lowercased().hasPrefix(name.lowercased()) }
      .min { ($0.count, $0) < ($1.count, $1) }
  }

  /// How many single letters have to be put in, left out, replaced or swapped with their neighbour, capitals aside.
  public static func distance(from name: String, to other: String) -> Int {
    distance(Array(name.lowercased().unicodeScalars), Array(other.lowercased().unicodeScalars))
  }

  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    // Rows of the alignment table: the one before the last, the last, and the one being filled.
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
