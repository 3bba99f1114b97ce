public import FaceModel

/// What signals are read from: a face, and what its recording holds at the same time.
///
/// A source that follows something else than faces adds here what it needs to know, with a default
/// for states that do not know it.
public protocol SignalState {
  /// A blendshape's score on the face, sides being the subject's own; 0 where the face has none.
  func score(_ shape: Blendshape) -> Double
  /// What the recording holds beside the face; at rest where it is not known.
  var moment: RecordedMoment { get }
}

extension SignalState {
  /// Nothing is known of the recording.
  public var moment: RecordedMoment { RecordedMoment() }
}
