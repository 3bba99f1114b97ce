import Explaining

/// The frames without a partner, and where the first of them is.
struct UnmatchedFrames {
  private var first: (frame: Int, timestampMs: Double, inFirst: Bool)?
  private var count = 0

  /// Whether every frame had a partner.
  var isEmpty: Bool { count == 0 }

  /// Notes a frame that has none.
  mutating func note(_ frame: SourceFrame, inFirst: Bool) {
    if first == nil { first = (frame.index, frame.timestampMs, inFirst) }
    count += 1
  }

  /// What does not match, a sentence an entry; nothing where every frame had a partner.
  func words(_ a: ComparisonReport.Side, _ b: ComparisonReport.Side) -> [String] {
    guard let first else { return [] }
    var words: [String] = []
    if a.frames != b.frames {
      words.append("counts differ: \(a.path) has \(a.frames) frames, \(b.path) \(b.frames)")
    }
    if let rate = a.framesPerSecond, let other = b.framesPerSecond,
      // A thousandth tells 29.97 from 30.
      abs(rate - other) > 0.0005 * max(rate, other)
    {
      words.append(
        "rates differ: \(a.path) shows \(ComparisonWords.number(rate)) frames a second, "
          + "\(b.path) \(ComparisonWords.number(other))")
    }
    let (owner, other) = first.inFirst ? (a.path, b.path) : (b.path, a.path)
    words.append(
      "the clips stop matching at \(ComparisonWords.seconds(first.timestampMs)): frame"
        + " \(first.frame) of \(owner) has no partner in \(other)"
        + (count > 1 ? "; \(count) frames have none" : ""))
    return words
  }
}
