import Explaining
import Geometry
import Imaging
import MediaComparison
import Placement
import Registration
import Testing

/// Layers that lie within others' quads, of which only the first picture's are known.
@Suite struct LayerAttributionTests {
  /// The quad of a layer that holds the patch and much of the background around it.
  private static let hood = Quad<OutputSpace>(
    Point2(20, 10), Point2(220, 10), Point2(220, 170), Point2(20, 170))

  private static func judge(
    _ a: Scene, _ b: StraightRGBA8, actual: PlacementRecord? = nil
  ) throws -> PictureJudge.Judgement {
    var context = PictureJudge.Context()
    context.expectedPlacements = a.record(layers: [(1, "hood", hood), (1, "ear", a.quad)])
    context.actualPlacements = actual
    return PictureJudge().judge(expected: try a.picture(), actual: b, context)
  }

  private static var small: Scene { Scene(x: 100, y: 80, halfWidth: 24, halfHeight: 20) }

  @Test func `layers that overlap do not take over the motion of one that lies within`() throws {
    var moved = Self.small
    (moved.x, moved.y) = (105, 77)
    let judgement = try Self.judge(Self.small, try moved.picture())
    #expect(judgement.explanation == ["layer ear: 5.0 px right, 3.0 px up"])
  }

  @Test func `layers that overlap do not take over its colours`() throws {
    let picture = try Self.small.picture()
    var other = picture
    for y in 60..<100 {
      for x in 76..<124 {
        let c = picture[x, y]
        other[x, y] = RGBA8(c.blue, c.green, c.red)
      }
    }
    let judgement = try Self.judge(Self.small, other)
    #expect(Set(judgement.changes.keys) == ["ear"])
    #expect(judgement.changes["ear"]?.kind == .recoloured)
  }

  @Test func `layers that overlap are told nothing false where one is gone`() throws {
    var gone = Self.small
    gone.hasPatch = false
    let judgement = try Self.judge(Self.small, try gone.picture())
    #expect(Set(judgement.changes.keys) == ["ear"])
    #expect(judgement.changes["ear"]?.motion == nil)
  }

  // The quads lie where they lay, the artwork in one is flipped: pixels alone can tell.
  @Test func `layers that overlap have another artwork at the same place`() throws {
    var flipped = Self.small
    flipped.isMirrored = true
    let same = Self.small.record(layers: [(1, "hood", Self.hood), (1, "ear", Self.small.quad)])
    let judgement = try Self.judge(Self.small, try flipped.picture(), actual: same)
    #expect(judgement.explanation == ["layer ear: mirrored left to right"])
  }

  // Its picture is mirrored and turned by 12 degrees, and a person flipped a file.
  @Test func `layers that overlap have their artwork flipped where they lean`() throws {
    var (leaning, flipped) = (Self.small, Self.small)
    (leaning.degrees, flipped.degrees, flipped.isMirrored) = (6, 6, true)
    let judgement = try Self.judge(leaning, try flipped.picture())
    #expect(judgement.explanation == ["layer ear: mirrored left to right"])
  }

  @Test func `layers that overlap are told about the corners' middle, from pixels and from quads`()
    throws
  {
    let (a, b) = (Scene(), Scene(x: 123, y: 91, degrees: 6))
    // The mask's centroid is not the corners' mean: the quad is cut off by the picture's border.
    var (near, far) = (a, b)
    (near.x, far.x) = (40, 43)
    let (first, second) = (try near.picture(), try far.picture())
    var context = PictureJudge.Context()
    context.expectedPlacements = near.record(layers: [(1, "ear", near.quad)])
    let pixels = PictureJudge().judge(expected: first, actual: second, context)
    context.actualPlacements = far.record(layers: [(1, "ear", far.quad)])
    let quads = PictureJudge().judge(expected: first, actual: second, context)
    let (found, exact) = (try #require(pixels.changes["ear"]), try #require(quads.changes["ear"]))
    #expect(found.centreX == exact.centreX && found.centreY == exact.centreY)
    let (motion, wanted) = (try #require(found.motion), try #require(exact.motion))
    #expect(abs(motion.dx - wanted.dx) < 0.15 && abs(motion.dy - wanted.dy) < 0.15)
    #expect(abs(motion.rotationDegrees - wanted.rotationDegrees) < 0.15)
  }
}
