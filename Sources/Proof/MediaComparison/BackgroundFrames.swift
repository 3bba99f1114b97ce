/// The pictures without overlay, beside the frames of the first side.
enum BackgroundFrames {
  /// One picture for all frames.
  case still(SourceFrame)
  /// A frame for each, paired as the two sides are.
  case moving(FrameSequence, FramePairing.Rule)

  /// The frame that belongs to one of the first side; nil where there is none.
  func frame(for frame: SourceFrame) throws -> SourceFrame? {
    switch self {
    case .still(let picture): return picture
    case .moving(let sequence, .byOrder):
      while let next = try sequence.peek(), next.index < frame.index { _ = try sequence.take() }
      return try sequence.peek().flatMap { $0.index == frame.index ? $0 : nil }
    case .moving(let sequence, .byTime):
      func distance(_ other: SourceFrame) -> Double { abs(other.timestampMs - frame.timestampMs) }
      while let next = try sequence.peek(), let after = try sequence.peek(1),
        distance(after) <= distance(next)
      {
        _ = try sequence.take()
      }
      guard let next = try sequence.peek(), let step = try sequence.step(),
        distance(next) <= step / 2
      else { return nil }
      return next
    }
  }
}
