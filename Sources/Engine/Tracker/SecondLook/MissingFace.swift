package import Tracking

/// Samples without a face that they are likely to show, since it is in one beside them.
package struct MissingFace: Hashable {
  /// Where and when the face was seen.
  package struct Sighting: Hashable {
    package var timeMs: Double
    package var box: FaceBox
  }

  /// Where the samples lie.
  package enum Place: Hashable {
    /// Between two in which it is.
    case between(Sighting, Sighting)
    /// After the last one for a while.
    case after(Sighting)
    /// Before the first one for a while.
    case before(Sighting)
  }

  package let place: Place
  /// The samples' times, ascending.
  package let times: [Double]

  /// The samples' times from the sighting on, forward or backward.
  package var order: [Double] {
    if case .before = place { return times.reversed() }
    return times
  }

  /// What the tracker is shown: the samples from the sighting on, and those of the sightings with them.
  var shown: [Double] { [sighting.timeMs] + order + sightings.dropFirst().map(\.timeMs) }

  /// Where it was seen, the one first from which it is looked for.
  package var sightings: [Sighting] {
    switch place {
    case .between(let one, let other): [one, other]
    case .after(let one), .before(let one): [one]
    }
  }

  /// Where the face is looked for from.
  package var sighting: Sighting {
    switch place {
    case .between(let sighting, _), .after(let sighting), .before(let sighting): sighting
    }
  }

  /// All boxes that are known.
  package var boxes: [FaceBox] { sightings.map(\.box) }

  /// Whether it comes back, so that its way is known as a whole.
  package var isGap: Bool {
    if case .between = place { return true }
    return false
  }

  /// Where it is between two sightings; nil where there is but one.
  package func expected(atMs timeMs: Double) -> FaceBox? {
    guard case .between(let one, let other) = place, other.timeMs > one.timeMs else { return nil }
    return one.box.interpolated(
      to: other.box, at: (timeMs - one.timeMs) / (other.timeMs - one.timeMs))
  }
}
