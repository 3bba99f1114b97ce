public import Geometry

/// One picture of an avatar, and where it sits on a face.
public struct Layer: Hashable, Sendable {
  /// The layer's name, unique in its avatar.
  public var name: String
  /// The path inside the package of its picture, or of its model.
  public var image: String
  /// What is said of its model; nil for a picture.
  public var model: LayerModel?
  /// Where the face space of this layer has its origin.
  public var anchor: Anchor
  /// The pivot's place from the anchor, in eye distances.
  public var offset: Vector3<FaceSpace>
  /// The picture's width, in eye distances, or a factor of a model's size; above 0.
  public var scale: Double
  /// The turn about the pivot in degrees, clockwise as seen in the scene.
  public var rotation: Double
  /// The point of the picture that sits on the offset, in parts of the picture, y down.
  public var pivot: Pivot
  /// What an eye distance is measured by.
  public var scaleReference: ScaleReference
  /// How much of the layer covers what is under it, 0 to 1.
  public var opacity: Double
  /// How the layer's colours join what is under it.
  public var blend: BlendMode
  /// How dark the shadow is that the layer throws on the face, 0 to 1; 0 for none.
  public var shadow = 0.0
  /// What the picture lies on.
  public var surface = LayerSurface.flat
  /// What raises the surface; nil for nothing.
  public var relief: LayerRelief?
  /// How much the surface's shape changes the light on it, 0 to 1; nil for the default.
  public var lit: Double?
  /// How it competes with others for the points of a picture.
  public var depth = LayerDepth.own
  /// What a mirrored output does to the picture.
  public var mirror: MirrorPolicy
  /// When the layer is shown: all of these must hold.
  public var when: [Trigger]
  /// What signals move.
  public var drive: [Drive]
  /// How a Lottie animation goes on at its end.
  public var play: Play
  /// Which frames of a Lottie animation are shown, and how fast.
  public var timing: LottieTiming

  /// Whether its picture is a Lottie animation.
  public var isLottie: Bool { LottieTiming.isLottie(image) }

  /// Whether it is more than a flat picture painted over what is below it.
  public var hasVolume: Bool {
    model != nil || surface != .flat || relief != nil || shade > 0 || depth == .shared
  }

  /// How much the surface's shape changes the light on it, 0 to 1: all where there is a relief, nothing where there
  /// is none, unless the layer says otherwise.
  public var shade: Double { lit ?? (relief == nil ? 0 : 1) }

  /// Makes it larger by a factor, its bends and its relief with it.
  package mutating func enlarge(by factor: Double) {
    scale *= factor
    relief?.depth *= factor
    guard case .curved(var curve) = surface else { return }
    curve.radiusX = curve.radiusX.map { $0 * factor }
    curve.radiusY = curve.radiusY.map { $0 * factor }
    surface = .curved(curve)
  }

  /// Makes a layer; all but name, picture and scale have the defaults of the package format.
  public init(
    name: String, image: String, anchor: Anchor = .eyes, offset: Vector3<FaceSpace> = .zero,
    scale: Double, rotation: Double = 0, pivot: Pivot = .middle,
    scaleReference: ScaleReference = .eyes, opacity: Double = 1, blend: BlendMode = .normal,
    mirror: MirrorPolicy = .follow, when: [Trigger] = [], drive: [Drive] = [],
    play: Play = .loop, timing: LottieTiming = LottieTiming()
  ) {
    (self.name, self.image, self.anchor) = (name, image, anchor)
    (self.offset, self.scale, self.rotation) = (offset, scale, rotation)
    (self.pivot, self.scaleReference, self.opacity) = (pivot, scaleReference, opacity)
    (self.blend, self.mirror, self.when) = (blend, mirror, when)
    (self.drive, self.play, self.timing) = (drive, play, timing)
  }
}

/// A point of a picture in parts of its width and height, y down.
public struct Pivot: Hashable, Sendable {
  /// 0 at the left edge, 1 at the right.
  public var x: Double
  /// 0 at the top edge, 1 at the bottom.
  public var y: Double

  /// Makes a pivot.
  public init(x: Double, y: Double) {
    (self.x, self.y) = (x, y)
  }

  /// The picture's middle.
  public static let middle = Pivot(x: 0.5, y: 0.5)
}

/// What an eye distance is measured by.
public enum ScaleReference: String, CaseIterable, Sendable {
  /// The distance between the eye centres.
  case eyes
  /// The width of the face, brought to an eye distance: steadier when the head turns.
  case faceWidth
  /// The face's distance by its pose, which a turn of the head does not change.
  case pose
}

/// How a layer's colours join what is under it (W3C Compositing and Blending Level 1).
public enum BlendMode: String, CaseIterable, Sendable {
  /// The layer's own colours.
  case normal
  /// The product: never brighter.
  case multiply
  /// The product of the complements: never darker.
  case screen
  /// Multiply on a dark background, screen on a bright one.
  case overlay
  /// The sum, clamped.
  case add
}

/// What a mirrored output does to a layer's picture.
public enum MirrorPolicy: String, CaseIterable, Sendable {
  /// The picture is flipped with everything else.
  case follow
  /// The picture is never flipped about its own pivot, so that lettering stays readable.
  case keep
}
