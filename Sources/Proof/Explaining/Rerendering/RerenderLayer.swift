internal import Avatars
internal import Compositing
internal import Foundation
internal import Geometry
internal import Passes
internal import Placement

/// A layer of the first picture: its artwork, and where it went.
struct RerenderLayer {
  /// What the sidecar says of it.
  let entry: PlacementRecord.Entry
  /// What the manifest says of it.
  let layer: Layer
  /// Its place among the manifest's layers, counted from 1.
  let rank: Int
  let texture: Texture
  /// From the texture's pixels to the artwork's: of a Lottie animation, which is drawn at the size at which it is
  /// seen.
  let texels: AffineMap<ArtworkSpace, ArtworkSpace>
  /// From the artwork's pixels to those of the finished picture.
  let homography: Homography<ArtworkSpace, OutputSpace>
  private let size: PixelSize<ArtworkSpace>
  /// Eye distances a pixel of the artwork, and the turn as drives left it, in radians.
  private let unit, turn: Double
  /// -1 for artwork that was kept readable in a flipped picture.
  private let handedness: Double

  /// From the pixels of artwork of a size to those of the picture in which its corners lie; nil where they span
  /// no picture.
  static func homography(
    of size: PixelSize<ArtworkSpace>, at corners: Quad<OutputSpace>
  ) -> Homography<ArtworkSpace, OutputSpace>? {
    let homography = Homography<ArtworkSpace, OutputSpace>(
      rectangle: Double(size.width), Double(size.height), to: corners)
    guard let homography, homography.inverse != nil else { return nil }
    return homography
  }

  /// Makes the layer.
  ///
  /// - Parameters:
  ///   - size: the artwork's.
  ///   - homography: where `homography(of:at:)` says that it lies.
  ///   - texels: from the texture's pixels to the artwork's.
  init(
    _ entry: PlacementRecord.Entry, _ layer: Layer, rank: Int, size: PixelSize<ArtworkSpace>,
    homography: Homography<ArtworkSpace, OutputSpace>, texture: Texture,
    texels: AffineMap<ArtworkSpace, ArtworkSpace>, isMirrored: Bool
  ) {
    (self.entry, self.layer, self.rank) = (entry, layer, rank)
    (self.texture, self.texels) = (texture, texels)
    (self.homography, self.size) = (homography, size)
    let driven =
      entry.driven ?? DrivenSize(scale: layer.scale, rotation: layer.rotation)
    unit = driven.scale / Double(size.width)
    turn = driven.rotation * .pi / 180
    handedness = isMirrored && layer.mirror == .keep ? -1 : 1
  }

  var blend: Compositor.BlendMode { layer.blend.compositing }

  /// From the artwork's pixels to the picture's, after the manifest's numbers were changed.
  ///
  /// With P the plane that the manifest lays the artwork on and Q the way from there to the picture,
  /// the layer went to Q P; changed numbers make it Q P' = (Q P) (P^-1 P'), of which only the second
  /// part is to be known. `ArtworkPlane` has P.
  func homography(after edit: LayerEdit) -> Homography<ArtworkSpace, OutputSpace> {
    var motion = AffineMap<ArtworkSpace, ArtworkSpace>(1, 0, 0, 0, 1, 0)
    if edit.isFlipped { motion = AffineMap(-1, 0, Double(size.width), 0, 1, 0) }
    if edit.moves {
      let (px, py) = (layer.pivot.x * Double(size.width), layer.pivot.y * Double(size.height))
      // Back from face space, whose y points up and in which the turn is clockwise.
      let u = edit.offset.x * cos(turn) - edit.offset.y * sin(turn)
      let v = edit.offset.x * sin(turn) + edit.offset.y * cos(turn)
      let (tx, ty) = (handedness * u / unit, -v / unit)
      let angle = handedness * edit.rotation * .pi / 180
      let (c, s) = (edit.scale * cos(angle), edit.scale * sin(angle))
      motion = motion.then(
        AffineMap<ArtworkSpace, ArtworkSpace>(
          c, -s, px - c * px + s * py + tx, s, c, py - s * px - c * py + ty))
    }
    return motion.homography.then(homography)
  }

  /// Where the corners of the artwork as stored lie after a change.
  func corners(after edit: LayerEdit) -> Quad<OutputSpace>? {
    let map = homography(after: edit)
    let (w, h) = (Double(size.width), Double(size.height))
    guard let a = map(Point2(0, 0)), let b = map(Point2(w, 0)), let c = map(Point2(w, h)),
      let d = map(Point2(0, h))
    else { return nil }
    return Quad(a, b, c, d)
  }
}

/// What may have been changed of a layer, in the numbers of its manifest.
struct LayerEdit: Hashable {
  /// Added to the offset, in eye distances, y up.
  var offset = SIMD2<Double>.zero
  /// Added to the rotation, in degrees.
  var rotation = 0.0
  /// What the scale is multiplied by.
  var scale = 1.0
  /// What the opacity is multiplied by; 0 for a layer that is not shown.
  var opacity = 1.0
  /// Whether the artwork is turned over left to right about its middle.
  var isFlipped = false
  /// How many layers of its face it was drawn later; negative for earlier.
  var rise = 0

  var moves: Bool { offset != .zero || rotation != 0 || scale != 1 }
  /// Whether it changes nothing.
  var isNothing: Bool { self == LayerEdit() }
}
