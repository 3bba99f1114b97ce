import Geometry
import Recordings
import Rendering
import TestSupport
import Testing

/// Invariants of the crop, over random pictures, shapes and subjects.
@Suite struct CropPlanTests {
  private struct Case {
    var picture: PixelSize<OutputSpace>
    var ratio: AspectRatio
    var subject: CropSubject
  }

  /// A quad as placement gives it: four corners anywhere, clipped by the picture.
  private static func random(_ random: inout SplitMix64) throws -> Case? {
    let picture = PixelSize<OutputSpace>(
      clamping: .random(in: 8...1500, using: &random), .random(in: 8...1500, using: &random))
    let whole = Rectangle(picture)
    func box(_ reach: Double) -> Rectangle<OutputSpace>? {
      let points = (0..<4).map { _ in
        Point2<OutputSpace>(
          .random(in: -reach...(whole.width + reach), using: &random),
          .random(in: -reach...(whole.height + reach), using: &random))
      }
      return Rectangle(around: points)?.intersection(whole)
    }
    guard var kept = box(100) else { return nil }
    if Bool.random(using: &random), let small = box(0)?.intersection(kept) { kept = small }
    let roomy =
      kept.grown(
        left: 20, top: 60, right: 20, bottom: 10
      ).intersection(whole) ?? kept
    let ratios = ["1:1", "4:5", "9:16", "16:9", "3:2", "64:63", "1:64"]
    let ratio = try #require(AspectRatio(ratios.randomElement(using: &random) ?? ""))
    return Case(
      picture: picture, ratio: ratio,
      subject: CropSubject(kept: kept, roomy: roomy, focus: kept.center))
  }

  @Test
  func `a crop holds its subject, has its shape to the pixel, and lies in the picture if it can`()
    throws
  {
    var random = SplitMix64(state: 41)
    var (inside, beyond) = (0, 0)
    for _ in 0..<4000 {
      guard let one = try Self.random(&random) else { continue }
      let plan = CropPlan(to: .ratio(one.ratio), of: one.picture, around: one.subject)
      let (w, h) = (plan.size.width, plan.size.height)
      #expect(w * one.ratio.height == h * one.ratio.width)

      let kept = one.subject.kept
      #expect(Double(plan.x) <= kept.left + 0.01 && Double(plan.x + w) >= kept.right - 0.01)
      #expect(Double(plan.y) <= kept.top + 0.01 && Double(plan.y + h) >= kept.bottom - 0.01)

      // The largest multiple of the shape in the picture, found by counting.
      var most = 0
      while (most + 1) * one.ratio.width <= one.picture.width,
        (most + 1) * one.ratio.height <= one.picture.height
      { most += 1 }
      let columns = Int(kept.right.rounded(.up)) - Int(kept.left.rounded(.down))
      let rows = Int(kept.bottom.rounded(.up)) - Int(kept.top.rounded(.down))
      let fits = most > 0 && most * one.ratio.width >= columns && most * one.ratio.height >= rows
      if fits { #expect(plan.isInside && w == most * one.ratio.width) }
      let isInside =
        plan.x >= 0 && plan.y >= 0 && plan.x + w <= one.picture.width
        && plan.y + h <= one.picture.height
      #expect(plan.isInside == isInside)
      if plan.isInside { inside += 1 } else { beyond += 1 }
    }
    #expect(inside > 500 && beyond > 500)
  }

  @Test func `a crop by a size has its shape to half a pixel`() throws {
    var random = SplitMix64(state: 42)
    for _ in 0..<2000 {
      guard let one = try Self.random(&random) else { continue }
      let size = PixelSize<OutputSpace>(
        clamping: .random(in: 1...3000, using: &random), .random(in: 1...3000, using: &random))
      let plan = CropPlan(to: .size(size), of: one.picture, around: one.subject)
      let (w, h) = (Double(plan.size.width), Double(plan.size.height))
      let (wide, high) = (Double(size.width), Double(size.height))
      #expect(
        abs(w - h * wide / high) <= 0.5 || abs(h - w * high / wide) <= 0.5 || min(w, h) == 1)
      let kept = one.subject.kept
      #expect(Double(plan.x) <= kept.left + 0.01 && Double(plan.x) + w >= kept.right - 0.01)
      #expect(Double(plan.y) <= kept.top + 0.01 && Double(plan.y) + h >= kept.bottom - 0.01)
    }
  }

  private func subject(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double)
    -> CropSubject
  {
    let kept = Rectangle<OutputSpace>(Point2(left, top), Point2(right, bottom))
    return CropSubject(
      kept: kept, roomy: kept, focus: Point2(kept.center.x, top + kept.height / 2))
  }

  @Test func `a crop hangs the eyes on the upper third and the faces in the middle`() throws {
    let square = CropShape.ratio(try #require(AspectRatio("1:1")))
    let tall = PixelSize<OutputSpace>(clamping: 900, 1600)
    let upright = CropPlan(to: square, of: tall, around: subject(400, 500, 500, 700))
    #expect((upright.x, upright.y) == (0, 300))
    let wide = PixelSize<OutputSpace>(clamping: 1600, 900)
    let lying = CropPlan(to: square, of: wide, around: subject(900, 300, 1100, 500))
    #expect((lying.x, lying.y) == (550, 0))
  }

  @Test func `a crop without a subject is the middle`() throws {
    let plan = CropPlan(
      to: .ratio(try #require(AspectRatio("1:1"))), of: PixelSize(clamping: 640, 480), around: nil)
    #expect((plan.x, plan.y, plan.size.width, plan.size.height) == (80, 0, 480, 480))
  }

  @Test func `a crop of two faces far apart is continued above and below the picture`() throws {
    let plan = CropPlan(
      to: .ratio(try #require(AspectRatio("9:16"))), of: PixelSize(clamping: 1280, 720),
      around: subject(100, 200, 1180, 500))
    #expect(!plan.isInside)
    // No wider than it must be, and the picture in the middle of it.
    #expect((plan.x, plan.size.width, plan.size.height) == (100, 1080, 1920))
    #expect(plan.y == -600)
  }

  @Test(arguments: ["", "1", "1:", ":1", "0:1", "1:65", "-1:1", "1:1:1", "a:b", "1.5:1", "1x1"])
  func `a crop refuses what is no ratio`(text: String) {
    #expect(AspectRatio(text) == nil)
  }

  @Test func `a crop takes ratios up to the largest term, in lowest terms`() throws {
    #expect(AspectRatio("64:1") != nil)
    #expect(AspectRatio("2:4") == AspectRatio("1:2"))
    #expect(AspectRatio("32:18")?.description == "16:9")
  }
}
