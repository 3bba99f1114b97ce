import Geometry
import TestSupport
import Testing

@Suite struct HomographyTests {
  typealias Picture = Point2<ArtworkSpace>
  typealias Scene = Point2<SceneSpace>

  /// Convex quads of some hundred pixels, some turned over.
  static func quads(_ count: Int) -> [Quad<SceneSpace>] {
    var random = SplitMix64(state: 1)
    return (0..<count).map { index in
      func corner(_ x: Double, _ y: Double) -> Scene {
        Point2(x + random.number(-120...120), y + random.number(-120...120))
      }
      let quad = Quad(corner(0, 0), corner(600, 0), corner(600, 400), corner(0, 400))
      return index.isMultiple(of: 3)
        ? Quad(quad.topRight, quad.topLeft, quad.bottomLeft, quad.bottomRight) : quad
    }
  }

  @Test func `a homography takes the corners of a rectangle to those of a quad`() throws {
    for quad in Self.quads(200) {
      let map = try #require(Homography<ArtworkSpace, SceneSpace>(rectangle: 512, 300, to: quad))
      let corners = [Picture(0, 0), Picture(512, 0), Picture(512, 300), Picture(0, 300)]
      for (corner, expected) in zip(corners, quad.corners) {
        #expect(try #require(map(corner)).distance(to: expected) < 1e-10)
      }
    }
  }

  /// The eight equations of four point pairs, solved by elimination: another way to the same map.
  @Test func `a homography is the one that the eight linear equations give`() throws {
    var random = SplitMix64(state: 2)
    for quad in Self.quads(50) {
      let map = try #require(Homography<ArtworkSpace, SceneSpace>(rectangle: 512, 300, to: quad))
      let from: [(Double, Double)] = [(0, 0), (512, 0), (512, 300), (0, 300)]
      var rows: [[Double]] = []
      for ((x, y), to) in zip(from, quad.corners) {
        rows.append([x, y, 1, 0, 0, 0, -x * to.x, -y * to.x, to.x])
        rows.append([0, 0, 0, x, y, 1, -x * to.y, -y * to.y, to.y])
      }
      let h = solve(rows)
      for _ in 0..<10 {
        let (x, y) = (random.number(0...512), random.number(0...300))
        let w: Double = h[6] * x + h[7] * y + 1
        let sx: Double = h[0] * x + h[1] * y + h[2]
        let sy: Double = h[3] * x + h[4] * y + h[5]
        let expected = Scene(sx / w, sy / w)
        #expect(try #require(map(Point2(x, y))).distance(to: expected) < 1e-7)
      }
    }
  }

  /// Gaussian elimination with row pivoting.
  private func solve(_ equations: [[Double]]) -> [Double] {
    var a = equations
    for column in a.indices {
      let pivot = (column..<a.count).max { abs(a[$0][column]) < abs(a[$1][column]) } ?? column
      a.swapAt(column, pivot)
      for row in a.indices where row != column {
        let factor = a[row][column] / a[column][column]
        for k in column...a.count {
          a[row][k] -= factor * a[column][k]
        }
      }
    }
    return a.indices.map { a[$0][a.count] / a[$0][$0] }
  }

  @Test func `a homography goes back by its inverse`() throws {
    var random = SplitMix64(state: 3)
    for quad in Self.quads(100) {
      let map = try #require(Homography<ArtworkSpace, SceneSpace>(rectangle: 512, 300, to: quad))
      let back = try #require(map.inverse)
      for _ in 0..<5 {
        let point = Picture(random.number(0...512), random.number(0...300))
        let there = try #require(map(point))
        #expect(try #require(back(there)).distance(to: point) < 1e-8)
      }
    }
  }

  @Test func `a homography joins with another as one after the other`() throws {
    var random = SplitMix64(state: 4)
    let scale = AffineMap<SceneSpace, OutputSpace>(-0.5, 0.1, 700, 0.2, 0.75, -30)
    for quad in Self.quads(50) {
      let map = try #require(Homography<ArtworkSpace, SceneSpace>(rectangle: 512, 300, to: quad))
      let joined = map.then(scale)
      let alsoJoined = map.then(scale.homography)
      #expect(joined == alsoJoined)
      let point = Picture(random.number(0...512), random.number(0...300))
      let expected = scale(try #require(map(point)))
      #expect(try #require(joined(point)).distance(to: expected) < 1e-9)
      #expect(abs(joined.weight(at: point) - map.weight(at: point)) < 1e-15)
    }
  }

  static let flat: [Quad<SceneSpace>] = [
    Quad(Point2(0, 0), Point2(1, 0), Point2(2, 0), Point2(3, 0)),
    Quad(Point2(0, 0), Point2(1, 1), Point2(2, 2), Point2(0, 5)),
    Quad(Point2(5, 5), Point2(5, 5), Point2(5, 5), Point2(5, 5)),
    Quad(Point2(0, 0), Point2(.nan, 0), Point2(1, 1), Point2(0, 1)),
    Quad(Point2(0, 0), Point2(.infinity, 0), Point2(1, 1), Point2(0, 1)),
    Quad(Point2(0, 0), Point2(1e300, 0), Point2(1e300, 1e300), Point2(0, 1e300)),
  ]

  @Test(arguments: flat)
  func `a homography does not exist for a quad without an inside, or beyond all numbers`(
    quad: Quad<SceneSpace>
  ) {
    #expect(Homography<ArtworkSpace, SceneSpace>(rectangle: 10, 10, to: quad) == nil)
  }

  @Test func `a homography has no inverse where it squeezes the plane flat`() {
    let flat = AffineMap<ArtworkSpace, SceneSpace>(1, 2, 0, 2, 4, 0)
    #expect(flat.determinant == 0)
    #expect(flat.homography.inverse == nil)
  }

  @Test func `a homography sends a point of its horizon nowhere`() {
    let map = Homography<ArtworkSpace, SceneSpace>(1, 0, 0, 0, 1, 0, 0, -0.5, 1)
    #expect(map(Point2(3, 2)) == nil)
    #expect(map.weight(at: Point2(3, 1)) == 0.5)
    #expect(map.weight(at: Point2(3, 4)) == -1)
  }
}

@Suite struct AffineMapTests {
  let map = AffineMap<SceneSpace, SceneSpace>(2, -1, 3, 0.5, 4, -7)

  @Test func `an affine map follows its formula`() {
    #expect(map(Point2(10, 20)) == Point2(2 * 10 - 20 + 3, 5 + 80 - 7))
    #expect(map.determinant == 2 * 4 + 0.5)
  }

  @Test func `an affine map joins with another as one after the other`() {
    let next = AffineMap<SceneSpace, SceneSpace>(0, 1, 5, -1, 0, 6)
    #expect(map.then(next)(Point2(10, 20)) == next(map(Point2(10, 20))))
    #expect(map.then(next).determinant == map.determinant * next.determinant)
  }
}

@Suite struct QuadTests {
  @Test func `a quad has a positive area where its corners run clockwise on the screen`() {
    let quad = Quad<SceneSpace>(Point2(1, 1), Point2(5, 1), Point2(5, 4), Point2(1, 4))
    #expect(quad.signedArea == 12)
    #expect(quad.map { Point2<SceneSpace>(-$0.x, $0.y) }.signedArea == -12)
    #expect(quad.map { Point2<SceneSpace>(2 * $0.x, 3 * $0.y) }.signedArea == 72)
  }
}
