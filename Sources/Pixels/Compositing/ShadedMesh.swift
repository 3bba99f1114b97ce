internal import CKernels

/// Triangles of a model as they lie in a picture, which are lit.
package struct ShadedMesh: Sendable {
  /// A corner of triangles.
  package struct Vertex: Sendable {
    /// Its place in pixels of the picture; the middle of the first pixel is at a half.
    package var x, y: Float
    /// The distance from the camera: larger is farther, and in perspective above 0.
    package var depth: Float
    /// Its place in camera axes, of any unit: x to the right, y up, z to the camera, which is at the origin.
    package var position: SIMD3<Float>
    /// In camera axes, of about length 1.
    package var normal: SIMD3<Float>
    /// In camera axes, and the bitangent's side; zero for none.
    package var tangent: SIMD4<Float>
    /// u and v of the first set of texture coordinates, and of the second.
    package var coordinates: SIMD4<Float>
    /// Linear, with alpha.
    package var colour: SIMD4<Float>

    package init(
      x: Float, y: Float, depth: Float, position: SIMD3<Float>, normal: SIMD3<Float>,
      tangent: SIMD4<Float> = .zero, coordinates: SIMD4<Float> = .zero,
      colour: SIMD4<Float> = SIMD4(repeating: 1)
    ) {
      (self.x, self.y, self.depth) = (x, y, depth)
      (self.position, self.normal, self.tangent) = (position, normal, tangent)
      (self.coordinates, self.colour) = (coordinates, colour)
    }
  }

  package var vertices: [Vertex]
  /// The numbers of three vertices each; all are drawn, of either winding.
  package var triangles: [SIMD3<Int32>]
  /// Of each triangle, the number of its material; missing ones are 0.
  package var materials: [UInt16]
  /// Of each triangle, whether its back is seen, whose normals are turned; missing ones are false.
  package var areBacks: [Bool]
  /// Whether what vertices have is interpolated in perspective, as in a `PlacedMesh`; otherwise every line of sight is
  /// parallel to the camera's.
  package var isPerspective: Bool

  package init(
    vertices: [Vertex], triangles: [SIMD3<Int32>], materials: [UInt16] = [],
    areBacks: [Bool] = [], isPerspective: Bool
  ) {
    (self.vertices, self.triangles) = (vertices, triangles)
    (self.materials, self.areBacks, self.isPerspective) = (materials, areBacks, isPerspective)
  }
}

/// The light on a shaded mesh.
package enum ShadedLight: Sendable {
  /// None: a surface shows its base colour.
  case none
  /// Light from all around, a lamp and three soft boxes.
  case studio
  /// The clip's: what a white surface shows.
  case match(MatchedLight)
}

/// The clip's light, by which way a surface looks.
package struct MatchedLight: Sendable {
  /// A surface has `level + direction . n` of it, n its normal in camera axes.
  package let level: Float
  package let direction: SIMD3<Float>
  /// The factors of red, green and blue for as much light as a surface may have, in even steps.
  let factors: KernelArray<Float>
  /// How much light the first factors are for, and the steps for 1 more.
  let first, steps: Float

  /// - Parameter factors: those of red, green and blue for so much light.
  package init(
    level: Float, direction: SIMD3<Float>, factors: (_ light: Float) -> SIMD3<Float>
  ) {
    let limit: Float = 0x1p20
    func held(_ number: Float) -> Float {
      // What is no number fails the comparison.
      number.magnitude <= limit ? number : 0
    }
    let way = SIMD3(held(direction.x), held(direction.y), held(direction.z))
    let reach = max((way * way).sum().squareRoot(), 1e-3)
    (self.level, self.direction) = (held(level), way)
    let (first, count) = (self.level - reach, Int(CK_SHADE_FACTORS))
    self.first = first
    steps = Float(count) / (2 * reach)
    self.factors = KernelArray(
      (0...count).flatMap { step in
        let found = factors(first + Float(step) * (2 * reach / Float(count)))
        return [held(found.x), held(found.y), held(found.z), 0]
      })
  }
}
