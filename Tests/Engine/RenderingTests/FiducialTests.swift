import Foundation
import Geometry
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing
import Tracking

/// What is seen in the rendered pixels, against where the formulas say it should be.
@Suite struct FiducialTests {
  typealias Pair = SpecificationFormula.Pair

  static let modes = [PlacementOptions.Mode.landmarks, .matrix]
  /// How far off a point may be found, in pixels.
  static let tolerance = 0.05

  /// A layer that is turned, shifted and off its pivot, so that no term of the formula is idle.
  static let formula: SpecificationFormula = {
    var formula = SpecificationFormula(pictureWidth: 300, pictureHeight: 240, scale: 2.6)
    formula.pivot = (0.45, 0.6)
    formula.rotation = 7
    formula.offset = (0.15, 0.1, 0.2)
    return formula
  }()
  static let fields = """
    "scale": 2.6, "pivot": {"x": 0.45, "y": 0.6}, "rotation": 7, \
    "offset": {"x": 0.15, "y": 0.1, "z": 0.2}
    """

  let stage: Stage
  let text: String

  init() throws {
    stage = try Stage(SyntheticClip(width: 480, height: 360, frames: 3))
    text = String(decoding: try stage.folder.bytes("in.jsonl"), as: UTF8.self)
  }

  private func overlay(
    _ picture: StraightRGBA8, _ mode: PlacementOptions.Mode
  ) throws -> [StraightRGBA8] {
    let avatar = try SyntheticAvatar().adding(Self.fields, picture)
      .write("avatar-\(mode)", in: stage.folder)
    return try stage.pictures(avatar) {
      $0.passes.overlayOnly = true
      $0.placement.mode = mode
      $0.smoothing = SmoothingOptions(.none)
    }
  }

  private func expected(
    _ points: [Pair], _ mode: PlacementOptions.Mode, frame: Int
  ) throws -> [Pair] {
    mode == .matrix
      ? try Self.formula.byMatrix(points, text: text, frame: frame)
      : try Self.formula.byLandmarks(points, text: text, frame: frame)
  }

  @Test(arguments: modes)
  func `rendered pixels show fiducial dots where the formula says`(mode: PlacementOptions.Mode)
    throws
  {
    let dots: [Pair] = [(40, 40), (260, 40), (150, 120), (40, 200), (260, 200)]
    // Small, because the middle of a disc in perspective is not where its own middle went; that
    // difference grows with the radius squared, and is below 0.02 pixels for this one.
    let radius = 7.0
    let picture = try SyntheticAvatar.drawn(300, 240) { x, y in
      let distance = dots.map { hypot($0.x - x, $0.y - y) }.min() ?? 0
      return RGBA8(255, 255, 255, UInt8((255 * min(1, max(0, radius - distance + 0.5))).rounded()))
    }
    for (frame, rendered) in try overlay(picture, mode).enumerated() {
      for dot in try expected(dots, mode, frame: frame) {
        let found = centroid(rendered, near: dot)
        let error = hypot(found.x - dot.x, found.y - dot.y)
        #expect(error < Self.tolerance, "frame \(frame): found \(found), expected \(dot)")
      }
    }
  }

  /// The middle of what is opaque within 14 pixels, which holds one dot and no other.
  private func centroid(_ picture: StraightRGBA8, near dot: Pair) -> Pair {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for row in Int(dot.y) - 14...Int(dot.y) + 14 {
      for column in Int(dot.x) - 14...Int(dot.x) + 14 {
        guard (0..<picture.width).contains(column), (0..<picture.height).contains(row) else {
          continue
        }
        let weight = Double(picture[column, row].alpha)
        sum += weight
        x += weight * (Double(column) + 0.5)
        y += weight * (Double(row) + 0.5)
      }
    }
    return (x / sum, y / sum)
  }

  @Test(arguments: modes)
  func `rendered pixels show a solid picture's corners where the formula says`(
    mode: PlacementOptions.Mode
  ) throws {
    let corners: [Pair] = [(0, 0), (300, 0), (300, 240), (0, 240)]
    let rendered = try overlay(SyntheticAvatar.solid(300, 240), mode)
    for (frame, picture) in rendered.enumerated() {
      let expected = try expected(corners, mode, frame: frame)
      let found = try foundCorners(picture, near: expected)
      for (a, b) in zip(found, expected) {
        #expect(hypot(a.x - b.x, a.y - b.y) < Self.tolerance, "frame \(frame): \(a), not \(b)")
      }
    }
  }

  /// A line `across = offset + slope * along`.
  private typealias Line = (offset: Double, slope: Double)

  /// The corners of a solid quad: a line through the positions of each edge, and where they meet.
  ///
  /// An edge's position in a row (or column) is how many pixels are covered between it and the
  /// middle: alpha is the covered part of a pixel.
  private func foundCorners(_ picture: StraightRGBA8, near quad: [Pair]) throws -> [Pair] {
    let xs = quad.map(\.x)
    let ys = quad.map(\.y)
    let middle = (x: xs.reduce(0, +) / 4, y: ys.reduce(0, +) / 4)
    let rows = try between(ys)
    let columns = try between(xs)
    let alpha = { (x: Int, y: Int) in Double(picture[x, y].alpha) / 255 }
    let (mx, my) = (Int(middle.x), Int(middle.y))
    let left = fit(rows) { y in Double(mx) - (0..<mx).reduce(0) { $0 + alpha($1, y) } }
    let right = fit(rows) { y in Double(mx) + (mx..<picture.width).reduce(0) { $0 + alpha($1, y) } }
    let top = fit(columns) { x in Double(my) - (0..<my).reduce(0) { $0 + alpha(x, $1) } }
    let bottom = fit(columns) { x in
      Double(my) + (my..<picture.height).reduce(0) { $0 + alpha(x, $1) }
    }
    return [meet(left, top), meet(right, top), meet(right, bottom), meet(left, bottom)]
  }

  /// The pixels that lie well between the second and the third of four coordinates.
  private func between(_ values: [Double]) throws -> ClosedRange<Int> {
    let sorted = values.sorted()
    let (from, to) = (Int(sorted[1]) + 4, Int(sorted[2]) - 4)
    try #require(to - from > 30, "the quad is too oblique to look for its edges so")
    return from...to
  }

  private func fit(_ range: ClosedRange<Int>, _ position: (Int) -> Double) -> Line {
    let points = range.map { (Double($0) + 0.5, position($0)) }
    let n = Double(points.count)
    let (mx, my) = (points.reduce(0) { $0 + $1.0 } / n, points.reduce(0) { $0 + $1.1 } / n)
    let slope =
      points.reduce(0) { $0 + ($1.0 - mx) * ($1.1 - my) }
      / points.reduce(0) { $0 + ($1.0 - mx) * ($1.0 - mx) }
    return (my - slope * mx, slope)
  }

  /// Where a line x(y) meets a line y(x).
  private func meet(_ upright: Line, _ level: Line) -> Pair {
    let y = (level.offset + level.slope * upright.offset) / (1 - level.slope * upright.slope)
    return (upright.offset + upright.slope * y, y)
  }
}
