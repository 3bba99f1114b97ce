import Comparison
import Explaining
import Geometry
import Imaging
import MediaComparison
import Placement
import Registration
import Testing

@Suite struct PictureJudgeTests {
  private static func moved(_ quad: Quad<OutputSpace>, _ dx: Double, _ dy: Double)
    -> Quad<OutputSpace>
  {
    quad.map { Point2($0.x + dx, $0.y + dy) }
  }

  @Test func `a judge of pictures passes what is the same`() throws {
    let picture = try Scene().picture()
    let judgement = PictureJudge().judge(expected: picture, actual: picture)
    #expect(judgement.passed)
    #expect(judgement.explanation == [])
    #expect(judgement.measures?.isIdentical == true)
  }

  @Test func `a judge of pictures says which size is another`() throws {
    let picture = try Scene().picture()
    let other = try Scene(width: 241).picture()
    let judgement = PictureJudge().judge(expected: picture, actual: other)
    #expect(!judgement.passed)
    #expect(judgement.measures == nil)
    #expect(judgement.mismatch?.contains("240 x 180") == true)
    #expect(judgement.mismatch?.contains("241 x 180") == true)
    var context = PictureJudge.Context()
    context.mask = PixelMask(width: 10, height: 10, filled: true)
    let masked = PictureJudge().judge(expected: picture, actual: picture, context)
    #expect(masked.mismatch?.contains("the mask 10 x 10") == true)
  }

  @Test func `a judge of pictures tells a layer's move exactly where both sidecars are there`()
    throws
  {
    let (a, b) = (Scene(), Scene(x: 123.25, y: 88.5, degrees: 2))
    var context = PictureJudge.Context()
    context.expectedPlacements = a.record(layers: [(1, "horns", a.quad)])
    context.actualPlacements = b.record(layers: [(1, "horns", b.quad)])
    let judgement = PictureJudge().judge(
      expected: try a.picture(), actual: try b.picture(), context)
    let motion = try #require(judgement.changes["horns"]?.motion)
    #expect(abs(motion.dx - 3.25) < 1e-6)
    #expect(abs(motion.dy + 1.5) < 1e-6)
    #expect(abs(motion.rotationDegrees - 2) < 1e-6)
    #expect(abs(motion.scale - 1) < 1e-6)
    #expect(
      judgement.explanation == ["layer horns: 3.2 px right, 1.5 px up, 2.0 deg clockwise"]
        || judgement.explanation == ["layer horns: 3.3 px right, 1.5 px up, 2.0 deg clockwise"])
  }

  @Test
  func
    `a judge of pictures tells a layer's move from pixels where only the first sidecar is there`()
    throws
  {
    let (a, b) = (Scene(), Scene(x: 123, y: 90))
    var context = PictureJudge.Context()
    context.expectedPlacements = a.record(layers: [(1, "horns", a.quad)])
    let judgement = PictureJudge().judge(
      expected: try a.picture(), actual: try b.picture(), context)
    let motion = try #require(judgement.changes["horns"]?.motion)
    #expect(abs(motion.dx - 3) < 0.1)
    #expect(abs(motion.dy) < 0.1)
    #expect(judgement.explanation.first?.hasPrefix("layer horns: 3.0 px right") == true)
  }

  @Test
  func
    `a judge of pictures tells layers that moved alike once, and several faces by their numbers`()
    throws
  {
    let (a, b) = (Scene(), Scene(x: 124, y: 90))
    let other = Self.moved(a.quad, 5, 7)
    var context = PictureJudge.Context()
    context.expectedPlacements = a.record(layers: [(1, "horns", a.quad), (1, "jaw", other)])
    context.actualPlacements = a.record(layers: [
      (1, "horns", Self.moved(a.quad, 4, 0)), (1, "jaw", Self.moved(other, 4, 0)),
    ])
    let (first, second) = (try a.picture(), try b.picture())
    let alike = PictureJudge().judge(expected: first, actual: second, context)
    #expect(alike.explanation == ["all 2 layers: 4.0 px right"])

    context.expectedPlacements = a.record(layers: [(1, "horns", a.quad), (2, "horns", other)])
    context.actualPlacements = a.record(layers: [
      (1, "horns", Self.moved(a.quad, 4, 0)), (2, "horns", Self.moved(other, 0, -2)),
    ])
    let faces = PictureJudge().judge(expected: first, actual: second, context)
    #expect(
      faces.explanation == [
        "face 1, layer horns: 4.0 px right", "face 2, layer horns: 2.0 px up",
      ])
    #expect(Set(faces.changes.keys) == ["face 1, layer horns", "face 2, layer horns"])
  }

  @Test func `a judge of pictures tells mirrored, missing and new layers`() throws {
    let (a, b) = (Scene(), Scene(isMirrored: true))
    var context = PictureJudge.Context()
    context.expectedPlacements = a.record(layers: [(1, "horns", a.quad)])
    context.actualPlacements = b.record(layers: [(1, "horns", b.quad)])
    let (first, second) = (try a.picture(), try b.picture())
    #expect(
      PictureJudge().judge(expected: first, actual: second, context).explanation
        == ["layer horns: mirrored left to right"])
    context.actualPlacements = b.record(layers: [(1, "crown", b.quad)])
    let changes = PictureJudge().judge(expected: first, actual: second, context).changes
    #expect(changes["horns"]?.kind == .notThere)
    #expect(changes["crown"]?.kind == .appeared)
  }

  @Test func `a judge of pictures tells a quad's perspective and turns by quarters`() throws {
    let (a, b) = (Scene(), Scene(degrees: 90))
    var context = PictureJudge.Context()
    context.expectedPlacements = a.record(layers: [(1, "horns", a.quad)])
    context.actualPlacements = b.record(layers: [(1, "horns", b.quad)])
    let (first, second) = (try a.picture(), try b.picture())
    let turned = PictureJudge().judge(expected: first, actual: second, context)
    #expect(turned.explanation == ["layer horns: turned by 90 deg clockwise"])
    var keystone = a.quad
    keystone.topLeft.x += 10
    keystone.topRight.x -= 10
    context.actualPlacements = a.record(layers: [(1, "horns", keystone)])
    let tilted = PictureJudge().judge(expected: first, actual: second, context)
    #expect(tilted.explanation.first?.contains("in another perspective") == true)
  }

  @Test func `a judge of pictures keeps inside and outside apart`() throws {
    let a = Scene()
    let first = try a.picture()
    var second = first
    second[2, 2] = RGBA8(255, 0, 255)
    var context = PictureJudge.Context()
    context.expectedPlacements = a.record(layers: [(1, "horns", a.quad)])
    var judge = PictureJudge()
    let inside = judge.judge(expected: first, actual: second, context)
    #expect(inside.passed)
    #expect(inside.measures?.isIdentical == true)
    judge.region = .outside
    #expect(!judge.judge(expected: first, actual: second, context).passed)
    judge.region = .inside
    judge.outsideThresholds = .exact
    let both = judge.judge(expected: first, actual: second, context)
    #expect(!both.passed)
    #expect(both.rungs.allSatisfy { $0.passed })
    #expect(!both.outsideRungs.allSatisfy { $0.passed })
    #expect(both.outsideMeasures?.changedPixels == 1)
    #expect(both.explanation == ["something changed outside of the overlay"])
    var third = first
    third[120, 90] = RGBA8(255, 0, 255)
    let within = judge.judge(expected: first, actual: third, context)
    #expect(within.outsideRungs.allSatisfy { $0.passed })
    #expect(!within.rungs.allSatisfy { $0.passed })
  }

  @Test func `a judge of pictures sees that a whole picture is mirrored`() throws {
    let picture = try Scene(x: 80).picture()
    let judgement = PictureJudge().judge(
      expected: picture, actual: picture.flippedHorizontally())
    #expect(judgement.explanation == ["the whole picture: mirrored left to right"])
  }
}
