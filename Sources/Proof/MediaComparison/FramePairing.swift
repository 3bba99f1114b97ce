/// Brings the frames of two sides together.
struct FramePairing {
  /// What comes next.
  enum Step {
    /// Two frames that belong together, and those of the first side around them: `earlier[0]` and
    /// `later[0]` are the neighbours.
    case pair(SourceFrame, SourceFrame, earlier: [SourceFrame], later: [SourceFrame])
    /// A frame of the first side that has no partner.
    case onlyInFirst(SourceFrame)
    /// A frame of the second side that has no partner.
    case onlyInSecond(SourceFrame)
  }

  /// How frames find their partners.
  enum Rule {
    /// The first with the first.
    case byOrder
    /// By presentation time: within half of the shortest step between frames there.
    case byTime
  }

  let first: FrameSequence
  let second: FrameSequence
  let rule: Rule

  /// How far apart the times of two frames may be that have no neighbours, in milliseconds.
  private static let loneTolerance = 0.5

  /// The next step; nil when both sides have ended.
  func next() throws -> Step? {
    switch (try first.peek(), try second.peek()) {
    case (nil, nil): return nil
    case (.some, nil): return try first.take().map { .onlyInFirst($0) }
    case (nil, .some): return try second.take().map { .onlyInSecond($0) }
    case (let a?, let b?):
      let apart = b.timestampMs - a.timestampMs
      let areTogether = try rule == .byOrder || abs(apart) <= tolerance()
      guard areTogether else {
        return apart > 0
          ? try first.take().map { .onlyInFirst($0) }
          : try second.take().map { .onlyInSecond($0) }
      }
      let earlier = Array(first.passed.prefix(FrameSequence.reach))
      let later = try (1...FrameSequence.reach).compactMap { try first.peek($0) }
      _ = try (first.take(), second.take())
      return .pair(a, b, earlier: earlier, later: later)
    }
  }

  private func tolerance() throws -> Double {
    let steps = [try first.step(), try second.step()].compactMap(\.self)
    return (steps.min().map { $0 / 2 }) ?? Self.loneTolerance
  }
}
