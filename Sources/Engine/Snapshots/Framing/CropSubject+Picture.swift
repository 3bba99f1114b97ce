import Geometry
import Placement
import Recordings
import Rendering

extension CropSubject {
  /// What of a picture is not to be cut: all of its faces and of the layers on them; nil where
  /// neither is to be seen.
  init?(_ faces: [PictureFace], _ record: PlacementRecord) {
    self.init(
      faces: faces.map(\.landmarks), eyes: faces.map(\.middle),
      others: record.placements.filter { $0.opacity > 0 }.compactMap {
        Rectangle(around: $0.extent.corners)
      },
      in: PixelSize(clamping: record.width, record.height))
  }
}
