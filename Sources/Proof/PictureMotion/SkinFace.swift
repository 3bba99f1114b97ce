public import Geometry
internal import PointTracking

/// One face of a frame: where it is, and where a layer of it lies.
public struct SkinFace: Sendable {
  /// The face's identity.
  public var identity: Int
  /// The layer's corners, in pixels of the frame.
  public var quad: Quad<SceneSpace>
  /// Where the seeds are, in the order of `SkinSeed.all`, in pixels of the frame; only where to look
  /// for skin is taken from them.
  public var seeds: [Point2<SceneSpace>]
  /// The middle of the eyes.
  public var middle: Point2<SceneSpace>
  /// The distance of the eyes' centres, in pixels.
  public var eyeDistance: Double

  /// Makes a face; nil for another number of seeds, or where something is not finite.
  public init?(
    identity: Int, quad: Quad<SceneSpace>, seeds: [Point2<SceneSpace>],
    middle: Point2<SceneSpace>, eyeDistance: Double
  ) {
    let numbers = (seeds + quad.corners + [middle]).flatMap { [$0.x, $0.y] } + [eyeDistance]
    guard seeds.count == SkinSeed.all.count, eyeDistance > 0,
      numbers.allSatisfy({ abs($0) < Self.farthest })
    else { return nil }
    (self.identity, self.quad, self.seeds) = (identity, quad, seeds)
    (self.middle, self.eyeDistance) = (middle, eyeDistance)
  }

  /// Beyond it lies no picture, in pixels.
  private static let farthest = 1e6

  /// The way from the unit square to the layer; nil where the layer has no extent.
  var layer: Homography<ArtworkSpace, SceneSpace>? { Homography(rectangle: 1, 1, to: quad) }
}
