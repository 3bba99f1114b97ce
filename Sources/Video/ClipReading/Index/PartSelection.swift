/// Which of a clip's frames are handed out.
enum PartSelection {
  case all
  case places(ClosedRange<Int>)
  /// Milliseconds on the clip's timeline; the end is not included.
  case times(start: Double, end: Double)

  /// Where a frame lies.
  enum Verdict {
    case before
    case inside(isLast: Bool)
    case after
  }

  /// The selection as far as it is known without an index; a moment is found later.
  init(_ part: ClipPart) {
    switch part {
    case .whole: self = .all
    case .frames(let range): self = .places(range)
    case .seconds(let start, let end):
      self = .times(start: (start ?? -.infinity) * 1000, end: (end ?? .infinity) * 1000)
    case .moment: self = .places(0...0)
    }
  }

  func verdict(index: Int, timestampMs: Double) -> Verdict {
    switch self {
    case .all: return .inside(isLast: false)
    case .places(let range):
      if index < range.lowerBound { return .before }
      return index > range.upperBound ? .after : .inside(isLast: index == range.upperBound)
    case .times(let start, let end):
      if timestampMs < start - timeToleranceMs { return .before }
      return timestampMs < end - timeToleranceMs ? .inside(isLast: false) : .after
    }
  }

  /// What must be looked up before the first frame can be handed out.
  enum Wanted {
    case place(Int)
    case firstAt(ms: Double)
    case lastAt(ms: Double)
  }

  /// Nil where a part begins with the clip's first frame, at `firstMs`.
  static func wanted(_ part: ClipPart, firstMs: Double) -> Wanted? {
    switch part {
    case .whole: return nil
    case .frames(let range): return range.lowerBound > 0 ? .place(range.lowerBound) : nil
    case .seconds(let start, _):
      guard let start, start * 1000 > firstMs + timeToleranceMs else { return nil }
      return .firstAt(ms: start * 1000)
    case .moment(let second):
      return second * 1000 > firstMs + timeToleranceMs ? .lastAt(ms: second * 1000) : nil
    }
  }
}
