internal import Geometry

extension FaceSample {
  /// The same face at a part of the time to another sample: 0 is this one, 1 the other.
  ///
  /// Landmarks, translation and blendshapes go linearly, the rotation by slerp. What only one of
  /// the two has is taken from that one as it is.
  public func interpolated(to other: FaceSample, at part: Double) -> FaceSample {
    var result = self
    result.landmarks = Self.join(landmarks, other.landmarks) { $0.interpolated(to: $1, at: part) }
    // A pose of the tracker's is not joined with one that was solved, which flat avatars do not follow.
    if let from = pose, let to = other.pose, isPoseSolved == other.isPoseSolved {
      result.pose = from.interpolated(to: to, at: part)
    } else {
      let takesOther = pose == nil || (isPoseSolved && other.pose != nil)
      result.pose = takesOther ? other.pose : pose
      result.isPoseSolved = takesOther ? other.isPoseSolved : isPoseSolved
    }
    if let from = intrinsics, let to = other.intrinsics {
      result.intrinsics = from.interpolated(to: to, at: part)
    }
    result.blendshapes.scores = Self.join(blendshapes.scores, other.blendshapes.scores) {
      $0 + ($1 - $0) * part
    }
    return result
  }

  /// Joins two lists element by element.
  ///
  /// A tracker may give the irises in one sample and not in the next: the 468 points that both
  /// have are joined. A list that only one has stands for both.
  private static func join<Element>(
    _ from: [Element], _ to: [Element], _ body: (Element, Element) -> Element
  ) -> [Element] {
    if from.isEmpty { return to }
    if to.isEmpty { return from }
    return zip(from, to).map(body)
  }
}
