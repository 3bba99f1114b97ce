/// The hands of a recording at the times of the video's frames.
///
/// Samples of a hand are joined, held and faded as those of faces are; a new hand is there at once.
public struct HandTimeline {
  /// Hands at once, as many as a sample may have; the one that was unseen longest is forgotten.
  public static let handsAtOnce = PartTimeline<HandSample>.partsAtOnce

  private var parts: PartTimeline<HandSample>

  /// When the last sample at or before the frame was taken, on the video's timeline; nil before the
  /// first one.
  public var sampleMs: Double? { parts.sampleMs }

  /// Makes a timeline of the samples that a source gives one after the other, nil at the end.
  ///
  /// - Parameters:
  ///   - intervalMs: the median interval of the whole file's samples, in milliseconds, by which gaps are
  ///     scaled as those of faces are.
  ///   - isLive: whether a sample is shown as it is until the next one comes; else those of a hand are
  ///     joined.
  public init(
    header: TrackingHeader, gaps: GapOptions = GapOptions(), intervalMs: Double? = nil,
    isLive: Bool = false, source: @escaping () throws -> TrackingSample?
  ) {
    parts = PartTimeline(
      Self.kind, header: header, gaps: gaps, intervalMs: intervalMs, isLive: isLive,
      source: source)
  }

  private static var kind: PartTimeline<HandSample>.Kind {
    PartTimeline.Kind(
      parts: { $0.hands.filter { $0.place != nil } },
      owners: { hands, before in
        HandMatching.owners(of: hands.compactMap(\.place), among: before.compactMap(\.place))
      },
      interpolated: { $0.interpolated(to: $1, at: $2) })
  }

  /// The hands at a time of the video, in milliseconds, by rising identity.
  ///
  /// Times must not go down from call to call; an earlier one is answered as the last one was.
  public mutating func hands(atMs timeMs: Double) throws -> [TimedHand] {
    try parts.parts(atMs: timeMs).map {
      TimedHand(identity: $0.identity, hand: $0.part, opacity: $0.opacity, source: $0.source)
    }
  }
}
