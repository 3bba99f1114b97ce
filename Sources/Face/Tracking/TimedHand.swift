internal import Geometry

/// One hand at one frame of the video.
public struct TimedHand: Sendable {
  /// The identity: from the hand's first sample on, until it was unseen for longer than gaps are
  /// joined.
  public var identity: Int
  /// The hand at this time, in pixels of the tracker's picture.
  public var hand: HandSample
  /// 1, or less where the hand fades out.
  public var opacity: Double
  /// Where the frame lies between the samples.
  public var source: TimedFace.Source

  /// Makes a timed hand.
  public init(identity: Int, hand: HandSample, opacity: Double, source: TimedFace.Source) {
    (self.identity, self.hand) = (identity, hand)
    (self.opacity, self.source) = (opacity, source)
  }
}

extension HandSample {
  /// The numbers of the wrist and the four knuckles, about which the palm lies.
  package static let palm = [0, 5, 9, 13, 17]

  /// The joints of thumb, index, middle, ring and little finger, from the root to the tip.
  package static let fingers = [1...4, 5...8, 9...12, 13...16, 17...20]

  /// Where the hand lies in the tracker's picture; nil without all of its landmarks, or where they are
  /// not finite.
  package var place: HandMatching.Place? {
    guard landmarks.count == Self.landmarkCount,
      landmarks.allSatisfy({ ($0.x + $0.y).isFinite })
    else { return nil }
    let points = landmarks.map { SIMD2($0.x, $0.y) }
    let middle = points.reduce(.zero, +) / Double(points.count)
    let square = points.reduce(0) { sum, point in
      let move = point - middle
      return sum + (move * move).sum()
    }
    return HandMatching.Place(
      palm: Self.palm.reduce(.zero) { $0 + points[$1] } / Double(Self.palm.count),
      spread: (square / Double(points.count)).squareRoot())
  }

  /// The same hand at a part of the time to another sample: 0 is this one, 1 the other.
  ///
  /// What the tracker says of it is said of the nearer of the two.
  func interpolated(to other: HandSample, at part: Double) -> HandSample {
    var result = part < 0.5 ? self : other
    guard landmarks.count == other.landmarks.count else { return result }
    result.landmarks = zip(landmarks, other.landmarks).map { $0.interpolated(to: $1, at: part) }
    if worldLandmarks.count == other.worldLandmarks.count {
      result.worldLandmarks = zip(worldLandmarks, other.worldLandmarks).map {
        $0 + ($1 - $0) * part
      }
    }
    return result
  }
}
