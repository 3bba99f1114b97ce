internal import CKernels

/// What is linear over the picture between the corners of triangles, of which the kernels reach a part.
protocol ReachedVertex {
  /// Its place in pixels of the picture.
  var x: Float { get set }
  var y: Float { get set }

  func moved(to other: Self, by part: Float) -> Self
}

extension ReachedVertex {
  /// The farthest that a corner of the kernels may lie from the picture's origin each way.
  private static var reach: Float { Float(CK_MESH_FARTHEST) }

  /// Whether the kernels reach it.
  var isInReach: Bool { x.magnitude <= Self.reach && y.magnitude <= Self.reach }

  /// What of a triangle the kernels reach: a convex polygon, empty where they reach nothing of it.
  ///
  /// I. Sutherland and G. Hodgman, "Reentrant Polygon Clipping" (1974).
  static func inReach(_ triangle: [Self]) -> [Self] {
    var polygon = triangle
    for (axis, limit) in [(\Self.x, -reach), (\.x, reach), (\.y, -reach), (\.y, reach)] {
      func isInside(_ vertex: Self) -> Bool {
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
}
