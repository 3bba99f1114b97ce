import Features
import Foundation
import Geometry
import PointTracking
import TestSupport
import Testing

/// Points of one picture found in another, on pictures whose motion is known exactly.
@Suite struct PointTrackerTests {
  private static let skin = SyntheticSkin(seed: 5)
  private static let (width, height) = (160, 120)

  private static func picture(_ pose: SyntheticSkin.Pose) -> GreyPicture {
    GreyPicture(
      width: SyntheticSkin.width, height: SyntheticSkin.height, bytes: skin.bytes(pose)
    ).unsafelyUnwrapped
  }

  private static func plane(_ picture: GreyPicture) -> GreyPlane {
    picture.window(
      from: SIMD2(80, 80), width: width, height: height, through: PictureSimilarity())
  }

  private static let still = picture(SyntheticSkin.Pose())

  @Test(arguments: [0.0, 0.4, 1.7, 3.1])
  func `points are found where the picture moved them`(distance: Double) throws {
    let move = SIMD2(distance * 0.8, -distance * 0.6)
    let second = Self.picture(SyntheticSkin.Pose(x: 160 + move.x, y: 140 + move.y))
    let tracker = PointTracker(Self.plane(Self.still), Self.plane(second))
    for x in stride(from: 40.0, to: 120, by: 13.7) {
      let found = try #require(tracker.find(SIMD2(x, 60)))
      let off = found.place - SIMD2(x, 60) - move
      #expect((off * off).sum().squareRoot() < 0.03)
      #expect(found.error < 0.03)
    }
  }

  @Test func `windows that leave the plane, or have no texture, are lost`() {
    let plane = Self.plane(Self.still)
    let tracker = PointTracker([plane], [plane])
    let reach = Double(PointTracker.radius + 1)
    #expect(tracker.find(SIMD2(reach, 60)) != nil)
    #expect(tracker.find(SIMD2(reach - 0.01, 60)) == nil)
    #expect(tracker.find(SIMD2(Double(Self.width) - 1.01 - reach, 60)) != nil)
    #expect(tracker.find(SIMD2(Double(Self.width) - 1 - reach, 60)) == nil)
    #expect(tracker.find(SIMD2(60, Double(Self.height) - 1.01 - reach)) != nil)
    #expect(tracker.find(SIMD2(60, Double(Self.height) - 1 - reach)) == nil)
    #expect(tracker.find(SIMD2(.nan, 60)) == nil)
    #expect(tracker.find(SIMD2(1e300, 60)) == nil)
    let bytes = [UInt8](repeating: 90, count: SyntheticSkin.width * SyntheticSkin.height)
    let even = GreyPicture(
      width: SyntheticSkin.width, height: SyntheticSkin.height, bytes: bytes
    ).unsafelyUnwrapped
    #expect(PointTracker(Self.plane(even), Self.plane(even)).find(SIMD2(80, 60)) == nil)
  }

  @Test func `a window shows the picture where its map says, as the formula has it`() {
    let map = PictureSimilarity(spin: SIMD2(1.02, 0.05), shift: SIMD2(-3.3, -8.1))
    let window = Self.still.window(
      from: SIMD2(90, 90), width: 40, height: 30, through: map)
    let picture = Array(Self.still.bytes)
    let whole = Self.still.window(
      from: SIMD2(90, 90), width: 40, height: 30, through: PictureSimilarity(shift: SIMD2(5, -4)))
    for y in 0..<30 {
      for x in 0..<40 {
        #expect(
          Array(whole.pixels)[y * 40 + x]
            == Float(picture[(90 + y - 4) * SyntheticSkin.width + 90 + x + 5]))
        let at = map(SIMD2(90.5 + Double(x), 90.5 + Double(y)))
        let seen = Float(Self.skin.brightness(at.x, at.y, SyntheticSkin.Pose()))
        #expect(abs(Array(window.pixels)[y * 40 + x] - seen) < 2.5)
      }
    }
  }

  @Test func `maps that go anywhere show only the picture's own pixels`() {
    let bytes: [UInt8] = [10, 10, 10, 10]
    let small = GreyPicture(width: 2, height: 2, bytes: bytes).unsafelyUnwrapped
    for number in [0, 1e-300, 1e9, -1e300, .infinity, .nan] {
      let map = Homography<FaceSpace, SceneSpace>(1, 0, number, 0, number, 0, number, 0, 1)
      let plane = small.plane(width: 3, height: 3, through: map)
      #expect(plane.pixels.allSatisfy { abs($0 - 10) < 0.01 || !$0.isFinite })
    }
  }

  @Test func `halves keep a picture's mean, and their pixels lie on every other one`() {
    let plane = Self.plane(Self.still)
    let planes = plane.pyramid(levels: 3, radius: 10)
    #expect(planes.map(\.width) == [160, 80, 40])
    let (first, half) = (Array(plane.pixels), Array(planes[1].pixels))
    let weights: [Float] = [1, 4, 6, 4, 1]
    for (x, y) in [(3, 5), (40, 30), (70, 55)] {
      var sum: Float = 0
      for j in 0..<5 {
        for i in 0..<5 {
          sum += weights[i] * weights[j] / 256 * first[(2 * y + j - 2) * 160 + 2 * x + i - 2]
        }
      }
      #expect(abs(half[y * 80 + x] - sum) < 1e-3)
    }
    #expect(plane.pyramid(levels: 4, radius: 31).count == 1)
    #expect(plane.pyramid(levels: 4, radius: 30).count == 2)
  }
}
