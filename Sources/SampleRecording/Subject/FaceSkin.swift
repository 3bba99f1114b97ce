import FaceModel
import Foundation
import Geometry

extension HeadView {
  /// The area of the face mesh, from edge to edge.
  var faceArea: Path {
    Self.faceMesh.area(seenLandmarks, .both)
  }

  private static let faceMesh = Mesh(triangles: CanonicalFace.triangles)

  /// The skin of the face: flat colour, modelled softly by the mesh's own normals.
  func drawSkin(on canvas: borrowing Canvas) {
    let area = faceArea
    canvas.stroke(
      Self.faceMesh.contour(seenLandmarks), palette.line, width: 0.3 * unit)
    let top = head(0, 9, 4)
    let bottom = head(0, -10, 3)
    canvas.fill(
      area,
      .linear(
        from: top, to: bottom, [(0, palette.skinLight), (0.45, palette.skin), (1, palette.skin)]))
    let shading = FaceShading(self)
    canvas.clipped(to: area) {
      canvas.shade(shading.shadow, palette.skinShadow.opacity(0.75))
      canvas.shade(shading.light, palette.skinLight.opacity(0.8))
      drawBlush(on: canvas)
    }
  }

  private func drawBlush(on canvas: borrowing Canvas) {
    for side in [-1.0, 1] {
      let cheek = side < 0 ? 205 : 425
      let spot = landmark(cheek)
      let warm = 0.42 + 0.2 * pose.expression.smile
      canvas.glow(spot, 2.9 * unit, squash: 0.8, palette.blush.opacity(warm))
    }
    canvas.glow(landmark(4), 1.7 * unit, palette.blush.opacity(0.3))
    canvas.glow(landmark(152), 2.6 * unit, squash: 0.5, palette.blush.opacity(0.2))
  }
}

/// Light and shadow on the face, as coarse maps that are enlarged softly.
///
/// Coarse cells are what makes the shading look brushed: a cell is about 2 mm of skin.
struct FaceShading {
  let shadow: CoverageMap
  let light: CoverageMap

  /// Where the light comes from, before the camera: the picture's upper left, in front.
  private static let sun = SIMD3(-0.52, 0.58, 0.63)

  init(_ view: HeadView) {
    let cell = max(view.unit * 0.2, 1)
    let grid = ShadeGrid(view, cell: cell)
    shadow = grid.map { 0.8 * smoothStep(0.6, -0.1, $0) }
    light = grid.map { 0.9 * smoothStep(0.8, 1, $0) }
  }

  /// The lambertian term of the nearest triangle in every cell; NaN where there is no face.
  private struct ShadeGrid {
    var origin: PicturePoint
    var cell: Double
    var width: Int
    var height: Int
    var lit: [Double]

    init(_ view: HeadView, cell: Double) {
      let points = view.shape.vertices.map { view.head.transform($0) }
      let seen = points.map { view.head.camera.seen($0) }
      let tones = Self.tones(points)
      // Only what lies in the picture is shaded, however near the face is.
      let size = view.head.camera.size
      let left = max(seen.map(\.x).min() ?? 0, 0)
      let top = max(seen.map(\.y).min() ?? 0, 0)
      let right = min(seen.map(\.x).max() ?? 0, Double(size.width))
      let bottom = min(seen.map(\.y).max() ?? 0, Double(size.height))
      origin = PicturePoint(left - cell, top - cell)
      self.cell = cell
      width = max(Int((right - left) / cell) + 3, 0)
      height = max(Int((bottom - top) / cell) + 3, 0)
      lit = [Double](repeating: 1, count: width * height)
      var depth = [Double](repeating: -.infinity, count: width * height)
      for (a, b, c) in CanonicalFace.triangles {
        raster(
          (seen[a], seen[b], seen[c]), (tones[a], tones[b], tones[c]),
          (points[a].z, points[b].z, points[c].z), &depth)
      }
    }

    /// How much each vertex is turned to the light: its normal is the mean of its triangles'.
    private static func tones(_ points: [Point3<CameraSpace>]) -> [Double] {
      let places = points.map { SIMD3($0.x, $0.y, $0.z) }
      var normals = [SIMD3<Double>](repeating: .zero, count: points.count)
      for (a, b, c) in CanonicalFace.triangles {
        let (u, v) = (places[b] - places[a], places[c] - places[a])
        let normal = SIMD3(
          u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
        normals[a] += normal
        normals[b] += normal
        normals[c] += normal
      }
      // Neighbours are averaged until only the large forms are left, as an illustrator sees them.
      for _ in 0..<4 {
        var sums = normals
        for (a, b, c) in CanonicalFace.triangles {
          let sum = (normals[a] + normals[b] + normals[c]) * 0.25
          sums[a] += sum
          sums[b] += sum
          sums[c] += sum
        }
        normals = sums.map { $0 * 0.4 }
      }
      return normals.map { normal in
        let length = (normal * normal).sum().squareRoot()
        return length > 0 ? (normal * FaceShading.sun).sum() / length : 1
      }
    }

    private mutating func raster(
      _ corners: (PicturePoint, PicturePoint, PicturePoint), _ tones: (Double, Double, Double),
      _ depths: (Double, Double, Double), _ depth: inout [Double]
    ) {
      let (p, q, r) = (local(corners.0), local(corners.1), local(corners.2))
      let area = (q - p).cross(r - p)
      // Turned away from the camera (y points down).
      guard area < 0 else { return }
      let firstRow = max(Int(min(p.y, q.y, r.y)), 0)
      let lastRow = min(Int(max(p.y, q.y, r.y)) + 1, height - 1)
      let firstColumn = max(Int(min(p.x, q.x, r.x)), 0)
      let lastColumn = min(Int(max(p.x, q.x, r.x)) + 1, width - 1)
      guard firstRow <= lastRow, firstColumn <= lastColumn else { return }
      for row in firstRow...lastRow {
        for column in firstColumn...lastColumn {
          let at = PicturePoint(Double(column) + 0.5, Double(row) + 0.5)
          let u = (q - at).cross(r - at) / area
          let v = (r - at).cross(p - at) / area
          let w = 1 - u - v
          // A cell's width of slack closes the gaps between cells and the face's edge.
          guard min(u, v, w) > -0.2 else { continue }
          let z = u * depths.0 + v * depths.1 + w * depths.2
          let index = row * width + column
          guard z > depth[index] else { continue }
          depth[index] = z
          lit[index] = u * tones.0 + v * tones.1 + w * tones.2
        }
      }
    }

    private func local(_ point: PicturePoint) -> PicturePoint {
      PicturePoint((point.x - origin.x) / cell, (point.y - origin.y) / cell)
    }

    func map(_ tone: (Double) -> Double) -> CoverageMap {
      CoverageMap(
        origin: origin, cell: cell, width: width, height: height,
        coverage: lit.map { UInt8(min(max(tone($0) * 255, 0), 255)) })
    }
  }
}
