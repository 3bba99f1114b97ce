import FaceModel
import Features
import Foundation
import Geometry
import PictureMotion
import TestSupport
import Testing

/// The lag of landmarks behind a picture whose motion is a formula: the truth is exact.
@Suite struct PictureLagTests {
  private static let picture = SyntheticSkin(seed: 3)
  private static let intervalMs = 40.0
  private static let frames = 75

  /// A head that wanders without a period, and stands still nowhere for long.
  private static func wander(_ ms: Double) -> SyntheticSkin.Pose {
    let t = ms / 1000
    return SyntheticSkin.Pose(
      x: 160 + 14 * sin(5.1 * t) + 8 * sin(8.3 * t + 1), y: 140 + 8 * sin(6.7 * t + 2),
      turn: 0.06 * sin(3.9 * t))
  }

  /// A frame whose background stands still around the moving face.
  private static func frame(_ pose: SyntheticSkin.Pose) -> GreyPicture {
    picture.frame(pose) { x, y in
      let (dx, dy) = ((x - pose.x) / 85, (y - pose.y - 15) / 110)
      return dx * dx + dy * dy > 1
    }
  }

  private static let wandering: [GreyPicture] = (0..<frames).map {
    frame(wander(Double($0) * intervalMs))
  }

  private static func sample(
    _ pose: SyntheticSkin.Pose, atMs time: Double, identity: Int = 1
  ) throws -> LagSample {
    let scale = SyntheticSkin.eyeDistance / CanonicalFace.eyeDistance
    let middle = CanonicalFace.eyeMidpoint
    let points = LagLandmarks.numbers.map { number in
      let vertex = CanonicalFace.vertices[number]
      let point = pose(scale * (vertex.x - middle.x), -scale * (vertex.y - middle.y))
      return SIMD2(point.x, point.y)
    }
    return try #require(
      LagSample(
        identity: identity, timeMs: time, points: points, middle: SIMD2(pose.x, pose.y),
        eyeDistance: SyntheticSkin.eyeDistance))
  }

  /// The lag of samples that say that they are later than they are.
  private func lag(
    of pictures: [GreyPicture] = Self.wandering, lateByMs shift: Double = 0,
    everyMs interval: Double = Self.intervalMs,
    pose: (Double) -> SyntheticSkin.Pose = Self.wander,
    isSeen: (Double) -> Bool = { _ in true }
  ) throws -> PictureLag {
    var meter = PictureLagMeter()
    for (index, picture) in pictures.enumerated() {
      meter.add(frameAtMs: Double(index) * Self.intervalMs, picture: picture)
    }
    let end = Double(pictures.count) * Self.intervalMs
    for time in stride(from: 0, to: end, by: interval) where isSeen(time) {
      meter.add(try Self.sample(pose(time), atMs: time + shift))
    }
    return meter.finish()
  }

  private func milliseconds(_ lag: PictureLag) throws -> Double {
    guard case .measured(let lagMs, let errorMs) = lag else {
      Issue.record("\(lag)")
      return .nan
    }
    #expect(errorMs <= PictureLagMeter.largestErrorMs)
    return lagMs
  }

  @Test(arguments: [-200.0, -80, 0, 33, 80, 200])
  func `landmarks that come later by a known time lag by it`(shift: Double) throws {
    #expect(abs(try milliseconds(lag(lateByMs: shift)) - shift) < 5)
  }

  @Test func `samples at a lower rate than frames have the same lag`() throws {
    #expect(abs(try milliseconds(lag(lateByMs: 80, everyMs: 100)) - 80) < 10)
  }

  @Test func `a stretch without samples does not change the lag`() throws {
    let found = try lag(lateByMs: -80, isSeen: { !(1000..<1500).contains($0) })
    #expect(abs(try milliseconds(found) + 80) < 10)
  }

  /// A filter y += (x - y) / 3 delays slow motion by two samples: (1 - 1/3) / (1/3) of them.
  @Test func `landmarks that a filter delays lag by its delay`() throws {
    var filtered = Self.wander(0)
    let found = try lag(pose: { time in
      let pose = Self.wander(time)
      filtered.x += (pose.x - filtered.x) / 3
      filtered.y += (pose.y - filtered.y) / 3
      filtered.turn += (pose.turn - filtered.turn) / 3
      return filtered
    })
    // The delay of its phase at these speeds, 4 to 8 radians a second, is 70 to 79 ms.
    let lagMs = try milliseconds(found)
    #expect(lagMs > 60 && lagMs < 85, "\(lagMs)")
  }

  @Test func `a face that stands still has no lag`() throws {
    let still = [GreyPicture](repeating: Self.wandering[0], count: 40)
    #expect(try lag(of: still, pose: { _ in Self.wander(0) }) == .unknown(.still))
  }

  @Test func `a picture without texture is not followed`() throws {
    let (width, height) = (SyntheticSkin.width, SyntheticSkin.height)
    let flat = try #require(
      GreyPicture(
        width: width, height: height, bytes: [UInt8](repeating: 60, count: width * height)))
    #expect(try lag(of: [GreyPicture](repeating: flat, count: 40)) == .unknown(.notFollowed))
  }

  @Test func `landmarks that move another way than the picture have no lag`() throws {
    let found = try lag(pose: { time in
      let t = time / 1000
      return SyntheticSkin.Pose(x: 160 + 15 * sin(2.3 * t + 1), y: 140 + 9 * sin(11 * t))
    })
    guard case .unknown(let reason) = found else {
      Issue.record("\(found)")
      return
    }
    #expect(reason == .unlike || reason == .ambiguous)
  }

  /// A motion of 400 ms is the same 400 ms later.
  @Test func `a periodic motion does not tell one lag from another`() throws {
    func pose(_ ms: Double) -> SyntheticSkin.Pose {
      SyntheticSkin.Pose(x: 160 + 10 * sin(2 * .pi * ms / 400))
    }
    let pictures = (0..<50).map { Self.frame(pose(Double($0) * Self.intervalMs)) }
    #expect(try lag(of: pictures, pose: pose) == .unknown(.ambiguous))
  }

  /// Of the samples the first 250 ms count for the tracker's settling; four blocks of 250 ms are needed.
  @Test func `a lag needs a second of a face that has settled`() throws {
    #expect(try lag(of: Array(Self.wandering.prefix(26))) == .unknown(.tooShort))
    #expect(abs(try milliseconds(lag(of: Array(Self.wandering.prefix(40))))) < 10)
  }

  @Test func `no face has no lag`() throws {
    #expect(try lag(isSeen: { _ in false }) == .unknown(.noFace))
  }
}
