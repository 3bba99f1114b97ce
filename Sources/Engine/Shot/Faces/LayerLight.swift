package import Compositing
import Foundation
package import Placement
package import Timelines
package import Tracking

extension FaceLight {
  /// Nodes of a layer's field, each way.
  private static let nodes = 9
  /// How far the edges of a flat layer look away from its middle, in radians: it stands for a curved one.
  private static let edge = Float.pi / 3

  /// The light over a flat layer of a face; nil where nothing tells how the face is turned.
  ///
  /// - Parameters:
  ///   - rotation: the layer's turn in its plane, in degrees, clockwise as seen.
  ///   - isFlipped: whether its picture is shown flipped.
  ///   - power: to which the light is raised.
  package func field(
    on face: FaceSample, through scene: SceneMapping, rotation: Double, isFlipped: Bool,
    power: Double
  ) -> FieldGrid? {
    let posed = PosedNormals(SceneFace(face, through: scene).pose, through: scene)
    guard let posed else { return nil }
    let turn = Float(rotation * .pi / 180)
    let (cosine, sine) = (cosf(turn), sinf(turn))
    let count = Self.nodes
    func angle(_ place: Int) -> Float { (2 * Float(place) / Float(count - 1) - 1) * Self.edge }
    let nodes = (0..<count * count).map { index in
      let a = angle(index % count) * (isFlipped ? -1 : 1)
      let b = -angle(index / count)
      let (x, y, z) = (sinf(a) * cosf(b), cosf(a) * sinf(b), cosf(a) * cosf(b))
      let length = (x * x + y * y + z * z).squareRoot()
      let normal = posed(SIMD3(x * cosine + y * sine, y * cosine - x * sine, z) / length)
      return SIMD4(LightFactor.limited(factors(normal), power: Float(power)), 1)
    }
    return FieldGrid(columns: count, rows: count, nodes: nodes)
  }
}
