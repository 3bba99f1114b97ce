import Features
import Foundation
import Geometry
import Skin
import TestSupport
import Testing

/// The correction that the skin's motion asks for, on made clips whose truth is exact.
@Suite struct SkinFinderTests {
  @Test func `a face that is placed exactly stays where it is`() throws {
    let motion = SkinClip().motion()
    let summary = try #require(motion.summaries[1])
    #expect(summary.rmsPx < 0.05)
    #expect(summary.framesLinked == summary.frames - 1)
    #expect(summary.tooFew + summary.torn + summary.contradicted + summary.held == 0)
    #expect(!summary.isUsable)
  }

  @Test func `samples without jitter are those of a formula, and are right`() throws {
    let motion = SkinClip(error: SkinClip.drift, jitter: 0).motion()
    #expect(try #require(motion.summaries[1]).isUsable == false)
  }

  @Test func `a tracker's drift is taken away`() throws {
    let clip = SkinClip(error: SkinClip.drift)
    let motion = clip.motion()
    for (span, most) in [(1, 0.15), (5, 0.2), (15, 0.25)] {
      #expect(clip.slide(over: span, nil) > 3 * most)
      #expect(clip.slide(over: span, motion) < most, "over \(span)")
    }
    let summary = try #require(motion.summaries[1])
    #expect(summary.isUsable)
    #expect(summary.slideAfterPx < 0.2 * summary.slideBeforePx)
    // Turn and growth too.
    for frame in [10, 30, 50] {
      let correction = try #require(motion.correction(of: 1, atMs: SkinClip.timeMs(frame)))
      let first = try #require(motion.correction(of: 1, atMs: SkinClip.timeMs(0)))
      let (error, before) = (SkinClip.drift(frame), SkinClip.drift(0))
      #expect(abs(correction.turn - first.turn + error.turn - before.turn) < 0.003)
      #expect(abs(correction.scale / first.scale * error.growth / before.growth - 1) < 0.003)
    }
  }

  @Test func `the drift is found in pictures of half the scene's size`() {
    let clip = SkinClip(error: SkinClip.drift)
    var finder = SkinFinder(scene: SkinClip.scene)
    for index in 0..<clip.frames {
      let half = clip.frame(index).reduced(
        width: SyntheticSkin.width / 2, height: SyntheticSkin.height / 2)
      finder.add(frameMs: SkinClip.timeMs(index), picture: half, faces: [clip.face(index)])
    }
    #expect(clip.slide(over: 5, finder.solved()) < 0.25)
  }

  @Test func `a frozen picture holds the face still`() {
    let clip = SkinClip(
      pose: { _ in SkinClip.wander(0) }, error: SkinClip.drift,
      pictures: [GreyPicture](repeating: SkinClip().frame(0), count: 60))
    let motion = clip.motion()
    #expect(clip.slide(over: 1, motion) < 0.1)
    #expect(clip.slide(over: 15, motion) < 0.15)
  }

  @Test func `what passes before the face does not carry it off`() throws {
    // As wide as a hand: it comes from the left, crosses the face, and goes.
    let clip = SkinClip(
      frames: 90, error: SkinClip.drift,
      cover: { frame, x, y in abs(x - 6 * Double(frame - 20)) < 28 && y > 95 }, pictures: nil)
    let motion = clip.motion()
    #expect(clip.slide(over: 1, motion) < 0.3)
    #expect(clip.slide(over: 15, motion) < 0.6)
    #expect(clip.slide(over: 15, motion) < 0.4 * clip.slide(over: 15, nil))
  }

  @Test func `what lies on the face does not carry it off`() {
    let clip = SkinClip(
      frames: 90, error: SkinClip.drift,
      cover: { frame, x, y in (35..<70).contains(frame) && x > 160 && y < 150 }, pictures: nil)
    let motion = clip.motion()
    #expect(clip.slide(over: 1, motion) < 0.3)
    #expect(clip.slide(over: 15, motion) < 0.6)
  }

  @Test func `a motion that the tracker denies goes only so far`() throws {
    // The skin slides away by 60 pixels under a face that stands still.
    let clip = SkinClip(
      pose: { SyntheticSkin.Pose(x: 130 + Double($0)) },
      error: { SyntheticSkin.Pose(x: 30 - Double($0), y: 0) }, pictures: nil)
    let motion = clip.motion()
    let summary = try #require(motion.summaries[1])
    #expect(summary.held > 0)
    let most = 0.12 * SyntheticSkin.eyeDistance
    for frame in 0..<clip.frames {
      let correction = try #require(motion.correction(of: 1, atMs: SkinClip.timeMs(frame)))
      #expect(correction.shift.length <= (frame < 15 ? 3 * most : most) + 1e-9)
    }
  }

  @Test func `nothing is linked over a cut`() throws {
    let clip = SkinClip(
      pose: { SyntheticSkin.Pose(x: $0 < 30 ? 130 : 190) }, error: SkinClip.drift,
      texture: { $0 < 30 ? SkinClip.picture : SyntheticSkin(seed: 9) }, pictures: nil)
    let motion = clip.motion()
    let summary = try #require(motion.summaries[1])
    #expect(summary.framesLinked == clip.frames - 2)
    #expect(clip.slide(over: 1, motion) < clip.slide(over: 1, nil))
  }

  @Test func `a face without texture is not corrected`() throws {
    let even = GreyPicture(
      width: SyntheticSkin.width, height: SyntheticSkin.height,
      bytes: [UInt8](repeating: 80, count: SyntheticSkin.width * SyntheticSkin.height)
    ).unsafelyUnwrapped
    var finder = SkinFinder(scene: SkinClip.scene)
    let clip = SkinClip(error: SkinClip.drift)
    for index in 0..<20 {
      finder.add(frameMs: SkinClip.timeMs(index), picture: even, faces: [clip.face(index)])
    }
    let motion = finder.solved()
    #expect(try #require(motion.summaries[1]).isUsable == false)
    #expect(motion.summaries[1]?.framesLinked == 0)
    #expect(motion.correction(of: 1, atMs: 400) == nil)
  }

  @Test func `one frame tells nothing, and none neither`() {
    let motion = SkinClip(frames: 1).motion()
    #expect(motion.summaries[1]?.frames == 1)
    #expect(motion.correction(of: 1, atMs: 0) == nil)
    #expect(motion.summaries[1]?.isUsable == false)
    var finder = SkinFinder(scene: SkinClip.scene)
    #expect(finder.solved().identities.isEmpty)
  }

  @Test func `a correction is known between frames, and only there`() throws {
    let motion = SkinClip(frames: 20, error: SkinClip.drift).motion()
    let (before, after) = (
      try #require(motion.correction(of: 1, atMs: 400)),
      try #require(motion.correction(of: 1, atMs: 440))
    )
    let between = try #require(motion.correction(of: 1, atMs: 410))
    #expect(abs(between.shift.x - (0.75 * before.shift.x + 0.25 * after.shift.x)) < 1e-9)
    #expect(motion.correction(of: 1, atMs: 0) != nil)
    #expect(motion.correction(of: 1, atMs: -0.1) == nil)
    #expect(motion.correction(of: 1, atMs: 760) != nil)
    #expect(motion.correction(of: 1, atMs: 760.1) == nil)
    #expect(motion.correction(of: 2, atMs: 400) == nil)
  }

  @Test func `faces are corrected each by itself, and a gap parts a face's runs`() throws {
    let clips = [SkinClip(frames: 40, error: SkinClip.drift), SkinClip(frames: 40)]
    var finder = SkinFinder(scene: SkinClip.scene)
    for index in 0..<40 {
      let faces = [clips[1].face(index, identity: 7), clips[0].face(index, identity: 3)]
      finder.add(
        frameMs: SkinClip.timeMs(index), picture: clips[0].frame(index),
        faces: index == 20 ? [faces[0]] : faces)
    }
    let motion = finder.solved()
    #expect(motion.identities == [3, 7])
    #expect(motion.summaries[3]?.frames == 39)
    #expect(motion.summaries[3]?.framesLinked == 37)
    #expect(motion.correction(of: 3, atMs: SkinClip.timeMs(20)) == nil)
    #expect(try #require(motion.summaries[7]).rmsPx < 0.05)
    #expect(try #require(motion.summaries[3]).isUsable)
  }

  @Test func `the sixteen largest faces are followed`() {
    let picture = SkinClip().frame(0)
    func faces(_ count: Int) -> [SkinFinder.Face] {
      (0..<count).map { number in
        let pose = SyntheticSkin.Pose(growth: number == 0 ? 0.5 : 1)
        let quad = SkinClip.picture.square(side: SkinFinder.Face.side, pose)
        return SkinFinder.Face(
          identity: number, raw: quad, smoothed: quad,
          seeds: SkinClip.picture.places(of: SkinFinder.seeds, pose), isSample: true
        ).unsafelyUnwrapped
      }
    }
    for (count, followed) in [(16, Array(0..<16)), (17, Array(1..<17))] {
      var finder = SkinFinder(scene: SkinClip.scene)
      finder.add(frameMs: 0, picture: picture, faces: faces(count))
      #expect(finder.solved().identities == followed)
    }
  }

  @Test func `faces that make no sense are none`() {
    let clip = SkinClip()
    let good = clip.face(0)
    func face(
      _ quad: Quad<SceneSpace>, _ seeds: [Point2<SceneSpace>]
    ) -> SkinFinder.Face? {
      SkinFinder.Face(identity: 1, raw: quad, smoothed: quad, seeds: seeds, isSample: true)
    }
    func square(_ side: Double) -> Quad<SceneSpace> {
      Quad(Point2(0, 0), Point2(side, 0), Point2(side, side), Point2(0, side))
    }
    #expect(face(good.raw, good.seeds) != nil)
    #expect(face(good.raw, Array(good.seeds.dropLast())) == nil)
    #expect(face(good.raw, good.seeds.map { _ in Point2(.nan, 0) }) == nil)
    #expect(face(square(8.01 * SkinFinder.Face.side), good.seeds) != nil)
    #expect(face(square(7.99 * SkinFinder.Face.side), good.seeds) == nil)
    #expect(face(square(0.99e6), good.seeds) != nil)
    #expect(face(square(1.01e6), good.seeds) == nil)
  }

  @Test func `quads that no camera sees, and faces far outside, are passed over`() {
    let clip = SkinClip()
    let seeds = clip.face(0).seeds
    let quads: [Quad<SceneSpace>] = [
      // Crossed, on a line with a corner aside, a horizon within, far outside, as large as allowed.
      Quad(Point2(0, 0), Point2(100, 100), Point2(100, 0), Point2(0, 100)),
      Quad(Point2(0, 0), Point2(100, 0), Point2(200, 0), Point2(0, 300)),
      Quad(Point2(0, 0), Point2(100, 0), Point2(20, 30), Point2(0, 100)),
      Quad(Point2(9e5, 9e5), Point2(9.1e5, 9e5), Point2(9.1e5, 9.1e5), Point2(9e5, 9.1e5)),
      Quad(Point2(-9e5, -9e5), Point2(9e5, -9e5), Point2(9e5, 9e5), Point2(-9e5, 9e5)),
    ]
    var finder = SkinFinder(scene: SkinClip.scene)
    for index in 0..<4 {
      let faces = quads.indices.compactMap {
        SkinFinder.Face(
          identity: $0, raw: quads[$0], smoothed: quads[($0 + index) % quads.count], seeds: seeds,
          isSample: true)
      }
      finder.add(frameMs: SkinClip.timeMs(index), picture: clip.frame(index), faces: faces)
    }
    let motion = finder.solved()
    for identity in motion.identities {
      let shift = motion.correction(of: identity, atMs: 40)?.shift
      #expect(shift.map { $0.length.isFinite } ?? true)
    }
  }

  @Test func `a picture of another size starts anew`() throws {
    let clip = SkinClip(error: SkinClip.drift)
    var finder = SkinFinder(scene: SkinClip.scene)
    for index in 0..<6 {
      var picture = clip.frame(index)
      if index >= 3 { picture = picture.reduced(width: 160, height: 140) }
      finder.add(frameMs: SkinClip.timeMs(index), picture: picture, faces: [clip.face(index)])
    }
    #expect(try #require(finder.solved().summaries[1]).framesLinked == 4)
  }
}
