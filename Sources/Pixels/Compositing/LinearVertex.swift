internal import CKernels

/// A vertex of a mesh with what is linear over the picture between vertices.
struct LinearVertex: ReachedVertex {
  /// The largest depth of a vertex, of either sign, and the smallest in perspective.
  private static let (farthest, nearest): (Float, Float) = (0x1p20, 0x1p-10)
  /// The farthest that a vertex may lie from the picture's origin each way, in pixels, so that differences are numbers.
  private static let farthestPixel: Float = 0x1p60
  /// The farthest that a vertex may lie from the texture's corner, in its pixels.
  private static let farthestTexel: Float = 0x1p17
  /// The largest factor of light.
  private static let brightest: Float = 255
  private static let subpixels = Float(1 << CK_MESH_SUBPIXEL_BITS)

  /// Its place in pixels of the picture.
  var x, y: Float
  /// u, v, 1 and how near it is, and the factors of light, times its weight.
  private var place, light: SIMD4<Float>

  /// 1 / depth in perspective, otherwise 1.
  var weight: Float { place.z }

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

  func moved(to other: LinearVertex, by part: Float) -> LinearVertex {
    var moved = self
    moved.x += (other.x - x) * part
    moved.y += (other.y - y) * part
    moved.place += (other.place - place) * part
    moved.light += (other.light - light) * part
    return moved
  }
}
