import Geometry
import Placement
import Session
import Tracking

/// What swipes and double taps do to the avatars of a recording's faces.
struct MotionCues {
  /// How far from a face's middle a double tap may be, in sizes of the face.
  private static let reach = 1.0

  private(set) var cues: [AvatarCue] = []
  /// Whether a sample shows a hand.
  private(set) var sawHand = false

  /// Looks through a recording's samples, nil at their end.
  ///
  /// A swipe is for the face that is nearest in its own size, a double tap only where that is near.
  init(header: TrackingHeader, source: () throws -> TrackingSample?) rethrows {
    let camera = header.camera
    var identifier = FaceIdentifier(camera: camera)
    var motions = HandMotions(header)
    /// The faces of the last sample that shows any.
    var faces: [(identity: Int, box: FaceBox)] = []
    while let sample = try source() {
      let timeMs = sample.timestampMs + header.timeOffsetMs
      let identities = identifier.identify(sample.faces, atMs: timeMs)
      // A picture that the tracker gave no answer for says nothing of hands.
      guard sample.failure == nil else { continue }
      if !sample.faces.isEmpty {
        faces = zip(identities, sample.faces).compactMap { identity, face in
          FaceBox(face, camera: camera).map { (identity, $0) }
        }
      }
      sawHand = sawHand || !sample.hands.isEmpty
      for motion in motions.take(sample.hands, atMs: timeMs) {
        let nearest = faces.filter { $0.box.size > 0 }.map { face in
          (
            identity: face.identity,
            distance: face.box.center.distance(to: motion.place) / face.box.size
          )
        }.min { ($0.distance, $0.identity) < ($1.distance, $1.identity) }
        guard let nearest else { continue }
        switch motion.kind {
        case .swipeLeft:
          cues.append(AvatarCue(timeMs: motion.timeMs, step: 1, face: nearest.identity))
        case .swipeRight:
          cues.append(AvatarCue(timeMs: motion.timeMs, step: -1, face: nearest.identity))
        case .doubleTap where nearest.distance <= Self.reach:
          cues.append(AvatarCue(timeMs: motion.timeMs, togglingSizeOf: nearest.identity))
        case .swipeUp, .swipeDown, .doubleTap: break
        }
      }
    }
  }
}
