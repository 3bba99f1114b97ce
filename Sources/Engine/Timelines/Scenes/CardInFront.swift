package import Geometry
import Placement
import Recipe
import Tracking

/// A card that hides the layers of the faces behind it.
package struct CardInFront: Sendable {
  /// So many of the layers are behind it, from the first one on.
  package let layersBehind: Int
  /// Its rectangle, with a margin for what the print leaves of its paper, in the frame before the flip.
  package let corners: Quad<OutputSpace>

  /// The margin on each side, in widths of the card.
  private static let margin = 0.03

  /// Makes it of a card that is seen in the frame; nil where it hides nothing.
  ///
  /// - Parameter aspect: the print's height by its width; nil where the corners tell it.
  init?(
    _ image: TimedImage, aspect: Double?, layersBehind: Int, through scene: SceneMapping,
    in output: OutputMapping
  ) {
    guard layersBehind > 0,
      let aspect = aspect ?? PlanarPose.aspect(of: image.image.corners, camera: image.camera),
      let plane = Homography<PrintSpace, TrackerSpace>(
        rectangle: 1, aspect, to: image.image.corners)
    else { return nil }
    let (low, right, bottom) = (-Self.margin, 1 + Self.margin, aspect + Self.margin)
    let grown = [
      Point2<PrintSpace>(low, low), Point2(right, low), Point2(right, bottom), Point2(low, bottom),
    ].compactMap { plane($0) }
    func placed(_ corners: [Point2<TrackerSpace>]) -> Quad<OutputSpace> {
      let placed = corners.map { output.toComposite(scene.toScene($0.unmirrored(in: scene))) }
      return Quad(placed[0], placed[1], placed[2], placed[3])
    }
    var quad = placed(image.image.corners.corners)
    if grown.count == 4 {
      let larger = placed(grown)
      // A margin beyond the horizon turns the shape inside out.
      if larger.isConvex, larger.signedArea / quad.signedArea > 1 { quad = larger }
    }
    guard quad.isConvex else { return nil }
    (self.layersBehind, self.corners) = (layersBehind, quad)
  }
}
