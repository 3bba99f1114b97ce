internal import Foundation
internal import Geometry
internal import Placement
internal import Registration

extension LayerChange {
  /// How far a corner may be off the motion, in pixels, before a change of perspective is told.
  private static let leastBend = 0.5

  /// The change of a layer from one place to another, as sidecars have them.
  ///
  /// - Parameter other: where it went; nil where it is gone.
  init(ofPlace entry: PlacementRecord.Entry, to other: PlacementRecord.Entry?) {
    guard let other, let place = GeometryChange(from: entry.corners, to: other.corners) else {
      self.init(face: entry.face, layer: entry.layer, change: RegionChange(kind: .notThere))
      return
    }
    let isStill = place.kind == .moved && place.motion.isNegligible
    var region = RegionChange(kind: isStill ? .same : place.kind, motion: place.motion)
    let centre = Point2.mean(of: entry.corners.corners)
    (region.centreX, region.centreY) = (centre?.x, centre?.y)
    self.init(face: entry.face, layer: entry.layer, change: region)
    if place.leftoverPixels >= Self.leastBend {
      remarks.append(
        String(
          format: "in another perspective (corners up to %.1f px off)", place.leftoverPixels))
    }
    if abs(other.opacity - entry.opacity) >= Self.leastOpacity {
      remarks.append(
        String(format: "opacity %.2f instead of %.2f", other.opacity, entry.opacity))
    }
  }
}
