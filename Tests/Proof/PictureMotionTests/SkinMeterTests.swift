import Features
import Foundation
import Geometry
import PictureMotion
import PointTracking
import TestSupport
import Testing

/// The measure of how far a layer slides over the skin, on pictures whose motion is known exactly.
@Suite struct SkinMeterTests {
  private static let picture = SyntheticSkin()
  private static let frames = 20

  /// A head that wanders, leans and comes nearer.
  private static func wander(_ frame: Int) -> SyntheticSkin.Pose {
    let t = Double(frame)
    return SyntheticSkin.Pose(
      x: 160 + 12 * sin(t / 3), y: 140 + 6 * sin(t / 4), turn: 0.1 * sin(t / 5),
      growth: 1 + 0.05 * sin(t / 6))
  }

  private func measured(
    frames: Int = Self.frames, _ pose: (Int) -> SyntheticSkin.Pose = Self.wander,
    cover: (Double, Double) -> Bool = { _, _ in false },
    slip: (Int) -> SIMD2<Double> = { _ in .zero }
  ) -> [SkinMeter.Figure?] {
    var meter = SkinMeter()
    for frame in 0..<frames {
      let pose = pose(frame)
      meter.add(
        frame: frame, picture: Self.picture.frame(pose, cover: cover),
        faces: [Self.picture.face(pose, layerMovedBy: slip(frame))])
    }
    return meter.figures
  }

  @Test func `a layer that is where it should be swims less than the floor`() throws {
    let figures = measured()
    for (figure, span) in zip(figures, SkinMeter.spans) {
      let figure = try #require(figure)
      #expect(figure.pairs == Self.frames - span)
      #expect(figure.swimPx < 0.05, "over \(span)")
      #expect(figure.swimPx <= figure.floorPx, "over \(span)")
      #expect(figure.floorPx < 0.2)
    }
  }

  @Test func `what the layer swims is found, over each span`() throws {
    let slips = (0..<Self.frames).map { frame in
      SIMD2(1.2 * sin(Double(frame) * 2.1), 0.7 * cos(Double(frame) * 1.3))
    }
    let figures = measured(slip: { slips[$0] })
    for (figure, span) in zip(figures, SkinMeter.spans) {
      let squares = (0..<Self.frames - span).map { frame in
        let slip = slips[frame + span] - slips[frame]
        return (slip * slip).sum()
      }
      let truth = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
      #expect(abs(try #require(figure).swimPx - truth) < 0.05, "over \(span)")
    }
  }

  @Test func `a layer that always lies beside its place does not swim`() throws {
    let figures = measured(slip: { _ in SIMD2(6, -3) })
    // Turning by 0.1 about a middle that is 7 pixels off is all that shows.
    #expect(try #require(figures[0]).swimPx < 0.25)
  }

  @Test func `a head that moves 60 pixels a frame is followed`() throws {
    let figures = measured(frames: 6) {
      SyntheticSkin.Pose(x: $0 % 2 == 0 ? 130 : 190, y: 140)
    }
    #expect(try #require(figures[0]).swimPx < 0.05)
  }

  @Test func `what covers a quarter of the face does not count`() throws {
    let figures = measured(cover: { x, y in x > 185 && y < 150 })
    #expect(try #require(figures[0]).swimPx < 0.1)
  }

  @Test func `a face without texture, or out of the picture, is not measured`() {
    var meter = SkinMeter()
    let pose = SyntheticSkin.Pose()
    let even = GreyPicture(
      width: SyntheticSkin.width, height: SyntheticSkin.height,
      bytes: [UInt8](repeating: 90, count: SyntheticSkin.width * SyntheticSkin.height))
    for frame in 0..<3 {
      meter.add(frame: frame, picture: even.unsafelyUnwrapped, faces: [Self.picture.face(pose)])
    }
    #expect(meter.figures.allSatisfy { $0 == nil })
    #expect(measured(frames: 3, { _ in SyntheticSkin.Pose(x: 900, y: 900) })[0] == nil)
  }

  @Test func `a frame that is left out, or of another size, starts anew`() {
    var meter = SkinMeter()
    let face = Self.picture.face(SyntheticSkin.Pose())
    let picture = Self.picture.frame(SyntheticSkin.Pose())
    for frame in [0, 2, 4] { meter.add(frame: frame, picture: picture, faces: [face]) }
    #expect(meter.figures[0] == nil)
    let other = GreyPicture(width: 2, height: 2, bytes: [0, 0, 0, 0]).unsafelyUnwrapped
    meter.add(frame: 5, picture: other, faces: [face])
    #expect(meter.figures[0] == nil)
    meter.add(frame: 6, picture: other, faces: [])
    #expect(meter.figures[0] == nil)
  }

  @Test func `faces that make no sense are none`() {
    let seeds = [Point2<SceneSpace>](repeating: Point2(1, 1), count: SkinSeed.all.count)
    let quad = Quad<SceneSpace>(Point2(0, 0), Point2(1, 0), Point2(1, 1), Point2(0, 1))
    func face(_ seeds: [Point2<SceneSpace>], _ eyes: Double) -> SkinFace? {
      SkinFace(identity: 1, quad: quad, seeds: seeds, middle: Point2(0, 0), eyeDistance: eyes)
    }
    #expect(face(seeds, 1) != nil)
    #expect(face(Array(seeds.dropLast()), 1) == nil)
    #expect(face(seeds, 0) == nil)
    #expect(face(seeds, .nan) == nil)
    #expect(face(seeds.map { _ in Point2(1e7, 0) }, 1) == nil)
  }
}
