internal import Geometry
internal import Tracking

/// How near a face that was looked for must be to where it was expected.
struct FaceFit {
  /// How far its centre may lie away, in sizes of the face.
  var distance: Double
  /// How many times larger or smaller it may be.
  var ratio: Double

  /// In the next picture.
  static let next = FaceFit(distance: 0.5, ratio: 1.35)
  /// In the middle of a gap, where it may have moved otherwise than straight on.
  static let within = FaceFit(distance: 0.75, ratio: 1.7)
  /// How much of their union two boxes share that are of one face.
  static let sameOverlap = 0.3

  /// Of the faces that are near enough to where one is expected, and of about its size, the nearest that
  /// is none of those that are known; nil where there is none.
  func best(
    of faces: [FaceSample], near expected: FaceBox, besides known: [FaceBox]
  ) -> (face: FaceSample, box: FaceBox)? {
    let near = faces.compactMap { face -> (face: FaceSample, box: FaceBox)? in
      guard let box = FaceBox(face.landmarks.lazy.map(\.xy)), allows(box, expected) else {
        return nil
      }
      return known.contains { $0.overlap(box) > Self.sameOverlap } ? nil : (face, box)
    }
    return near.min {
      $0.box.center.distance(to: expected.center) < $1.box.center.distance(to: expected.center)
    }
  }

  private func allows(_ box: FaceBox, _ expected: FaceBox) -> Bool {
    guard box.size > 0, expected.size > 0 else { return false }
    return box.center.distance(to: expected.center) <= distance * expected.size
      && box.size <= ratio * expected.size && expected.size <= ratio * box.size
  }
}

extension FaceBox {
  /// The box at a part of the way to another one.
  func interpolated(to other: FaceBox, at part: Double) -> FaceBox {
    FaceBox(
      left: left + (other.left - left) * part, top: top + (other.top - top) * part,
      right: right + (other.right - right) * part, bottom: bottom + (other.bottom - bottom) * part)
  }
}

extension TrackingSample {
  var boxes: [FaceBox] { faces.compactMap { FaceBox($0.landmarks.lazy.map(\.xy)) } }
}
