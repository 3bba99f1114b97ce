package import Avatars
import FaceModel
import Geometry

extension MeasuredAvatar {
  /// The steepest relief that is drawn well, in cells from corner to corner.
  private static let steepest = 2.0
  /// How many places of a picture, each way, are held against the head.
  private static let placesHeld = 24

  /// What of its layers' surfaces will hardly look as meant, with the layers' places.
  package var surfaceWarnings: [(layer: Int, kind: AvatarFault.Kind)] {
    avatar.layers.indices.flatMap { index in
      [bentAway(index), steepness(index), hiddenByHead(index)].compactMap(\.self)
        .map { (index, $0) }
    }
  }

  private func sheet(_ index: Int) -> SurfaceSheet {
    SurfaceSheet(
      avatar.layers[index], picture: pictureSizes[index], relief: reliefs[index],
      cells: cells(ofLayer: index), isFlipped: false)
  }

  private func bentAway(_ index: Int) -> AvatarFault.Kind? {
    guard avatar.layers[index].surface.kind == .curved else { return nil }
    let bend = sheet(index).largestBend * 180 / .pi
    return bend > 90 ? .bentAway(degrees: bend.rounded()) : nil
  }

  private func steepness(_ index: Int) -> AvatarFault.Kind? {
    guard let relief = avatar.layers[index].relief, let grid = reliefs[index] else { return nil }
    let (columns, rows) = (grid.cells.columns, grid.cells.rows)
    let across = avatar.layers[index].scale / Double(columns)
    let down =
      avatar.layers[index].scale * Double(pictureSizes[index].height)
      / Double(pictureSizes[index].width * rows)
    func grey(_ column: Int, _ row: Int) -> Double { grid.greys[row * (columns + 1) + column] }
    var steepest = 0.0
    for row in 0...rows {
      for column in 0...columns {
        if column < columns {
          steepest = max(steepest, abs(grey(column + 1, row) - grey(column, row)) / across)
        }
        if row < rows {
          steepest = max(steepest, abs(grey(column, row + 1) - grey(column, row)) / down)
        }
      }
    }
    let cells = steepest * abs(relief.depth)
    return cells > Self.steepest ? .steepRelief(cells: (cells * 10).rounded() / 10) : nil
  }

  /// The part of a flat shared layer before the middle of the head that the head hides from the front.
  private func hiddenByHead(_ index: Int) -> AvatarFault.Kind? {
    let layer = avatar.layers[index]
    guard layer.model == nil, layer.depth == .shared, layer.surface == .flat, layer.relief == nil,
      let head = avatar.occluders.first(where: { $0.shape == .head }),
      let anchor = layer.anchor.canonicalPoint
    else { return nil }
    let (corners, unit) = (sheet(index).corners, CanonicalFace.eyeDistance)
    let z = anchor.z + corners[0].z * unit
    guard z > SkullSurface.middle.z else { return nil }
    let count = Self.placesHeld
    var hidden = 0
    for row in 0..<count {
      for column in 0..<count {
        let across = (Double(column) + 0.5) / Double(count)
        let down = (Double(row) + 0.5) / Double(count)
        let place =
          corners[0] + (corners[1] - corners[0]) * across + (corners[3] - corners[0]) * down
        let front = SkullSurface.headFront(
          atX: anchor.x + place.x * unit, y: anchor.y + place.y * unit)
        if let front, z < front - head.push { hidden += 1 }
      }
    }
    guard hidden > 0 else { return nil }
    return .hiddenByHead(percent: (100 * Double(hidden) / Double(count * count)).rounded(.up))
  }
}

extension SkullSurface {
  /// How far in front the head is at a place as it is seen from the front, in centimetres; nil beside it.
  fileprivate static func headFront(atX x: Double, y: Double) -> Double? {
    let faces = CanonicalFace.triangles.compactMap { triangle -> Double? in
      let (a, b, c) = (
        CanonicalFace.vertices[triangle.0], CanonicalFace.vertices[triangle.1],
        CanonicalFace.vertices[triangle.2]
      )
      let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
      guard area != 0 else { return nil }
      let v = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area
      let w = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area
      guard v >= 0, w >= 0, v + w <= 1 else { return nil }
      return a.z + v * (b.z - a.z) + w * (c.z - a.z)
    }
    return (faces + [front(atX: x, y: y)].compactMap(\.self)).max()
  }

  /// The same of the skull alone.
  private static func front(atX x: Double, y: Double) -> Double? {
    let (u, v) = ((x - middle.x) / across, (y - middle.y) / up)
    let rest = 1 - u * u - v * v
    return rest > 0 ? middle.z + front * rest.squareRoot() : nil
  }
}
