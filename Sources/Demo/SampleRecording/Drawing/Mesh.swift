import Drawing
import Geometry

/// Triangles between numbered points, and the edges between the triangles.
struct Mesh {
  /// Which parts of a mesh count.
  enum Side {
    /// All of it: its outline is the silhouette of the whole.
    case both
    /// What is turned to the camera.
    case front
  }

  private struct Edge {
    var a, b: Int
    /// The triangles on both sides of the edge; the same one twice at the mesh's border.
    var first, second: Int
  }

  private let triangles: [(Int, Int, Int)]
  private let edges: [Edge]

  /// Makes a mesh of triangles whose corners run counterclockwise as seen from the front.
  init(triangles: [(Int, Int, Int)]) {
    self.triangles = triangles
    var edges: [Edge] = []
    var known: [SIMD2<Int>: Int] = [:]
    for (number, (a, b, c)) in triangles.enumerated() {
      for (p, q) in [(a, b), (b, c), (c, a)] {
        if let other = known[SIMD2(min(p, q), max(p, q))] {
          edges[other].second = number
        } else {
          known[SIMD2(min(p, q), max(p, q))] = edges.count
          edges.append(Edge(a: p, b: q, first: number, second: number))
        }
      }
    }
    self.edges = edges
  }

  /// The area that the mesh covers in the picture.
  ///
  /// Every triangle is turned the same way round, so that one fill under the nonzero rule draws
  /// their union: no seams within, and an outline that moves smoothly when the figure turns.
  func area(_ seen: [PicturePoint], _ side: Side) -> Path {
    var path = Path()
    for (a, b, c) in triangles {
      let (p, q, r) = (seen[a], seen[b], seen[c])
      if Self.isFront(p, q, r) {
        path.addTriangle(p, r, q)
      } else if side == .both {
        path.addTriangle(p, q, r)
      }
    }
    return path
  }

  /// The lines where the mesh ends or turns away from the camera: all that its outline can be.
  ///
  /// Stroked under the filled area they make its ink line; a stroke of every triangle took ten
  /// times as long.
  func contour(_ seen: [PicturePoint]) -> Path {
    let front = triangles.map { Self.isFront(seen[$0.0], seen[$0.1], seen[$0.2]) }
    var path = Path()
    for edge in edges where edge.first == edge.second || front[edge.first] != front[edge.second] {
      path.move(to: seen[edge.a])
      path.line(to: seen[edge.b])
    }
    return path
  }

  /// Counterclockwise in space is clockwise in a picture whose y points down.
  private static func isFront(_ a: PicturePoint, _ b: PicturePoint, _ c: PicturePoint) -> Bool {
    (b - a).cross(c - a) < 0
  }
}

extension Path {
  fileprivate mutating func addTriangle(_ a: PicturePoint, _ b: PicturePoint, _ c: PicturePoint) {
    move(to: a)
    line(to: b)
    line(to: c)
    close()
  }
}

/// A curved surface of the figure: a mesh over a grid of points.
struct Surface {
  private let points: [Point3<CanonicalSpace>]
  private let mesh: Mesh

  /// Makes a surface of rows of equally many points; from the front, rows run to the picture's
  /// right and follow each other downwards.
  init(rows: [[Point3<CanonicalSpace>]]) {
    let width = rows.first?.count ?? 0
    points = Array(rows.joined())
    var triangles: [(Int, Int, Int)] = []
    for row in 0..<max(rows.count - 1, 0) {
      for column in 0..<max(width - 1, 0) {
        let (a, b) = (row * width + column, row * width + column + 1)
        let (c, d) = (b + width, a + width)
        triangles.append((a, c, b))
        triangles.append((a, d, c))
      }
    }
    mesh = Mesh(triangles: triangles)
  }

  /// The area that the surface covers in the picture.
  func area(_ frame: PosedFrame, _ side: Mesh.Side) -> Path {
    mesh.area(points.map { frame($0) }, side)
  }

  /// The convex hull of the surface in the picture.
  func hull(_ frame: PosedFrame) -> [PicturePoint] { convexHull(points.map { frame($0) }) }

  /// What its outline can be.
  func contour(_ frame: PosedFrame) -> Path {
    mesh.contour(points.map { frame($0) })
  }
}
