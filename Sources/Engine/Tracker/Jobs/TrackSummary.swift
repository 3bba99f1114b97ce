public import Tracking

/// What a run found.
public struct TrackSummary: Hashable, Sendable {
  /// Frames that were decoded.
  public var frames = 0
  /// Frames that the tracker looked at.
  public var tracked = 0
  /// Frames that were left out because the tracker was busy.
  public var dropped = 0
  /// Frames that an earlier run had tracked already.
  public var resumed = 0
  /// Samples with at least one face.
  public var samplesWithFaces = 0
  /// Faces in all samples.
  public var faces = 0
  /// The most faces of a sample.
  public var mostFaces = 0
  /// How many faces the tracker was asked for; nil where it looks for none.
  public var askedFaces: Int?
  /// Samples with as many faces as were asked for.
  public var samplesWithAllFaces = 0
  /// Samples in which a face was found at a second look.
  public var secondLook = 0
  /// Places where a face is missing that had no second look, or not all of it, since more frames would
  /// have had to be decoded again than may be (`DecodingBudget`).
  public var cutLooks = 0
  /// Faces that were tracked in a close-up because they are small, in all samples.
  public var closeUps = 0
  /// Frames with more small faces than close-ups follow.
  public var framesWithOthers = 0
  /// Samples with at least one hand.
  public var samplesWithHands = 0
  /// Hands in all samples.
  public var hands = 0
  /// Hands that say something, in all samples.
  public var gestures = 0
  /// Whether printed pictures were looked for.
  public var hasImages = false
  /// Printed pictures in all samples.
  public var images = 0
  /// Samples with a printed picture.
  public var samplesWithImages = 0
  /// Samples of each printed picture that was seen, by its name.
  public var imageNames: [String: Int] = [:]
  /// Frames for which the tracker gave no answer.
  public var failed = 0
  /// Why, the first time.
  public var firstFailure: String?
  /// Name, version and options, as the tracking's header has them.
  public var tracker: TrackerNote
  /// What of the clip could not be read, in one line.
  public var damage: String?

  init(tracker: TrackerNote, askedFaces: Int?) {
    (self.tracker, self.askedFaces) = (tracker, askedFaces)
  }

  /// What a person should know of small faces that no close-up follows; nil where there were none.
  public var smallFacesNote: String? { SmallFaces.note(frames: framesWithOthers) }

  /// The tracker in a few words: its name, its version, and whether it smoothed.
  public var trackerText: String {
    let smoothed = tracker.isSmoothed.map { $0 ? ", smoothed by it" : ", not smoothed" } ?? ""
    return "\(tracker.name) \(tracker.version)\(smoothed)"
  }

  mutating func count(_ sample: TrackingSample) {
    tracked += 1
    if let failure = sample.failure {
      failed += 1
      firstFailure = firstFailure ?? failure
    }
    samplesWithFaces += sample.faces.isEmpty ? 0 : 1
    faces += sample.faces.count
    mostFaces = max(mostFaces, sample.faces.count)
    if let askedFaces, sample.faces.count >= askedFaces { samplesWithAllFaces += 1 }
    samplesWithHands += sample.hands.isEmpty ? 0 : 1
    hands += sample.hands.count
    gestures += sample.hands.count { $0.saysSomething }
  }

  /// Counts the printed pictures of a frame.
  mutating func count(images sample: TrackingSample) {
    hasImages = true
    images += sample.images.count
    samplesWithImages += sample.images.isEmpty ? 0 : 1
    for image in sample.images { imageNames[image.name, default: 0] += 1 }
  }
}
