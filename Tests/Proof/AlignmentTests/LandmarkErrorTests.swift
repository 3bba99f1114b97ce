import Alignment
import FaceModel
import Geometry
import TestSupport
import Testing

@Suite struct LandmarkErrorTests {
  @Test
  func `the error of landmarks of a face against itself is 0, with the whole area under the curve`()
    throws
  {
    let shape = Faces.shape()
    let nme = try #require(Faces.reference(shape)?.nme(of: shape))
    #expect(nme == 0)
    var errors = ErrorDistribution()
    errors.add(nme)
    #expect(errors.failureRate(over: 8) == 0)
    #expect(errors.areaUnderCurve(upTo: 8) == 1)
  }

  @Test(arguments: [0.1, 1, 7.5])
  func
    `the error of landmarks of a shift is the shift over the distance of the outer eye corners, at any scale`(
      scale: Double
    ) throws
  {
    // Landmarks 33 and 263 of the canonical face lie at x = -4.445859 and 4.445859 cm: read off
    // MediaPipe's own model.
    let interOcular = 2 * 4.445859 * 20 * scale
    let truth = Faces.shape(scale: 20 * scale)
    let tracked = Faces.shape(scale: 20 * scale, x: 300 + 3 * scale, y: 300 - 4 * scale)
    let nme = try #require(Faces.reference(truth)?.nme(of: tracked))
    #expect(abs(nme - 100 * 5 * scale / interOcular) < 1e-9)
  }

  @Test func `the error of landmarks counts the points that the reference has, and no other`()
    throws
  {
    let truth = Faces.shape()
    let tracked = Faces.shape { $0 == 4 ? (6, 0) : $0 == 33 || $0 == 263 ? (0, 0) : (99, 99) }
    let points = [4, 33, 263].reduce(into: [:]) { $0[$1] = truth.points[$1] }
    let nme = try #require(ReferenceFace(points: points)?.nme(of: tracked))
    #expect(abs(nme - 100 * (6.0 / 3) / truth.interOcular) < 1e-9)
    // An iris that the tracker did not give.
    var irises = points
    irises[473] = Point2(1, 1)
    #expect(try #require(ReferenceFace(points: irises)?.nme(of: tracked)) == nme)
  }

  @Test func `the error of landmarks needs two outer eye corners apart, and finite points`() {
    let points: [Int: Point2<SceneSpace>] = [33: Point2(10, 10), 263: Point2(70, 10)]
    #expect(ReferenceFace(points: points)?.interOcular == 60)
    #expect(ReferenceFace(points: [33: Point2(10, 10)]) == nil)
    #expect(ReferenceFace(points: [33: Point2(10, 10), 263: Point2(10, 10)]) == nil)
    #expect(ReferenceFace(points: points.merging([4: Point2(.nan, 0)]) { $1 }) == nil)
    #expect(FaceShape([Point2](repeating: Point2(0, 0), count: 467)) == nil)
    #expect(FaceShape([Point2](repeating: Point2(.infinity, 0), count: 468)) == nil)
  }

  @Test func `the error of landmarks has the failure rate and the area of its staircase`() throws {
    var errors = ErrorDistribution()
    for nme in [0.0, 2, 4, 8, 9, 12] { errors.add(nme) }
    errors.add(nil)
    errors.add(nil)
    // 9 and 12 are over 8, and two faces were not found; 8 itself is not over 8.
    #expect(errors.failureRate(over: 8) == 100 * 4.0 / 8)
    #expect(errors.failureRate(over: 10) == 100 * 3.0 / 8)
    // The curve is 1/8 on [0, 2), 2/8 on [2, 4), 3/8 on [4, 8), by hand.
    let area = 2.0 * 1 + 2 * 2 + 4 * 3
    #expect(errors.areaUnderCurve(upTo: 8) == area / 64)
    #expect(errors.mean == 35.0 / 6)
    #expect(errors.median == 6)
    // numpy.percentile([0, 2, 4, 8, 9, 12], 90)
    #expect(try #require(errors.p90) == 10.5)
    #expect(ErrorDistribution().failureRate(over: 8) == nil)
    #expect(ErrorDistribution().areaUnderCurve(upTo: 8) == nil)
  }

  @Test func `the error of landmarks goes to the nearest face where two of them cross`() throws {
    for gap in stride(from: -60.0, through: 60, by: 12) {
      let a = Faces.shape(scale: 10, x: 300 - gap / 2)
      let b = Faces.shape(scale: 10, x: 300 + gap / 2 + 0.5)
      let references = try [a, b].map { try #require(Faces.reference($0)) }
      let pairs = ReferenceFace.pairs(references, [b, a])
      #expect(
        Dictionary(uniqueKeysWithValues: pairs.map { ($0.reference, $0.face) }) == [0: 1, 1: 0])
    }
  }

  @Test func `the error of landmarks leaves a face that is far from every other without one`()
    throws
  {
    let reference = try #require(Faces.reference(Faces.shape(scale: 10)))
    #expect(ReferenceFace.pairs([reference], [Faces.shape(scale: 10, x: 500)]).isEmpty)
    #expect(ReferenceFace.pairs([reference], []).isEmpty)
    #expect(ReferenceFace.pairs([reference, reference], [Faces.shape(scale: 10)]).count == 1)
  }
}
