internal import Geometry
public import Tracking

/// Merges the samples of two trackers of one clip, sample by sample: the next one of either is all that
/// is held.
///
/// Samples of one time become one. A time that only one of them has is kept as it is. More than two are
/// merged by a merge whose source is a merge.
public struct SampleMerge {
  /// Gives the samples of a tracker, their times ascending; nil at the end.
  public typealias Source = () throws -> TrackingSample?

  /// How far apart the times of one frame may be written, in milliseconds.
  public static let exactMs = 0.01

  /// What is true of the merged samples.
  public let header: TrackingHeader
  private let sources: (Source, Source)
  private var next: (TrackingSample?, TrackingSample?)
  private var hasBegun = false

  /// Merges two sources.
  ///
  /// - Throws: `TrackerError.otherHeader` where their samples are of other pictures.
  public init(
    _ first: (header: TrackingHeader, source: Source),
    _ second: (header: TrackingHeader, source: Source)
  ) throws(TrackerError) {
    header = try first.header.merged(with: second.header)
    sources = (first.source, second.source)
  }

  /// The next sample of both; nil at their end.
  ///
  /// - Throws: what the sources throw.
  public mutating func sample() throws -> TrackingSample? {
    if !hasBegun {
      hasBegun = true
      next = (try sources.0(), try sources.1())
    }
    guard let one = next.0, let other = next.1 else {
      let rest = next.0 ?? next.1
      if next.0 != nil { next.0 = try sources.0() } else if rest != nil { next.1 = try sources.1() }
      return rest
    }
    let distance = one.timestampMs - other.timestampMs
    if distance <= Self.exactMs { next.0 = try sources.0() }
    if distance >= -Self.exactMs { next.1 = try sources.1() }
    if abs(distance) <= Self.exactMs { return one.merged(with: other) }
    return distance < 0 ? one : other
  }
}

extension TrackingSample {
  /// What two trackers saw in one picture: of each kind the list of the one that saw something, and of
  /// the first where both did.
  ///
  /// A tracker that does not look for a kind has an empty list of it. Where one of them gave no answer,
  /// the sample says so and still has what the other one saw; of two reasons it has the first by alphabet,
  /// whichever tracker comes first.
  public func merged(with other: TrackingSample) -> TrackingSample {
    var merged = self
    merged.timestampMs = min(timestampMs, other.timestampMs)
    if faces.isEmpty { merged.faces = other.faces }
    if hands.isEmpty { merged.hands = other.hands }
    if images.isEmpty { merged.images = other.images }
    merged.failure = [failure, other.failure].compactMap(\.self).min()
    merged.leftOutFaces = max(leftOutFaces, other.leftOutFaces)
    merged.takenMs = takenMs ?? other.takenMs
    return merged
  }
}

extension TrackingHeader {
  /// What is true of the merged samples of two trackers.
  ///
  /// - Throws: `TrackerError.otherHeader` where they speak of other pictures, clocks or clips.
  public func merged(with other: TrackingHeader) throws(TrackerError) -> TrackingHeader {
    func check<Value: Equatable>(
      _ name: String, _ one: Value, _ other: Value
    ) throws(TrackerError) {
      guard one != other else { return }
      throw .otherHeader(name, found: "\(other)", expected: "\(one)")
    }
    try check(
      "the picture's size", "\(size.width)x\(size.height)",
      "\(other.size.width)x\(other.size.height)")
    try check("the turn in degrees", rotation.rawValue, other.rotation.rawValue)
    try check("mirrored", mirrored, other.mirrored)
    try check("the offset of times in ms", timeOffsetMs, other.timeOffsetMs)
    if let clipSHA256, let hash = other.clipSHA256 {
      try check("the clip's SHA-256", clipSHA256, hash)
    }
    var merged = self
    merged.clipSHA256 = clipSHA256 ?? other.clipSHA256
    merged.isSmoothed = Self.isAnySmoothed([isSmoothed, other.isSmoothed])
    return merged
  }

  /// Whether one of several was filtered over time; nil where none says so.
  static func isAnySmoothed(_ flags: [Bool?]) -> Bool? {
    let known = flags.compactMap(\.self)
    return known.isEmpty ? nil : known.contains(true)
  }
}
