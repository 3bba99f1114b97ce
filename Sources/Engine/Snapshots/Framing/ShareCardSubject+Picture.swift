import Geometry
import Rendering
import ShareCards

extension ShareCardSubject {
  /// The faces of a picture and what is drawn of the layers on them; nil where neither is to be seen.
  init?(_ faces: [PictureFace], _ worn: [WornShape]) {
    self.init(
      faces: faces.compactMap { Rectangle(around: $0.landmarks) }, worn: worn.flatMap(\.boxes))
    if self.faces.isEmpty && self.worn.isEmpty { return nil }
  }
}
