import FaceModel
import Geometry
import Placement

/// The vertices of forehead, cheeks and nose by which the light on a face is told, of MediaPipe's canonical face.
///
/// Normals are those of the canonical face under the matrix, not of the face's own landmarks: of these the depth
/// is a guess that follows the expression, and light is drawn on layers that stand under the matrix.
struct SkinVertices: Sendable {
  /// The normals of all landmarks of the mesh, on the canonical face.
  let normals: [SIMD3<Float>]
  /// The landmarks on skin, and the skin's area about each in parts of the whole: vertices are dense where a face
  /// has features, and would count for more there.
  let landmarks: [Int]
  let areas: [Float]

  static let standard = SkinVertices()

  private init() {
    let points = CanonicalFace.vertices.map { SIMD3(Float($0.x), Float($0.y), Float($0.z)) }
    var areas = [Float](repeating: 0, count: points.count)
    for (a, b, c) in CanonicalFace.triangles {
      let (u, v) = (points[b] - points[a], points[c] - points[a])
      let cross = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
      let area = (cross * cross).sum().squareRoot()
      for vertex in [a, b, c] { areas[vertex] += area }
    }
    normals = FaceSurface.normals.map { SIMD3<Float>($0) }
    let chosen = points.indices.filter { [normals] vertex in
      Self.isSkin(points[vertex], normals[vertex]) {
        $0.map { points[$0] - points[vertex] }.map { ($0 * $0).sum().squareRoot() }.min() ?? 0
      }
    }
    let whole = chosen.reduce(0) { $0 + areas[$1] }
    landmarks = chosen
    self.areas = chosen.map { areas[$0] / whole }
  }

  /// Whether a vertex is of bare skin on a usual face: so many centimetres from lids, brows and lips, above the
  /// beard, below the hair and before the temples, and not under the nose.
  private static func isSkin(
    _ point: SIMD3<Float>, _ normal: SIMD3<Float>, _ distance: ([Int]) -> Float
  ) -> Bool {
    typealias Face = FaceTopology
    let brows =
      Face.leftBrowLower + Face.leftBrowUpper + Face.rightBrowLower + Face.rightBrowUpper
    return point.y > -3.6 && point.y < 7.7 && abs(point.x) < 6.2 && normal.y > -0.5
      && distance(Face.leftEye + Face.rightEye) > 0.9 && distance(brows) > 0.7
      && distance(Face.outerLips) > 0.8
  }
}
