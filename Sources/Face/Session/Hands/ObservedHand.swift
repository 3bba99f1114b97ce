internal import Geometry
internal import Tracking

/// One hand of a sample, measured in the upright picture.
struct ObservedHand: Sendable {
  /// The subject's own hand; nil where the tracker does not say.
  let handedness: HandSample.Handedness?
  /// How sure the tracker is of that.
  let score: Double
  /// The middle of the palm in the upright picture.
  let palm: SIMD2<Double>
  /// The middle of the palm in the tracker's picture, where faces are.
  let trackerPalm: Point2<TrackerSpace>
  /// The size of the hand in the picture, in pixels.
  let spread: Double
  /// How it is held.
  let shape: HandShape
  let gesture: RecognisedGesture
  let hasWorldLandmarks: Bool

  /// Measures a hand; nil for one without landmarks.
  init?(_ hand: HandSample, in picture: UprightPicture, _ settings: GestureSettings) {
    guard hand.landmarks.count == HandSample.landmarkCount else { return nil }
    let points = HandPoints(hand.landmarks.map(picture.point))
    hasWorldLandmarks = hand.worldLandmarks.count == HandSample.landmarkCount
    handedness = picture.handedness(hand.handedness)
    score = hand.score
    palm = points.palmCentre
    trackerPalm = Point2.mean(of: HandPoints.palm.map { hand.landmarks[$0].xy }) ?? Point2(0, 0)
    spread = points.spread
    shape = HandShape(
      picture: points,
      world: hasWorldLandmarks ? HandPoints(hand.worldLandmarks.map(picture.world)) : nil)
    gesture = settings.gesture(
      of: shape, canned: hand.gestures?.map(RecognisedGesture.init),
      custom: hand.customGestures?.map(RecognisedGesture.init))
  }
}

extension RecognisedGesture {
  fileprivate init(_ gesture: Gesture) {
    self.init(name: gesture.categoryName, score: gesture.score)
  }
}
