import Geometry
import Placement
import Recordings
import Rendering

extension CropSubject {
  /// What of a picture is not to be cut: all of its faces and of the layers on them; nil where
  /// neither is to be seen.
  init?(_ faces: [PictureFace], _ record: PlacementRecord) {
    let size = PixelSize<OutputSpace>(clamping: record.width, record.height)
    let picture = Rectangle(size)
    func seen(_ points: [Point2<OutputSpace>]) -> Rectangle<OutputSpace>? {
      Rectangle(around: points)?.intersection(picture)
    }
    let faceBoxes = faces.compactMap { seen($0.landmarks) }
    let layers = record.placements.filter { $0.opacity > 0 }.compactMap { seen($0.extent.corners) }
    guard let first = (faceBoxes + layers).first else { return nil }
    let kept = (faceBoxes + layers).reduce(first) { $0.union($1) }
    let heads = faceBoxes.reduce(kept) {
      $0.union($1.grown(left: 0, top: Self.hair * $1.height, right: 0, bottom: 0))
    }
    let side = Self.sideRoom * kept.height
    let roomy = heads.grown(
      left: side, top: Self.headRoom * kept.height, right: side, bottom: side)
    let across = faceBoxes.first.map { first in faceBoxes.reduce(first) { $0.union($1) } } ?? kept
    let eyes = Point2.mean(
      of: faces.map(\.middle).filter {
        picture.intersection(
          Rectangle($0, $0).grown(
            left: 1, top: 1, right: 1, bottom: 1)) != nil
      })
    self.init(
      kept: kept, roomy: roomy.intersection(picture) ?? kept,
      focus: Point2(across.center.x, eyes?.y ?? kept.center.y))
  }
}
