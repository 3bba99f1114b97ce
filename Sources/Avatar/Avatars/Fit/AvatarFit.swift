import Foundation
public import Geometry

/// How an avatar is moved, scaled and turned as a whole, about its layers' mean place.
///
/// With m the avatar's `middle`, c a layer's anchor on the average face, o its offset, and R the turn, clockwise
/// as seen in the scene:
///
///     offset   <- m + offset + scale R (c + o - m) - c
///     scale    <- scale * layer's scale
///     rotation <- layer's rotation + rotation
///
/// As m moves with the avatar, fits one after the other are one: their offsets and rotations are added, their
/// scales multiplied.
public struct AvatarFit: Hashable, Sendable {
  /// What all lengths of the avatar are multiplied by.
  public var scale: Double
  /// How far the avatar is moved, in eye distances: x to the subject's left, y up, z out of the face.
  public var offset: Vector3<FaceSpace>
  /// The turn in degrees, clockwise as seen in the scene.
  public var rotation: Double

  /// What scales may be.
  public static let scales = 0.05...20.0
  /// What each part of an offset may be, in eye distances.
  public static let offsets = -10.0...10.0
  /// What turns may be, in degrees.
  public static let rotations = -180.0...180.0

  /// The fit that leaves an avatar as it is.
  public static let identity = AvatarFit()

  /// Makes a fit; the defaults leave the avatar as it is.
  public init(scale: Double = 1, offset: Vector3<FaceSpace> = .zero, rotation: Double = 0) {
    (self.scale, self.offset, self.rotation) = (scale, offset, rotation)
  }

  /// A layer of an avatar as the fit leaves it; the identity gives the same numbers, bit for bit.
  ///
  /// - Parameters:
  ///   - layer: the layer, driven or not: what drives move is turned and scaled with the avatar.
  ///   - middle: the avatar's middle.
  public func applied(to layer: Layer, about middle: Vector3<FaceSpace>) -> Layer {
    guard self != .identity else { return layer }
    var fitted = layer
    let anchor = layer.anchor.canonicalPlace
    let arm = turned(anchor + layer.offset + middle * -1) * scale
    fitted.offset = middle + offset + arm + anchor * -1
    fitted.enlarge(by: scale)
    fitted.rotation += rotation
    return fitted
  }

  private func turned(_ arm: Vector3<FaceSpace>) -> Vector3<FaceSpace> {
    let (cosine, sine) = (cos(rotation * .pi / 180), sin(rotation * .pi / 180))
    return Vector3(arm.x * cosine + arm.y * sine, arm.y * cosine - arm.x * sine, arm.z)
  }
}

extension Avatar {
  /// The layers' mean place on the average face, in eye distances from the anchor `eyes`: the mean of anchors
  /// and offsets, as the manifest has them, weighted by the squares of the layers' scales.
  public var middle: Vector3<FaceSpace> {
    // A model that is as large as it was built goes about the head.
    let weights = layers.map { layer in
      let width = (layer.model == nil ? 1 : 3) * layer.scale
      return width * width
    }
    let whole = weights.reduce(0, +)
    guard whole > 0 else { return .zero }
    return zip(layers, weights).reduce(.zero) { sum, layer in
      sum + (layer.0.anchor.canonicalPlace + layer.0.offset) * (layer.1 / whole)
    }
  }
}
