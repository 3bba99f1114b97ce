/// The faces of the last sample, shown until the next one comes, as live apps do.
struct LiveFaces {
  private struct Seen {
    var takenMs: Double
    var face: FaceSample
  }

  private let between: LiveOptions.Between
  /// Samples of a face further apart are not drawn out, and none for longer, in milliseconds.
  private let maxGapMs: Double
  /// The faces of the last sample, and what was seen of each before.
  private var shown: [Int: (last: Seen, before: Seen?)] = [:]
  private var shownMs = -Double.infinity

  init(_ between: LiveOptions.Between, maxGapMs: Double) {
    (self.between, self.maxGapMs) = (between, maxGapMs)
  }

  /// Takes a sample, which replaces the one before: a face that it has not is gone.
  mutating func take(_ sample: IdentifiedSample) {
    var now: [Int: (last: Seen, before: Seen?)] = [:]
    for face in sample.faces {
      let seen = Seen(takenMs: sample.takenMs, face: face.face)
      now[face.identity] = (seen, shown[face.identity]?.last)
    }
    (shown, shownMs) = (now, sample.timeMs)
  }

  /// The faces at a time, by rising identity.
  func faces(atMs timeMs: Double) -> [TimedFace] {
    shown.sorted { $0.key < $1.key }.map { identity, seen in
      TimedFace(
        identity: identity, face: face(seen, atMs: timeMs), opacity: 1,
        source: timeMs - shownMs <= FaceTimeline.exactMs ? .exact : .held)
    }
  }

  private func face(_ seen: (last: Seen, before: Seen?), atMs timeMs: Double) -> FaceSample {
    let last = seen.last
    guard between == .extrapolate, let before = seen.before else { return last.face }
    let step = last.takenMs - before.takenMs
    guard step > 0, step <= maxGapMs else { return last.face }
    let ahead = min(max(timeMs - last.takenMs, 0), maxGapMs)
    var face = before.face.interpolated(to: last.face, at: 1 + ahead / step)
    // Scores and identities are no motion.
    (face.blendshapes, face.id) = (last.face.blendshapes, last.face.id)
    return face
  }
}
