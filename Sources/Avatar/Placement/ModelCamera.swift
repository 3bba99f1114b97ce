import Geometry
import Models

/// The camera before which a model on a card stands.
struct ModelCamera {
  /// From millimetres on the card to centimetres before the camera, in the scene's axes: x right, y up, z to the camera.
  let matrix: ModelMatrix
  /// In pixels of the scene along its x and y.
  let focalLength: SIMD2<Double>
  /// Where in the scene what stands straight before the camera is seen.
  let middle: Point2<SceneSpace>
  /// Where the corners of the print are seen.
  let corners: Quad<SceneSpace>
  let output: OutputMapping

  /// Planes through the camera and the sides of the print as it is seen, in the space before the camera.
  private var sides: [ModelPlane] {
    let ways = corners.corners.map {
      SIMD3(
        ($0.x - middle.x) / focalLength.x, (middle.y - $0.y) / focalLength.y, -1)
    }
    let inside = ways.reduce(.zero, +)
    return ways.indices.map { index in
      let (a, b) = (ways[index], ways[(index + 1) % ways.count])
      let normal = SIMD3(
        a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
      return ModelPlane(normal: (normal * inside).sum() < 0 ? -normal : normal, offset: 0)
    }
  }

  /// The way of a model into the frame before its flip.
  ///
  /// - Parameter toCard: from the model's space to millimetres on the card.
  func projection(of toCard: ModelMatrix) -> ModelProjection {
    let map = output.toComposite
    let seen = map(middle)
    return ModelProjection(
      matrix: matrix * toCard, focalLength: SIMD2(focalLength.x * map.a, focalLength.y * map.d),
      middle: SIMD2(seen.x, seen.y))
  }

  /// What of a model is seen whose part below the print is seen through the print's outline alone, in regions of its
  /// own space; below the print nothing where the print is seen from behind.
  ///
  /// - Parameter toCard: from the model's space to millimetres on the card.
  func portal(_ toCard: ModelMatrix, isSeenFromFront: Bool) -> [[ModelPlane]] {
    let above = ModelPlane(normal: SIMD3(0, 0, 1), offset: 0).before(toCard)
    guard isSeenFromFront else { return [[above]] }
    return [[above], [above.reversed] + sides.map { $0.before(matrix * toCard) }]
  }
}
