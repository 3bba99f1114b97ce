import ClipReading
import Covering
import Frames
import Geometry
import Testing

/// What is planned of heads that were seen: gaps, ends, and what is not sure.
@Suite struct CoverPlanningTests {
  private static let scene = PixelSize<SceneSpace>(clamping: 1000, 600)
  private static let frameMs = 40.0

  /// A head of a face 100 px high, with its middle at a place.
  private static func head(_ x: Double, _ y: Double = 300) -> CoverSight {
    CoverSight(
      centre: SIMD2(x, y), side: SIMD2(60, 0), down: SIMD2(0, 75), low: SIMD2(x - 40, y - 40),
      high: SIMD2(x + 40, y + 60), size: 100)
  }

  /// The plan of a head whose place in each frame is told; nil where it is not seen.
  private static func plan(
    frames: Int, cuts: [Int] = [], faces: [[CoverPlanning.NumberedFace]]? = nil,
    of choice: CoverPlanning.Choice = .all, _ places: [@Sendable (Int) -> CoverSight?]
  ) -> CoverPlan {
    CoverPlanning(
      times: (0..<frames).map { Double($0) * frameMs }, scene: scene, cuts: cuts,
      sights: (0..<frames).map { frame in places.compactMap { $0(frame) } },
      faces: faces ?? [[CoverPlanning.NumberedFace]](repeating: [], count: frames)
    ).plan(choice, style: .blur)
  }

  /// Whether a point of the scene is covered in a frame.
  private static func isCovered(_ plan: CoverPlan, _ frame: Int, _ x: Double, _ y: Double) -> Bool {
    let point = SIMD2(x / 1000, y / 600)
    return (plan.cover?.regions(atMs: Double(frame) * frameMs) ?? []).contains { region in
      let way = point - region.centre
      let (u, v) = (region.first, region.second)
      let area = u.x * v.y - u.y * v.x
      let (a, b) = ((way.x * v.y - way.y * v.x) / area, (u.x * way.y - u.y * way.x) / area)
      return a * a + b * b <= 1
    }
  }

  @Test func `a head that is seen throughout is covered and 15 percent more`() {
    let plan = Self.plan(frames: 10, [{ _ in Self.head(500) }])
    #expect(plan.doubts == [])
    for frame in 0..<10 {
      #expect(Self.isCovered(plan, frame, 500 + 60 * 1.14, 300))
      #expect(!Self.isCovered(plan, frame, 500 + 60 * 1.16, 300))
      #expect(Self.isCovered(plan, frame, 500, 300 - 75 * 1.14))
    }
  }

  @Test func `a gap is covered along the way, and grown`() {
    let place = { @Sendable (frame: Int) in 300 + 8 * Double(frame) }
    let plan = Self.plan(
      frames: 60, [{ (20...35).contains($0) ? nil : Self.head(place($0)) }])
    #expect(plan.doubts == [] && plan.tracks.count == 1 && plan.tracks[0].filled == 16)
    for frame in 20...35 {
      #expect(Self.isCovered(plan, frame, place(frame), 300))
      #expect(Self.isCovered(plan, frame, place(frame) + 60 * 1.15, 300))
    }
    // Half way, 0.32 s from a sight: 1 + 0.8 x 0.32 times as large.
    #expect(Self.isCovered(plan, 27, place(27) + 60 * 1.15 * 1.2, 300))
  }

  @Test func `a gap of four seconds is filled and a longer one is not sure`() {
    func plan(_ gap: Int) -> CoverPlan {
      Self.plan(frames: 200, [{ $0 >= 30 && $0 < 30 + gap ? nil : Self.head(500) }])
    }
    #expect(plan(99).doubts == [])
    #expect(plan(100).doubts.count == 2)
    // Of neither half it is sure what the other one has.
    #expect(plan(100).cover?.regions(atMs: 29 * Self.frameMs)?.isEmpty == nil)
  }

  @Test func `a face from nowhere within the picture is not sure`() throws {
    let plan = Self.plan(frames: 100, [{ $0 < 50 ? nil : Self.head(500) }])
    let doubt = try #require(plan.doubts.first)
    #expect(doubt.why.contains("appears in frame 50 (2.0 s)") && doubt.frames == 0...49)
    let cover = try #require(plan.cover)
    #expect(cover.regions(atMs: 49 * Self.frameMs) == nil)
    #expect(cover.regions(atMs: 50 * Self.frameMs)?.count == 1)
    // Parts behind it are sure.
    #expect(plan.doubts(in: .frames(50...99)) == [] && plan.doubts(in: .whole).count == 1)
    #expect(plan.doubts(in: .seconds(start: 2, end: nil)) == [])
    #expect(plan.doubts(in: .seconds(start: 1.99, end: nil)).count == 1)
    #expect(plan.doubts(in: .moment(2)) == [] && plan.doubts(in: .moment(1.97)).count == 1)
    let lost = Self.plan(frames: 100, [{ $0 > 50 ? nil : Self.head(500) }])
    #expect(lost.doubts.first?.why.contains("is lost in frame 50") == true)
    #expect(lost.doubts(in: .frames(0...50)) == [] && lost.doubts(in: .frames(50...51)).count == 1)
  }

  @Test func `a face within a second of the clip's ends, or of a cut, is covered up to there`() {
    let plan = Self.plan(frames: 60, [{ (20...40).contains($0) ? Self.head(500) : nil }])
    #expect(plan.doubts == [])
    #expect(Self.isCovered(plan, 0, 500, 300) && Self.isCovered(plan, 59, 500, 300))
    #expect(
      Self.plan(frames: 100, [{ (27...40).contains($0) ? Self.head(500) : nil }]).doubts.count == 2)
    let cut = Self.plan(frames: 100, cuts: [50], [{ $0 < 50 ? nil : Self.head(500) }])
    #expect(cut.doubts == [])
    #expect(!Self.isCovered(cut, 49, 500, 300) && Self.isCovered(cut, 50, 500, 300))
  }

  @Test func `who comes in over the edge is covered from there`() {
    // 10 px a frame: the first sight is 30 px from the edge, 17 frames before the head is beside the picture.
    let place = { @Sendable (frame: Int) in -530 + 10 * Double(frame) }
    let plan = Self.plan(frames: 120, [{ $0 < 60 ? nil : Self.head(place($0)) }])
    #expect(plan.doubts == [])
    for frame in 50..<60 {
      #expect(Self.isCovered(plan, frame, max(place(frame) + 40, 1), 300))
    }
    #expect(!Self.isCovered(plan, 20, 1, 300))
  }

  @Test func `a size or a place that no face can have in a frame begins another track`() {
    let plan = Self.plan(frames: 20, [{ Self.head($0 < 10 ? 200 : 700) }])
    #expect(plan.tracks.count == 2)
    // Both are within a second of the clip's ends.
    #expect(plan.doubts == [])
  }

  // MARK: Whose faces

  private static func faces(_ frames: Int, worn: (Int) -> Bool) -> [[CoverPlanning.NumberedFace]] {
    (0..<frames).map { frame in
      [
        .init(number: 1, sight: head(200), isWorn: worn(frame)),
        .init(number: 2, sight: head(800), isWorn: false),
      ]
    }
  }

  private static let two: [@Sendable (Int) -> CoverSight?] = [
    { _ in head(200) }, { _ in head(800) },
  ]

  @Test func `others are those that wear nothing in the frame`() {
    let plan = Self.plan(
      frames: 30, faces: Self.faces(30) { $0 != 10 }, of: .others, Self.two)
    #expect(!Self.isCovered(plan, 5, 200, 300) && Self.isCovered(plan, 5, 800, 300))
    #expect(Self.isCovered(plan, 10, 200, 300))
  }

  @Test func `numbers choose faces, and one that is not there is not sure`() {
    let faces = Self.faces(30) { _ in false }
    let plan = Self.plan(frames: 30, faces: faces, of: .numbers([2]), Self.two)
    #expect(!Self.isCovered(plan, 5, 200, 300) && Self.isCovered(plan, 5, 800, 300))
    let missing = Self.plan(frames: 30, faces: faces, of: .numbers([2, 7]), Self.two)
    #expect(missing.doubts(in: .frames(3...4)).first?.contains("no face has the number 7") == true)
    // A face without a number is covered.
    let third = Self.plan(
      frames: 30, faces: faces, of: .numbers([2]), Self.two + [{ _ in Self.head(500) }])
    #expect(Self.isCovered(third, 5, 500, 300))
  }
}
