internal import Comparison

/// In which order pictures are put into the page: when its budget is spent, what matters least is
/// left out.
struct PicturePlan: Sendable {
  /// One frame of a case.
  struct Item: Sendable {
    var caseIndex, frameIndex: Int
    /// Whether one picture stands for both.
    var passed: Bool
  }

  /// The frames, those that matter most first.
  let items: [Item]

  /// The worst frames of what failed; then their other frames that failed, one a case in turns; then
  /// one frame of every other case; then what is left.
  init(_ review: ReviewDocument) {
    var ranked: [(rank: Int, turn: Int, item: Item)] = []
    for (caseIndex, one) in review.cases.enumerated() {
      let shown = Self.shownFrame(of: one)
      var turn = 0
      for (frameIndex, frame) in one.frames.enumerated() {
        let passed = frame.verdict == .passed
        let isShown = frameIndex == shown
        let rank = passed ? (isShown ? 2 : 3) : (isShown ? 0 : 1)
        let item = Item(caseIndex: caseIndex, frameIndex: frameIndex, passed: passed)
        ranked.append((rank, turn, item))
        turn += 1
      }
    }
    items =
      ranked
      .sorted {
        ($0.rank, $0.turn, $0.item.caseIndex) < ($1.rank, $1.turn, $1.item.caseIndex)
      }
      .map(\.item)
  }

  /// The frame that stands for a case; nil for a case without frames.
  ///
  /// The one that the explanation speaks of; of those that did not pass, the one with the most changed
  /// pixels; else the first.
  static func shownFrame(of one: ReviewCase) -> Int? {
    if let worst = one.frames.firstIndex(where: { $0.frame == one.worstFrame }) { return worst }
    let failed = one.frames.indices.filter { one.frames[$0].verdict != .passed }
    func weight(_ index: Int) -> (Int, Int) {
      let measures = one.frames[index].measures
      return (measures?.changedPixels ?? .max, measures?.largestChannelDifference ?? .max)
    }
    // The first of equals.
    return failed.reversed().max { weight($0) < weight($1) } ?? one.frames.indices.first
  }
}
