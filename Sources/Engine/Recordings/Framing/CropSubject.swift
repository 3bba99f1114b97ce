import FaceModel
public import Geometry

/// What a crop must not cut.
public struct CropSubject: Hashable, Sendable {
  /// What is kept whatever it takes: the faces and their avatars.
  public var kept: Rectangle<OutputSpace>
  /// The same with room about it, above all over the heads, as far as the picture goes.
  public var roomy: Rectangle<OutputSpace>
  /// What the crop is hung on: the middle of the faces across, of the eyes down.
  public var focus: Point2<OutputSpace>

  /// Room over a face's landmarks for its hair, in the face's heights: they end at the hairline.
  package static let hair = 0.35
  /// Room over all of it, in its heights.
  package static let headRoom = 0.08
  /// Room at the sides and below, in its heights.
  package static let sideRoom = 0.05

  /// Makes a subject.
  public init(
    kept: Rectangle<OutputSpace>, roomy: Rectangle<OutputSpace>, focus: Point2<OutputSpace>
  ) {
    (self.kept, self.roomy, self.focus) = (kept, roomy, focus)
  }

  /// All of a picture's faces and of what else is not to be cut; nil where none of it is to be seen.
  ///
  /// - Parameters:
  ///   - faces: the landmarks of each.
  ///   - eyes: the middle of each one's eyes.
  ///   - others: boxes of layers and cards.
  package init?(
    faces: [[Point2<OutputSpace>]], eyes: [Point2<OutputSpace>],
    others: [Rectangle<OutputSpace>], in size: PixelSize<OutputSpace>
  ) {
    let picture = Rectangle(size)
    let faceBoxes = faces.compactMap { Rectangle(around: $0)?.intersection(picture) }
    let boxes = faceBoxes + others.compactMap { $0.intersection(picture) }
    guard let first = boxes.first else { return nil }
    let kept = boxes.reduce(first) { $0.union($1) }
    let heads = faceBoxes.reduce(kept) {
      $0.union($1.grown(left: 0, top: Self.hair * $1.height, right: 0, bottom: 0))
    }
    let side = Self.sideRoom * kept.height
    let roomy = heads.grown(
      left: side, top: Self.headRoom * kept.height, right: side, bottom: side)
    let across = faceBoxes.first.map { first in faceBoxes.reduce(first) { $0.union($1) } } ?? kept
    let seenEyes = Point2.mean(
      of: eyes.filter {
        picture.intersection(
          Rectangle($0, $0).grown(left: 1, top: 1, right: 1, bottom: 1)) != nil
      })
    self.init(
      kept: kept, roomy: roomy.intersection(picture) ?? kept,
      focus: Point2(across.center.x, seenEyes?.y ?? kept.center.y))
  }

  /// The middle of the eyes of a face, by its landmarks; nil where it has none of their corners.
  package static func eyesMiddle<Space>(of landmarks: [Point2<Space>]) -> Point2<Space>? {
    Point2.mean(
      of: (FaceTopology.rightEyeCorners + FaceTopology.leftEyeCorners).compactMap {
        landmarks.indices.contains($0) ? landmarks[$0] : nil
      })
  }
}
