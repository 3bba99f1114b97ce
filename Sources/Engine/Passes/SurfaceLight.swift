import Avatars
import Compositing
import Placement
import Timelines

/// The light on the surfaces of a layer.
enum SurfaceLight {
  /// None: colours are drawn as they are.
  case even
  /// A studio's, of which a part shows.
  case studio(part: Double)
  /// The clip's on the face, raised to a power.
  case match(FaceLight, power: Double)

  /// The factors of red, green and blue for what looks along a normal; 1 for a place without one.
  ///
  /// - Parameter normal: in the scene's axes: x right, y up, z to the camera; of length 1.
  func factors(_ normal: SIMD3<Float>) -> SIMD3<Float> {
    guard normal != .zero else { return SIMD3(repeating: 1) }
    switch self {
    case .even: return SIMD3(repeating: 1)
    case .studio(let part):
      let factor = Studio.light(normal) / Studio.frontLight - 1
      return SIMD3(repeating: 1 + Float(part) * factor)
    case .match(let light, let power):
      return LightFactor.limited(light.factors(normal), power: Float(power))
    }
  }
}

/// A studio: light from all around, more from above, and a lamp above the camera's right.
private enum Studio {
  private static let lamp: SIMD3<Float> = {
    let way = SIMD3<Float>(0.35, 0.60, 0.72)
    return way / (way * way).sum().squareRoot()
  }()

  /// How bright white is that looks along a normal.
  static func light(_ normal: SIMD3<Float>) -> Float {
    0.55 + 0.15 * normal.y + 0.05 * normal.z + 0.55 * max(0, (normal * lamp).sum())
  }

  /// The same of what faces the camera.
  static let frontLight = light(SIMD3(0, 0, 1))
}

extension PlacedMesh {
  /// A surface as it is drawn.
  ///
  /// - Parameters:
  ///   - texture: the picture on it; nil for what is not seen itself.
  init(_ surface: SurfaceMesh, texture: Texture?, in light: SurfaceLight = .even) {
    let isEven = if case .even = light { true } else { false }
    let size = SIMD2<Float>(Float(texture?.width ?? 0), Float(texture?.height ?? 0))
    var vertices: [Vertex] = []
    vertices.reserveCapacity(surface.places.count)
    for index in surface.places.indices {
      let place = surface.places[index]
      var vertex = Vertex(x: place.x, y: place.y, depth: surface.depths[index])
      if texture != nil {
        let at = surface.coordinates[index] * size
        (vertex.u, vertex.v) = (at.x, at.y)
        if !isEven { vertex.light = light.factors(surface.normals[index]) }
      }
      vertices.append(vertex)
    }
    self.init(
      vertices: vertices, triangles: surface.triangles, isPerspective: surface.isPerspective)
  }
}
