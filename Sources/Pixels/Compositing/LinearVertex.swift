internal import CKernels

/// A vertex of a mesh with what is linear over the picture between vertices.
struct LinearVertex {
  /// The largest depth of a vertex, of either sign, and the smallest in perspective.
  private static let (farthest, nearest): (Float, Float) = (0x1p20, 0x1p-10)
  /// The farthest that a vertex may lie from the picture's origin each way, in pixels, so that differences are numbers.
  private static let farthestPixel: Float = 0x1p60
  /// The farthest that a vertex may lie from the texture's corner, in its pixels.
  private static let farthestTexel: Float = 0x1p17
  /// The largest factor of light.
  private static let brightest: Float = 255
  private static let subpixels = Float(1 << CK_MESH_SUBPIXEL_BITS)
  /// The farthest that a corner of the kernels may lie from the picture's origin each way.
  private static let reach = Float(CK_MESH_FARTHEST)

  /// Its place in pixels of the picture.
  private var x, y: Float
  /// u, v, 1 and how near it is, and the factors of light, times its weight.
  private var place, light: SIMD4<Float>

  /// Takes a vertex; nil where one of its numbers is none or beyond the limits.
  ///
  /// - Parameter margin: where the texture's texels begin in its picture.
  init?(_ vertex: PlacedMesh.Vertex, margin: SIMD2<Float>, isPerspective: Bool) {
    let depths = isPerspective ? Self.nearest...Self.farthest : -Self.farthest...Self.farthest
    // Of what is no number comparisons fail.
    guard vertex.x.magnitude <= Self.farthestPixel, vertex.y.magnitude <= Self.farthestPixel,
      depths ~= vertex.depth,
      vertex.u.magnitude <= Self.farthestTexel, vertex.v.magnitude <= Self.farthestTexel,
      vertex.light == vertex.light
    else { return nil }
    let weight = isPerspective ? 1 / vertex.depth : 1
    let factors = vertex.light.clamped(
      lowerBound: .zero, upperBound: SIMD3(repeating: Self.brightest))
    (x, y) = (vertex.x, vertex.y)
    place = SIMD4(
      (vertex.u - margin.x) * weight, (vertex.v - margin.y) * weight, weight,
      isPerspective ? -weight : vertex.depth)
    // Texels are blue, green, red.
    light = SIMD4(factors.z * weight, factors.y * weight, factors.x * weight, 0)
  }

  /// Whether the kernels reach it.
  var isInReach: Bool { x.magnitude <= Self.reach && y.magnitude <= Self.reach }

  /// The corner of the kernels, of a vertex that they reach.
  ///
  /// - Parameter origin: the drawing's upper left corner, in units.
  func corner(from origin: SIMD2<Int32>) -> ck_mesh_corner {
    // Rounded by hand, since `rounded` is a call of the C library.
    func units(_ pixels: Float, _ origin: Int32) -> Int32 {
      let units = pixels * Self.subpixels
      return Int32(units + (units < 0 ? -0.5 : 0.5)) - origin
    }
    var corner = ck_mesh_corner()
    corner.x = units(x, origin.x)
    corner.y = units(y, origin.y)
    corner.place = (place.x, place.y, place.z, place.w)
    corner.light = (light.x, light.y, light.z, light.w)
    return corner
  }

  /// What of a triangle the kernels reach: a convex polygon, empty where they reach nothing of it.
  ///
  /// I. Sutherland and G. Hodgman, "Reentrant Polygon Clipping" (1974).
  static func inReach(_ triangle: [LinearVertex]) -> [LinearVertex] {
    var polygon = triangle
    for (axis, limit) in [(\LinearVertex.x, -reach), (\.x, reach), (\.y, -reach), (\.y, reach)] {
      func isInside(_ vertex: LinearVertex) -> Bool {
        limit < 0 ? vertex[keyPath: axis] >= limit : vertex[keyPath: axis] <= limit
      }
      let before = polygon
      polygon = []
      for (index, vertex) in before.enumerated() {
        let next = before[(index + 1) % before.count]
        if isInside(vertex) { polygon.append(vertex) }
        guard isInside(vertex) != isInside(next) else { continue }
        // From within outwards, so that two triangles that share the side have the same corner there.
        let (from, to) = isInside(vertex) ? (vertex, next) : (next, vertex)
        let part = (limit - from[keyPath: axis]) / (to[keyPath: axis] - from[keyPath: axis])
        var cut = from.moved(to: to, by: part)
        cut[keyPath: axis] = limit
        polygon.append(cut)
      }
    }
    return polygon
  }

  private func moved(to other: LinearVertex, by part: Float) -> LinearVertex {
    var moved = self
    moved.x += (other.x - x) * part
    moved.y += (other.y - y) * part
    moved.place += (other.place - place) * part
    moved.light += (other.light - light) * part
    return moved
  }
}
