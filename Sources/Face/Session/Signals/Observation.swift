internal import Geometry
internal import Tracking

/// What one sample shows of the player.
struct Observation: Sendable {
  /// When it was taken, on the recording's timeline.
  var timeMs: Double
  /// Whether the player's face is seen.
  var hasFace: Bool
  /// How far the mouth is open; nil where nothing tells.
  var mouthOpen: MouthScore?
  /// What the teeth's gate asks for, mostly the same; nil where nothing tells.
  var mouth: MouthScore?
  /// Where the player's mouth is; nil where the face was not seen of late.
  var mouthPlace: MouthPlace?
  /// The player's hands, in the order of the file.
  var hands: [SeenHand]
  /// When a hand was seen last that was a fist then; nil where none of those that are tracked was.
  var fistMs: Double?

  /// One of the player's hands, and what its last samples say together.
  struct SeenHand: Sendable {
    var hand: ObservedHand
    var track: HandTrack
    var window: ShakeWindow
  }

  /// The hand that counts: a fist before others, then the one that shakes most, then the oldest.
  var leading: SeenHand? {
    hands.min { a, b in
      if a.track.isFist != b.track.isFist { return a.track.isFist }
      return (-a.window.shakeEnergy, a.track.number) < (-b.window.shakeEnergy, b.track.number)
    }
  }

  var isBrushing: Bool { hands.contains { $0.window.isBrushing } }
}

/// Follows the player and the hands from sample to sample.
struct PlayerObserver: Hashable, Sendable {
  /// The most samples of a hand within one window: 2.5 kHz in the game's window of 800 ms.
  static let windowSampleLimit = 2048

  var follower = PlayerFollower()
  var tracker = HandTracker()
  /// Whether a hand had no world landmarks.
  var sawHandWithoutWorld = false

  /// Looks at the next sample.
  mutating func observe(
    _ sample: TrackingSample, atMs timeMs: Double, _ settings: SessionSettings,
    _ picture: UprightPicture, _ camera: PerspectiveCamera, teeth: TeethReadings?
  ) throws(SessionFault) -> Observation {
    let boxes = sample.faces.map { FaceBox(player: $0, camera) }
    let place = follower.follow(
      sample.faces, boxes, atMs: timeMs, settings, in: picture)
    let others = boxes.indices.filter { $0 != place }.compactMap { boxes[$0] }
    let hands = sample.hands.compactMap { ObservedHand($0, in: picture, settings.gestures) }
      .filter { follower.owns($0, among: others, atMs: timeMs, settings.gaps) }
    sawHandWithoutWorld = sawHandWithoutWorld || hands.contains { !$0.hasWorldLandmarks }
    let tracks = tracker.add(hands, atMs: timeMs, settings)
    guard tracks.allSatisfy({ $0.moments.count <= Self.windowSampleLimit }) else {
      throw SessionFault(
        .overLimit(
          what: "a hand's samples within \(settings.brushing.windowMs) ms, at \(timeMs) ms",
          found: "more than \(Self.windowSampleLimit)", limit: "\(Self.windowSampleLimit)"))
    }
    let mouthOpen = place.flatMap { MouthScore(sample.faces[$0], settings.teeth.signal) }
    var mouth = mouthOpen
    if settings.teeth.signal == .teethVisible {
      mouth = place.flatMap { teeth?[$0, atMs: sample.takenMs ?? sample.timestampMs] }
        .map { MouthScore(teeth: $0) }
    }
    return Observation(
      timeMs: timeMs, hasFace: place != nil, mouthOpen: mouthOpen, mouth: mouth,
      mouthPlace: follower.mouth(sample.faces, place, atMs: timeMs, settings.gaps),
      hands: zip(hands, tracks).map { hand, track in
        Observation.SeenHand(hand: hand, track: track, window: ShakeWindow(track, settings))
      },
      fistMs: tracker.tracks.filter(\.isFist).map(\.lastMs).max())
  }
}
