import Avatars
import Foundation
import Geometry

/// A layer's surface in face space: a grid over its picture, before the face is posed.
///
///     P = (Rx sin a, Ry sin b, Rx (cos a - 1) + Ry (cos b - 1))    a = u / Rx, b = v / Ry
///     f = P + h n                                                  h = (grey - zero) depth
struct SurfaceSheet: Sendable {
  /// The grid's corners in eye distances from the anchor, row by row from the picture's upper left.
  let points: [SIMD3<Double>]
  /// What each of them looks along, of length 1: towards the picture's front.
  let normals: [SIMD3<Double>]
  /// Where each of them lies in the picture, in parts of its sides.
  let coordinates: [SIMD2<Float>]
  /// The triangles that are not bent away, by the numbers of their corners.
  let triangles: [SIMD3<Int32>]
  /// The picture's corners as they lie without a relief: upper left, upper right, lower right, lower left.
  let corners: [SIMD3<Double>]
  let cells: SurfaceCells
  let isFlipped: Bool
  /// The largest angle by which it is bent, in radians.
  let largestBend: Double

  /// Lays a layer's picture out.
  ///
  /// - Parameters:
  ///   - isFlipped: whether the picture is turned over left to right about its pivot.
  init(
    _ layer: Layer, picture: PixelSize<ArtworkSpace>, relief: ReliefGrid?, cells: SurfaceCells,
    isFlipped: Bool
  ) {
    (self.cells, self.isFlipped) = (cells, isFlipped)
    let bend = Bend(layer, picture: picture, isFlipped: isFlipped)
    let (columns, rows) = (cells.columns + 1, cells.rows + 1)
    var points: [SIMD3<Double>] = []
    var coordinates: [SIMD2<Float>] = []
    var isBentAway: [Bool] = []
    var largestBend = 0.0
    for row in 0..<rows {
      for column in 0..<columns {
        let part = SIMD2(
          Double(column) / Double(cells.columns), Double(row) / Double(cells.rows))
        let bent = bend(part)
        var point = bent.point
        if let relief, let layer = layer.relief {
          point += bent.normal * ((relief.greys[points.count] - layer.zero) * layer.depth)
        }
        points.append(point)
        coordinates.append(SIMD2<Float>(part))
        isBentAway.append(bent.angle > .pi / 2)
        largestBend = max(largestBend, bent.angle)
      }
    }
    let all = Self.triangles(cells)
    triangles = all.filter { triangle in
      !(0..<3).contains { isBentAway[Int(triangle[$0])] }
    }
    normals = SurfaceNormals.of(points, all).map { isFlipped ? $0 : -$0 }
    (self.points, self.coordinates) = (points, coordinates)
    self.largestBend = largestBend
    corners = [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)].map { bend($0).point }
  }

  /// The triangles of a grid, each cell divided from its upper left to its lower right corner.
  static func triangles(_ cells: SurfaceCells) -> [SIMD3<Int32>] {
    let stride = Int32(cells.columns + 1)
    return (0..<Int32(cells.rows)).flatMap { row in
      (0..<Int32(cells.columns)).flatMap { column in
        let corner = row * stride + column
        return [
          SIMD3(corner, corner + 1, corner + stride + 1),
          SIMD3(corner, corner + stride + 1, corner + stride),
        ]
      }
    }
  }

  /// The numbers of the nine corners that a sidecar has: the first, the middle and the last both ways.
  var tellingCorners: [Int] {
    let (columns, rows) = (cells.columns, cells.rows)
    return [0, rows / 2, rows].flatMap { row in
      [0, columns / 2, columns].map { row * (columns + 1) + $0 }
    }
  }
}

/// From a place of a picture to where it lies on its bent sheet.
private struct Bend {
  private let turn: AffineMap<FaceSpace, FaceSpace>
  private let scale: SIMD2<Double>
  private let pivot: SIMD2<Double>
  private let before: SIMD2<Double>
  private let after: SIMD3<Double>
  private let radius: (x: Double?, y: Double?)

  init(_ layer: Layer, picture: PixelSize<ArtworkSpace>, isFlipped: Bool) {
    scale = SIMD2(
      isFlipped ? -layer.scale : layer.scale,
      -layer.scale * Double(picture.height) / Double(picture.width))
    pivot = SIMD2(layer.pivot.x, layer.pivot.y)
    let r = layer.rotation * Double.pi / 180
    turn = AffineMap(cos(r), sin(r), 0, -sin(r), cos(r), 0)
    let offset = layer.offset
    guard case .curved(let curve) = layer.surface else {
      (radius, before) = ((nil, nil), .zero)
      after = SIMD3(offset.x, offset.y, offset.z)
      return
    }
    radius = (curve.radiusX, curve.radiusY)
    switch curve.centre {
    case .anchor: (before, after) = (SIMD2(offset.x, offset.y), SIMD3(0, 0, offset.z))
    case .pivot: (before, after) = (.zero, SIMD3(offset.x, offset.y, offset.z))
    }
  }

  /// The point, what it looks along, and the larger angle by which it is bent.
  func callAsFunction(
    _ part: SIMD2<Double>
  ) -> (point: SIMD3<Double>, normal: SIMD3<Double>, angle: Double) {
    let flat = (part - pivot) * scale
    let turned = turn(Point2(flat.x, flat.y))
    let (u, v) = (turned.x + before.x, turned.y + before.y)
    let (a, b) = (radius.x.map { u / $0 } ?? 0, radius.y.map { v / $0 } ?? 0)
    let (ca, cb) = (cos(a), cos(b))
    let (sa, sb) = (sin(a), sin(b))
    let point = SIMD3(
      radius.x.map { $0 * sa } ?? u, radius.y.map { $0 * sb } ?? v,
      (radius.x ?? 0) * (ca - 1) + (radius.y ?? 0) * (cb - 1))
    let normal = SIMD3(sa * cb, ca * sb, ca * cb)
    let length = (normal * normal).sum().squareRoot()
    return (
      point + after, length > 0 ? normal / length : SIMD3(0, 0, 1), max(abs(a), abs(b))
    )
  }
}

/// The normals of a mesh.
package enum SurfaceNormals {
  /// At each point the sum of the cross products of all triangles at it, of length 1; 0 where they have none.
  package static func of(
    _ points: [SIMD3<Double>], _ triangles: [SIMD3<Int32>]
  ) -> [SIMD3<Double>] {
    var sums = [SIMD3<Double>](repeating: .zero, count: points.count)
    for triangle in triangles {
      let (i, j, k) = (Int(triangle.x), Int(triangle.y), Int(triangle.z))
      let (p, q) = (points[j] - points[i], points[k] - points[i])
      let cross = SIMD3(
        p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
      sums[i] += cross
      sums[j] += cross
      sums[k] += cross
    }
    return sums.map { sum in
      let length = (sum * sum).sum().squareRoot()
      return length > 0 ? sum / length : .zero
    }
  }
}
