import Foundation
import Geometry
import Imaging
import SampleRecording
import Testing
import Tracking

@Suite struct SampleHandTests {
  static let times = (0..<360).map { Double($0) / 30 }

  private func size() throws -> PixelSize<TrackerSpace> {
    try #require(PixelSize(width: 640, height: 360))
  }

  private func hand(at time: Double) throws -> HandSample? {
    try SampleScript.brushing.tracking(at: time, size: size()).hands.first
  }

  @Test func `the hand comes once, stays while it brushes, and goes again`() throws {
    let seen = try Self.times.map { try hand(at: $0) != nil }
    #expect(zip(seen, seen.dropFirst()).count { $0 != $1 } == 2)
    #expect(seen.first == false && seen.last == false && seen.count { $0 } > 150)
  }

  @Test func `its bones keep their lengths, those of MediaPipe's hands made smaller`() throws {
    // The lengths in metres that the session's contract takes for a hand without world landmarks.
    let known = [(0, 9, 0.077), (5, 17, 0.050), (0, 5, 0.079), (0, 17, 0.072)]
    for time in [4.6, 6.1, 7.4, 8.03, 9.9] {
      let world = try #require(try hand(at: time)).worldLandmarks
      #expect(world.count == 21)
      let ratios = known.map { from, to, metres in
        let bone = world[from] - world[to]
        return (bone * bone).sum().squareRoot() / metres
      }
      // A child's hand: 0.86 of a grown-up's, give or take the shape of a palm.
      for ratio in ratios { #expect(abs(ratio - 0.86) < 0.06) }
      let middle = world.reduce(.zero, +)
      #expect(abs(middle.x) + abs(middle.y) + abs(middle.z) < 1e-12)
    }
  }

  @Test func `landmarks are the world's joints, seen by a pinhole`() throws {
    let (width, height) = (640.0, 360.0)
    // The contract's camera has a vertical angle of view of 63 degrees.
    let focal = height / 2 / tan(31.5 * .pi / 180)
    let hand = try #require(try hand(at: 7.9))
    // The wrist's place is unknown: two landmarks give its depth, the others have to follow from it.
    let (world, seen) = (hand.worldLandmarks, hand.landmarks)
    let wristDepth = 100 * focal * (world[9].z - world[0].z) / seen[9].z
    for index in seen.indices {
      let depth = wristDepth + 100 * (world[index].z - world[0].z)
      let wristX = (seen[0].x - width / 2) * wristDepth / focal
      let wristY = (seen[0].y - height / 2) * wristDepth / focal
      let x = width / 2 + focal * (wristX + 100 * (world[index].x - world[0].x)) / depth
      let y = height / 2 + focal * (wristY + 100 * (world[index].y - world[0].y)) / depth
      #expect(abs(seen[index].x - x) < 1e-6 && abs(seen[index].y - y) < 1e-6)
    }
  }

  @Test func `the drawn fingers lie on the tracked joints`() throws {
    let size = try size()
    for time in [6.1, 7.4, 8.03] {
      let picture = try SampleStage.frame(of: .brushing, at: time, size: size)
      let hand = try #require(try hand(at: time))
      // Two joints lie on the ink between fingers: right beside it there is skin.
      let skin = (5...20).count { joint in
        let place = hand.landmarks[joint]
        let first = 4 * (Int(place.y) * picture.width + Int(place.x))
        let (red, green, blue) = (
          picture.bytes[first], picture.bytes[first + 1], picture.bytes[first + 2]
        )
        // Neither the teal of the brush and of the tiles nor ink.
        return red > 170 && red > green && green > blue
      }
      #expect(skin >= 14, "at \(time) s")
    }
  }
}
