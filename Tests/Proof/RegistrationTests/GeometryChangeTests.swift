import Foundation
import Geometry
import Registration
import TestSupport
import Testing

@Suite struct GeometryChangeTests {
  private let quad = Quad<OutputSpace>(
    Point2(100, 50), Point2(180, 60), Point2(170, 150), Point2(95, 140))

  /// The quad turned, scaled and moved about its corners' mean, by trigonometry alone.
  private func placed(
    _ degrees: Double, _ scale: Double, _ dx: Double, _ dy: Double, mirrored: Bool = false
  ) throws -> Quad<OutputSpace> {
    let centre = try #require(Point2.mean(of: quad.corners))
    let angle = degrees * .pi / 180
    return quad.map { p in
      let (x, y) = ((mirrored ? centre.x - p.x : p.x - centre.x), p.y - centre.y)
      return Point2(
        centre.x + dx + scale * (cos(angle) * x - sin(angle) * y),
        centre.y + dy + scale * (sin(angle) * x + cos(angle) * y))
    }
  }

  @Test func `a similarity is found exactly`() throws {
    var generator = SplitMix64(state: 3)
    for _ in 0..<200 {
      let wanted = Motion(
        dx: generator.number(-80...80), dy: generator.number(-80...80),
        rotationDegrees: generator.number(-70...70), scale: generator.number(0.3...3))
      let isMirrored = generator.number(0...1) < 0.5
      let actual = try placed(
        wanted.rotationDegrees, wanted.scale, wanted.dx, wanted.dy, mirrored: isMirrored)
      let change = try #require(GeometryChange(from: quad, to: actual))
      #expect(change.kind == (isMirrored ? .mirrored : .moved))
      #expect(abs(change.motion.dx - wanted.dx) < 1e-9)
      #expect(abs(change.motion.dy - wanted.dy) < 1e-9)
      #expect(abs(change.motion.rotationDegrees - wanted.rotationDegrees) < 1e-9)
      #expect(abs(change.motion.scale - wanted.scale) < 1e-9)
      #expect(change.leftoverPixels < 1e-9)
    }
  }

  @Test func `in words`() throws {
    func words(_ actual: Quad<OutputSpace>) throws -> String {
      try #require(GeometryChange(from: quad, to: actual)).words
    }
    #expect(try words(quad) == "no difference")
    #expect(
      try words(placed(0.4, 1.02, 3.1, 0)) == "3.1 px right, 0.4 deg clockwise, 1.02 x larger")
    #expect(try words(placed(90, 1, 0, 0)) == "turned by 90 deg clockwise")
    #expect(
      try words(placed(182, 1, 0, -4)) == "turned by 180 deg, then 4.0 px up, 2.0 deg clockwise")
    #expect(
      try words(placed(0, 1, 0, -2, mirrored: true)) == "mirrored left to right, then 2.0 px up")
    #expect(
      try words(placed(180, 1, 0, 0, mirrored: true)) == "upside down (mirrored top to bottom)")
    var bent = quad
    bent.topLeft = Point2(bent.topLeft.x + 8, bent.topLeft.y)
    #expect(try words(bent).contains("bent by up to"))
  }

  @Test func `the similarity leaves less than any near it`() throws {
    // Least squares: no small step from the solution may lower the sum of squares.
    let actual = Quad<OutputSpace>(
      Point2(120, 58), Point2(190, 52), Point2(196, 160), Point2(101, 150))
    let change = try #require(GeometryChange(from: quad, to: actual))
    let m = change.motion
    func cost(_ motion: Motion) throws -> Double {
      let there = try placed(motion.rotationDegrees, motion.scale, motion.dx, motion.dy)
      return zip(there.corners, actual.corners).map { pow($0.distance(to: $1), 2) }.reduce(0, +)
    }
    let least = try cost(m)
    for step in [-0.01, 0.01] {
      #expect(
        try cost(
          Motion(dx: m.dx + step, dy: m.dy, rotationDegrees: m.rotationDegrees, scale: m.scale))
          > least)
      #expect(
        try cost(
          Motion(dx: m.dx, dy: m.dy + step, rotationDegrees: m.rotationDegrees, scale: m.scale))
          > least)
      #expect(
        try cost(
          Motion(dx: m.dx, dy: m.dy, rotationDegrees: m.rotationDegrees + step, scale: m.scale))
          > least)
      #expect(
        try cost(
          Motion(dx: m.dx, dy: m.dy, rotationDegrees: m.rotationDegrees, scale: m.scale + step))
          > least)
    }
  }

  @Test func `points and figures that are none give nothing`() {
    let point = Quad<OutputSpace>(Point2(1, 1), Point2(1, 1), Point2(1, 1), Point2(1, 1))
    #expect(GeometryChange(from: point, to: quad) == nil)
    var broken = quad
    broken.topRight = Point2(.nan, 0)
    #expect(GeometryChange(from: quad, to: broken) == nil)
    #expect(GeometryChange(from: broken, to: quad) == nil)
    // Squeezed to a point: a scale of 0, not a fault.
    #expect(GeometryChange(from: quad, to: point)?.motion.scale == 0)
  }
}
