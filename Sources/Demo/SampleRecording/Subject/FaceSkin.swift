import Drawing
import FaceModel
import Geometry

extension HeadView {
  /// The area of the face mesh, from edge to edge.
  private var faceArea: Path { Self.faceMesh.area(seenLandmarks, .both) }

  /// The smooth loop through the face's edge rounds off the corners that the mesh has at the jaw.
  private var faceOval: Path { .loop(landmarks(FaceTopology.faceOval)) }

  private static let faceMesh = Mesh(triangles: CanonicalFace.triangles)

  /// The face's convex hull: nearly its area, and a far quicker clip than its triangles are.
  var faceHull: Path { .polygon(convexHull(Array(seenLandmarks.prefix(shape.vertices.count)))) }

  /// The skin of the face: flat colour, modelled softly by the mesh's own normals.
  func drawSkin(on canvas: borrowing Canvas) {
    var ink = Self.faceMesh.contour(seenLandmarks)
    ink.append(faceOval)
    canvas.stroke(ink, palette.line, width: 0.3 * unit)
    let colours = FaceShading(self).colours(self)
    canvas.fill(faceArea, colours)
    canvas.fill(faceOval, colours)
    if subject.hasFreckles {
      var freckles = Path()
      for landmark in [101, 36, 142, 50, 330, 266, 371, 280] {
        freckles.append(.circle(self.landmark(landmark), 0.13 * unit))
      }
      canvas.fill(freckles, palette.skinShadow.mixed(with: palette.line, 0.25).opacity(0.5))
    }
  }
}

/// The skin's colours on a coarse grid that is enlarged softly when the face is filled with it.
///
/// Coarse cells are what makes the shading look brushed (a cell is 2 mm of skin), and one fill
/// with this map took a third of the time of fills and spots laid over each other in a clip.
struct FaceShading {
  /// Where the light comes from, before the camera: the picture's upper left, in front.
  private static let sun = SIMD3(-0.52, 0.58, 0.63)

  private let origin: PicturePoint
  private let cell: Double
  private let width: Int
  private let height: Int
  /// How much each cell is turned to the light: 1 fully, 0 grazing.
  private var lit: [Double]

  /// Shades a face by the nearest triangle in every cell.
  init(_ view: HeadView) {
    cell = max(view.unit * 0.2, 1)
    let points = view.shape.vertices.map { view.head.transform($0) }
    let seen = points.map { view.head.camera.seen($0) }
    let tones = Self.tones(points)
    // Only what lies in the picture is shaded, however near the face is.
    let size = view.head.camera.size
    let left = max(seen.map(\.x).min() ?? 0, 0)
    let top = max(seen.map(\.y).min() ?? 0, 0)
    let right = min(seen.map(\.x).max() ?? 0, Double(size.width))
    let bottom = min(seen.map(\.y).max() ?? 0, Double(size.height))
    origin = PicturePoint(left - 2 * cell, top - 2 * cell)
    // A face outside the picture, or bent out of all bounds by its pose, needs no cells.
    let isSeen =
      right > left && bottom > top && seen.allSatisfy { max(abs($0.x), abs($0.y)) < 1e6 }
    width = isSeen ? Int((right - left) / cell) + 5 : 0
    height = isSeen ? Int((bottom - top) / cell) + 5 : 0
    lit = [Double](repeating: .nan, count: width * height)
    guard isSeen else { return }
    var depth = [Double](repeating: -.infinity, count: width * height)
    for (a, b, c) in CanonicalFace.triangles {
      raster(
        (seen[a], seen[b], seen[c]), (tones[a], tones[b], tones[c]),
        (points[a].z, points[b].z, points[c].z), &depth)
    }
    // The face's edge runs through cells whose middle lies beside it.
    for _ in 0..<2 { spread() }
  }

  /// The skin's colours: shadow, light, and the blush on cheeks, nose and chin.
  func colours(_ view: HeadView) -> Paint {
    let palette = view.palette
    let warm = 0.34 + 0.2 * view.pose.expression.smile
    let spots: [(at: PicturePoint, radius: Double, squash: Double, part: Double)] = [
      (view.landmark(205), 2.9, 0.8, warm), (view.landmark(425), 2.9, 0.8, warm),
      (view.landmark(4), 1.7, 1, 0.3), (view.landmark(152), 2.6, 0.5, 0.2),
    ]
    let forehead = view.head(0, 9, 4).y
    let chin = view.head(0, -3, 4).y
    var map = ColourMap(origin: origin, cell: cell, width: width, height: height)
    for row in 0..<height {
      for column in 0..<width {
        let tone = lit[row * width + column]
        guard !tone.isNaN else { continue }
        let x = origin.x + (Double(column) + 0.5) * cell
        let y = origin.y + (Double(row) + 0.5) * cell
        var colour = palette.skinLight.mixed(
          with: palette.skin, min(max((y - forehead) / max(chin - forehead, 1), 0), 1))
        colour = colour.mixed(with: palette.skinShadow, 0.6 * smoothStep(0.6, -0.1, tone))
        colour = colour.mixed(with: palette.skinLight, 0.72 * smoothStep(0.8, 1, tone))
        for spot in spots {
          let (dx, dy) = (x - spot.at.x, (y - spot.at.y) / spot.squash)
          let far = (dx * dx + dy * dy).squareRoot() / (spot.radius * view.unit)
          guard far < 1 else { continue }
          colour = colour.mixed(with: palette.blush, spot.part * (1 - smoothStep(0, 1, far)))
        }
        map.set(colour, column, row)
      }
    }
    return .map(map)
  }

  /// How much each vertex is turned to the light: its normal is the mean of its triangles'.
  private static func tones(_ points: [Point3<CameraSpace>]) -> [Double] {
    let places = points.map { SIMD3($0.x, $0.y, $0.z) }
    var normals = [SIMD3<Double>](repeating: .zero, count: points.count)
    for (a, b, c) in CanonicalFace.triangles {
      let (u, v) = (places[b] - places[a], places[c] - places[a])
      let normal = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
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
      return length > 0 ? (normal * Self.sun).sum() / length : 1
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
        guard min(u, v, w) >= 0 else { continue }
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

  /// Gives every empty cell the mean of its neighbours that are not.
  private mutating func spread() {
    let before = lit
    for row in 0..<height {
      for column in 0..<width where before[row * width + column].isNaN {
        var (sum, count) = (0.0, 0.0)
        for y in max(row - 1, 0)...min(row + 1, height - 1) {
          for x in max(column - 1, 0)...min(column + 1, width - 1) {
            let tone = before[y * width + x]
            if !tone.isNaN { (sum, count) = (sum + tone, count + 1) }
          }
        }
        if count > 0 { lit[row * width + column] = sum / count }
      }
    }
  }
}
