/// A face that is known to be the same from one sample to the next.
public struct IdentifiedFace: Sendable {
  /// The identity: the file's `id` where it has one.
  public var identity: Int
  /// What the tracker saw of it.
  public var face: FaceSample

  /// Makes an identified face.
  public init(identity: Int, face: FaceSample) {
    (self.identity, self.face) = (identity, face)
  }
}

/// A sample on the video's timeline, whose faces have identities.
public struct IdentifiedSample: Sendable {
  /// The time on the video's presentation timeline, in milliseconds.
  public var timeMs: Double
  /// When the picture was taken, on the same timeline: `timeMs` or, shown live, before it.
  public var takenMs: Double
  /// The faces; each identity stands once.
  public var faces: [IdentifiedFace]
  /// The hands.
  public var hands: [HandSample]
  /// The known pictures that were recognised.
  public var images: [ImageSample]
  /// Whether the tracker gave no answer, or not all of it can be read, which does not say that no face
  /// was there.
  public var isFailed: Bool

  /// Makes an identified sample.
  public init(
    timeMs: Double, takenMs: Double? = nil, faces: [IdentifiedFace], hands: [HandSample] = [],
    images: [ImageSample] = [], isFailed: Bool = false
  ) {
    self.timeMs = timeMs
    self.takenMs = takenMs ?? timeMs
    (self.faces, self.hands, self.images, self.isFailed) = (faces, hands, images, isFailed)
  }

  /// The face of an identity, if the sample has it.
  public func face(_ identity: Int) -> FaceSample? {
    faces.first { $0.identity == identity }?.face
  }
}
