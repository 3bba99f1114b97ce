package import Geometry
package import Tracking

/// Finds where faces are missing, sample by sample: between two samples with a face that are less than
/// a second apart, and for a second before its first and after its last one.
///
/// A face that was seen in a single sample is not looked for in others: it may be none.
package struct GapFinder {
  /// The longest gap, and how far before and after a face it is looked for, in milliseconds.
  package static let longestMs = 1000.0

  /// The most samples before a face's first in which it is looked for, those nearest to it: they are
  /// looked at backward, so the close-ups of all are held at once.
  ///
  /// A second of 60 frames has fewer.
  package static let mostBefore = 64

  /// How far back what is given may lie: a second before the first of two samples that lie apart by
  /// one.
  package static let memoryMs = 2 * longestMs

  /// When a face was seen; `first` until it was seen again.
  private struct Known {
    var first: MissingFace.Sighting?
    var last: MissingFace.Sighting
  }

  private var identifier: FaceIdentifier
  private var known: [Int: Known] = [:]
  /// The times of the samples that the tracker answered, as far back as is of use.
  private var times: [Double] = []

  /// Makes one that has seen nothing.
  ///
  /// - Parameter size: the tracker's picture.
  package init(size: PixelSize<TrackerSpace>) {
    identifier = FaceIdentifier(camera: PerspectiveCamera(size: size))
  }

  /// Takes the next sample; what is given lies before it.
  package mutating func add(_ sample: TrackingSample) -> [MissingFace] {
    let timeMs = sample.timestampMs
    var missing = lost { timeMs - $0 >= Self.longestMs }
    for (identity, face) in zip(identifier.identify(sample.faces, atMs: timeMs), sample.faces) {
      guard let box = FaceBox(face.landmarks.lazy.map(\.xy)) else { continue }
      let sighting = MissingFace.Sighting(timeMs: timeMs, box: box)
      guard let earlier = known[identity] else {
        known[identity] = Known(first: sighting, last: sighting)
        continue
      }
      known[identity] = Known(last: sighting)
      if let first = earlier.first {
        let begin = first.timeMs - Self.longestMs
        append(
          .before(first),
          times.filter { $0 >= begin && $0 < first.timeMs }.suffix(Self.mostBefore),
          to: &missing)
      }
      append(
        .between(earlier.last, sighting), times.filter { $0 > earlier.last.timeMs }, to: &missing)
    }
    times.removeAll { $0 < timeMs - Self.memoryMs }
    if sample.failure == nil { times.append(timeMs) }
    return missing
  }

  /// What is missing up to the last sample.
  package mutating func finish() -> [MissingFace] {
    lost { _ in true }
  }

  /// The faces that were seen last at such times, which are then forgotten.
  private mutating func lost(_ isLost: (Double) -> Bool) -> [MissingFace] {
    var missing: [MissingFace] = []
    for (identity, face) in known.sorted(by: { $0.key < $1.key }) where isLost(face.last.timeMs) {
      known[identity] = nil
      let begin = face.last.timeMs
      guard face.first == nil else { continue }
      append(
        .after(face.last), times.filter { $0 > begin && $0 < begin + Self.longestMs }, to: &missing)
    }
    return missing
  }

  private func append(
    _ place: MissingFace.Place, _ times: some Collection<Double>, to missing: inout [MissingFace]
  ) {
    if !times.isEmpty { missing.append(MissingFace(place: place, times: Array(times))) }
  }
}
