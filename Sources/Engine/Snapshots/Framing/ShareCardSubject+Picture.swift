import Geometry
import Placement
import Rendering
import ShareCards

extension ShareCardSubject {
  /// The faces of a picture and the layers on them; nil where neither is to be seen.
  init?(_ faces: [PictureFace], _ record: PlacementRecord) {
    let worn = record.placements.filter { $0.opacity > 0 }.compactMap {
      Rectangle(around: $0.extent.corners)
    }
    self.init(faces: faces.compactMap { Rectangle(around: $0.landmarks) }, worn: worn)
    if self.faces.isEmpty && self.worn.isEmpty { return nil }
  }
}
