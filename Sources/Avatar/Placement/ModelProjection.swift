import FaceModel
import Geometry
import Models

/// The way of a model into the frame before its flip: on a face or on a card.
package struct ModelProjection: Sendable {
  /// Where depths begin that are no distances from a camera.
  struct Plane: Sendable {
    /// The depth of the origin that the matrix leads to.
    var depth: Double
    /// A centimetre, in the unit of depths.
    var centimetre: Double
  }

  /// From the model's space to centimetres in the scene's axes (x right, y up, z to the camera), about the camera; by
  /// landmarks about the anchor.
  var matrix: ModelMatrix
  /// How many pixels of the frame along its x and y a centimetre has: a centimetre before the camera, or by landmarks
  /// anywhere.
  var focalLength: SIMD2<Double>
  /// Where the origin is seen, or what stands straight before the camera.
  var middle: SIMD2<Double>
  /// For a model that is placed by landmarks; nil for one before a camera.
  var plane: Plane?

  /// The nearest that a point is taken to be, in centimetres, so that it has a place.
  private static let nearest = 0.1

  /// Where a point is seen that the matrix was applied to, and its depth.
  func callAsFunction(_ point: SIMD3<Double>) -> (place: SIMD2<Double>, depth: Double) {
    let across = focalLength * SIMD2(point.x, -point.y)
    if let plane { return (middle + across, plane.depth - plane.centimetre * point.z) }
    return (middle + across / max(-point.z, Self.nearest), -point.z)
  }
}

extension ModelMatrix {
  /// From a model's space, in metres, to face space about its layer's anchor.
  ///
  /// - Parameters:
  ///   - offset: in eye distances.
  ///   - degrees: about x and y right-handed, about z clockwise.
  ///   - isFlipped: whether the model is turned over left to right.
  init(onFace offset: SIMD3<Double>, degrees: SIMD3<Double>, scale: Double, isFlipped: Bool) {
    let unit = scale * 100 / CanonicalFace.eyeDistance
    self = ModelMatrix(degrees: degrees).scaled(by: SIMD3(isFlipped ? -unit : unit, unit, unit))
      .moved(to: offset)
  }
}

extension SurfaceProjection {
  /// The way of a model on the face.
  ///
  /// - Parameter toFace: from the model's space to face space about the anchor.
  func model(_ toFace: ModelMatrix, in output: OutputMapping) -> ModelProjection {
    let unit = SIMD3(repeating: CanonicalFace.eyeDistance)
    let composite = output.toComposite
    switch way {
    case .matrix(let pose, let camera, let anchor, let move, _):
      let onFace = ModelMatrix.identity.moved(to: SIMD3(anchor.x, anchor.y, anchor.z))
        .scaled(by: unit)
      let (across, down) = (
        Vector2<SceneSpace>(toScene.a, toScene.c).length,
        Vector2<SceneSpace>(toScene.b, toScene.d).length
      )
      // The quarter turn of the tracker's picture alone; a picture's y points down.
      let turn = ModelMatrix(
        SIMD4(toScene.a / across, -toScene.c / across, 0, 0),
        SIMD4(-toScene.b / down, toScene.d / down, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))
      let middle = composite(toScene(camera.middle) + move)
      let (x, y) = (
        Vector2<SceneSpace>(
          toScene.a * camera.focalLengths.x, toScene.b * camera.focalLengths.y
        ).length,
        Vector2<SceneSpace>(
          toScene.c * camera.focalLengths.x, toScene.d * camera.focalLengths.y
        ).length
      )
      return ModelProjection(
        matrix: turn * ModelMatrix(pose) * onFace * toFace,
        focalLength: SIMD2(x * composite.a, y * composite.d),
        middle: SIMD2(middle.x, middle.y))
    case .landmarks(let anchor, let depth, let right):
      let (cosine, sine) = (right.x / right.length, right.y / right.length)
      let turn = ModelMatrix(
        SIMD4(cosine, -sine, 0, 0), SIMD4(sine, cosine, 0, 0), SIMD4(0, 0, 1, 0),
        SIMD4(0, 0, 0, 1))
      let middle = composite(anchor)
      return ModelProjection(
        matrix: turn.scaled(by: unit) * toFace,
        focalLength: SIMD2(composite.a, composite.d) * centimetre,
        middle: SIMD2(middle.x, middle.y),
        plane: ModelProjection.Plane(depth: depth, centimetre: centimetre))
    }
  }
}

extension ModelMatrix {
  /// A pose before the camera.
  fileprivate init(_ pose: FacialTransform) {
    let place = pose.translation
    self.init(
      SIMD4(pose.m00, pose.m10, pose.m20, 0), SIMD4(pose.m01, pose.m11, pose.m21, 0),
      SIMD4(pose.m02, pose.m12, pose.m22, 0), SIMD4(place.x, place.y, place.z, 1))
  }
}
