import Foundation
import Geometry
import Matting
import TestSupport
import Testing

/// Distances within shapes, against formulas that are worked out otherwise.
@Suite struct ShapeFieldTests {
  /// A grid over a picture whose pixels are not square, and the places of its cells.
  private func grid(side: Int) throws -> (MatteGrid, places: [(index: Int, x: Double, y: Double)]) {
    let size = PixelSize<OutputSpace>(clamping: 90, 70)
    let (origin, unit) = (Point2<OutputSpace>(40, 30), SIMD2(0.9, 1.2))
    let grid = try #require(
      MatteGrid(over: Rectangle(size), of: size, side: side, origin: origin, unit: unit))
    let places = (0..<grid.rows.count).flatMap { row in
      (0..<grid.columns.count).map { column in
        let x = (Double(column) + 0.5) * Double(side) - origin.x
        let y = (Double(row) + 0.5) * Double(side) - origin.y
        return (row * grid.stride + column, x * unit.x, y * unit.y)
      }
    }
    return (grid, places)
  }

  @Test(arguments: [1, 2, 3, 5])
  func `a capsule is as thick as it says at the nearest place of its line`(side: Int) throws {
    let (grid, places) = try grid(side: side)
    var random = SplitMix64(state: UInt64(side))
    for round in 0..<20 {
      let ends = (0..<4).map { _ in Double.random(in: -30...30, using: &random) }
      let radii = (0..<2).map { _ in Double.random(in: 1...12, using: &random) }
      // The first has no length at all.
      let (bx, by) = round == 0 ? (ends[0], ends[1]) : (ends[2], ends[3])
      var field = ShapeField(grid)
      field.add(
        ShapeField.Capsule(
          SIMD2(Float(ends[0]), Float(ends[1])), SIMD2(Float(bx), Float(by)),
          radii: (Float(radii[0]), Float(radii[1]))))
      for place in places {
        var nearest = (away: Double.infinity, part: 0.0)
        for step in 0...600 {
          let part = Double(step) / 600
          let (x, y) = (ends[0] + part * (bx - ends[0]), ends[1] + part * (by - ends[1]))
          let away = hypot(place.x - x, place.y - y)
          if away < nearest.away { nearest = (away, part) }
        }
        let part = round == 0 ? 0 : nearest.part
        let expected = radii[0] + part * (radii[1] - radii[0]) - nearest.away
        let found = Double(field.distances[place.index])
        if expected > -Double(ShapeField.reach) {
          #expect(abs(found - expected) < 0.05)
        } else {
          #expect(found < 0.05 - Double(ShapeField.reach))
        }
      }
    }
  }

  @Test func `a polygon covers the cells whose corners it goes around`() throws {
    let (grid, places) = try grid(side: 1)
    var random = SplitMix64(state: 3)
    for _ in 0..<10 {
      // A star around a place: its edges do not cross.
      let corners = (0..<9).map { corner -> SIMD2<Float> in
        let angle = 2 * .pi * Double(corner) / 9
        let radius = Double.random(in: 5...25, using: &random)
        return SIMD2(Float(radius * cos(angle)), Float(radius * sin(angle)))
      }
      var field = ShapeField(grid)
      field.add(polygon: corners, depth: 7)
      var inside = 0
      for place in places {
        let turns = corners.indices.reduce(0.0) { sum, i in
          let (a, b) = (corners[i], corners[(i + 1) % corners.count])
          let (ax, ay) = (Double(a.x) - place.x, Double(a.y) - place.y)
          let (bx, by) = (Double(b.x) - place.x, Double(b.y) - place.y)
          return sum + atan2(ax * by - ay * bx, ax * bx + ay * by)
        }
        // On an edge rounding decides.
        if abs(abs(turns) - .pi) < 1e-3 { continue }
        inside += abs(turns) > .pi ? 1 : 0
        #expect((field.distances[place.index] == 7) == (abs(turns) > .pi))
      }
      #expect(inside > 50)
    }
  }

  @Test func `the union of shapes is the deepest of them`() throws {
    let (grid, places) = try grid(side: 2)
    let bones = [
      ShapeField.Capsule(SIMD2(-20, 0), SIMD2(10, 5), radii: (8, 3)),
      ShapeField.Capsule(SIMD2(0, -20), SIMD2(5, 20), radii: (4, 6)),
    ]
    var both = ShapeField(grid)
    let single = bones.map { bone in
      both.add(bone)
      var field = ShapeField(grid)
      field.add(bone)
      return field.distances
    }
    for place in places {
      #expect(both.distances[place.index] == max(single[0][place.index], single[1][place.index]))
    }
  }

  @Test func `a cell is found by its place, and none beyond the grid`() throws {
    let (grid, places) = try grid(side: 3)
    for place in places {
      #expect(grid.cell(at: SIMD2(Float(place.x), Float(place.y))) == place.index)
    }
    for far: SIMD2<Float> in [
      [-60, 0], [60, 0], [0, -60], [0, 90], [.nan, 0], [.infinity, 0],
    ] {
      #expect(grid.cell(at: far) == nil)
    }
  }

  @Test func `a grid that touches no pixel is none`() {
    let size = PixelSize<OutputSpace>(clamping: 20, 20)
    let beside = Rectangle<OutputSpace>(Point2(20, 0), Point2(30, 10))
    #expect(
      MatteGrid(over: beside, of: size, side: 2, origin: Point2(0, 0), unit: SIMD2(1, 1)) == nil)
    let most = MatteGrid(
      over: Rectangle(size), of: size, side: 1000, origin: Point2(0, 0), unit: SIMD2(1, 1))
    #expect(most?.side == MatteGrid.largestSide)
  }
}
