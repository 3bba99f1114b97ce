public import Tracking

/// Names what the hands of a recording show, as a session does.
public struct HandGestures: Sendable {
  private let picture: UprightPicture
  private let settings: GestureSettings

  /// Reads the hands of a tracking file, by the recogniser's categories or by the rules.
  public init(_ header: TrackingHeader) {
    (picture, settings) = (UprightPicture(header), GestureSettings())
  }

  /// The gesture of a hand, `None` for any other, and how sure it is, 0 to 1; nil without landmarks.
  public func callAsFunction(_ hand: HandSample) -> Gesture? {
    ObservedHand(hand, in: picture, settings).map {
      Gesture(categoryName: $0.gesture.name, score: $0.gesture.score)
    }
  }
}
