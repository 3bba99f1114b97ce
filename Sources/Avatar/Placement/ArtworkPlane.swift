import Avatars
import Foundation
import Geometry

/// The plane in face space on which a layer's picture lies.
struct ArtworkPlane {
  /// From the pixels of the stored picture to x and y of face space.
  let map: AffineMap<ArtworkSpace, FaceSpace>
  /// The plane's z, in eye distances.
  let z: Double

  /// Lays a picture out for a layer.
  ///
  /// A `flipped` picture is turned over left to right about its own pivot: artwork that stays
  /// readable in a frame that will itself be flipped.
  init(layer: Layer, picture: PixelSize<ArtworkSpace>, flipped: Bool) {
    let unit = layer.scale / Double(picture.width)
    let (px, py) = (
      layer.pivot.x * Double(picture.width), layer.pivot.y * Double(picture.height)
    )
    let k = flipped ? -1.0 : 1.0
    let r = layer.rotation * Double.pi / 180
    // u = k (x - px) unit, v = -(y - py) unit, then the clockwise turn by r.
    let pivoted = AffineMap<ArtworkSpace, FaceSpace>(
      k * unit, 0, -k * px * unit,
      0, -unit, py * unit)
    let turned = AffineMap<FaceSpace, FaceSpace>(
      cos(r), sin(r), layer.offset.x,
      -sin(r), cos(r), layer.offset.y)
    map = pivoted.then(turned)
    z = layer.offset.z
  }
}
