import FaceModel
import Features
import Foundation
import Geometry
import PictureMotion
import TestSupport

/// A picture of waves that moves along a known path: every frame is the formula at the moved places,
/// so nothing is resampled, and the truth is exact.
struct MovingPicture {
  /// The picture's sides.
  static let (width, height) = (320, 280)
  /// The eye distance of the face that is drawn on it, in pixels.
  static let eyeDistance = 60.0

  private let waves: [(x: Double, y: Double, phase: Double, height: Double)]

  init(seed: UInt64 = 1) {
    var random = SplitMix64(state: seed)
    waves = (0..<14).map { index in
      let length = 7 * pow(1.17, Double(index))
      let angle = Double.random(in: 0..<(2 * .pi), using: &random)
      let k = 2 * .pi / length
      return (k * cos(angle), k * sin(angle), .random(in: 0..<6, using: &random), 7)
    }
  }

  /// How the picture lies at a frame: a turn about the face's middle, a growth, and the middle.
  struct Pose {
    var x = 160.0
    var y = 140.0
    var turn = 0.0
    var growth = 1.0

    func callAsFunction(_ u: Double, _ v: Double) -> Point2<SceneSpace> {
      let (c, s) = (growth * cos(turn), growth * sin(turn))
      return Point2(x + c * u - s * v, y + s * u + c * v)
    }

    func inverse(_ px: Double, _ py: Double) -> (u: Double, v: Double) {
      let (dx, dy) = (px - x, py - y)
      let (c, s) = (cos(turn) / growth, sin(turn) / growth)
      return (c * dx + s * dy, -s * dx + c * dy)
    }
  }

  /// The frame at a pose; `cover` draws something else, which stands still, where it says so.
  func frame(_ pose: Pose, cover: (Double, Double) -> Bool = { _, _ in false }) -> GreyPicture {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.width * Self.height)
    for row in 0..<Self.height {
      for column in 0..<Self.width {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        let (u, v) = cover(x, y) ? (3 * x + 1000, 3 * y) : pose.inverse(x, y)
        let value = waves.reduce(128.0) { $0 + $1.height * sin($1.x * u + $1.y * v + $1.phase) }
        bytes.append(UInt8(min(max(value, 0), 255).rounded()))
      }
    }
    return GreyPicture(width: Self.width, height: Self.height, bytes: bytes).unsafelyUnwrapped
  }

  /// The face at a pose, its layer moved by some pixels from where it should be.
  func face(_ pose: Pose, layerMovedBy slip: SIMD2<Double> = .zero) -> SkinFace {
    let scale = Self.eyeDistance / CanonicalFace.eyeDistance
    let middle = CanonicalFace.eyeMidpoint
    let seeds = SkinSeed.all.map { seed in
      let vertex = CanonicalFace.vertices[seed.landmark]
      return pose(scale * (vertex.x - middle.x), -scale * (vertex.y - middle.y))
    }
    func corner(_ u: Double, _ v: Double) -> Point2<SceneSpace> {
      let place = pose(u * Self.eyeDistance, v * Self.eyeDistance)
      return Point2(place.x + slip.x, place.y + slip.y)
    }
    let quad = Quad(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
    return SkinFace(
      identity: 1, quad: quad, seeds: seeds, middle: pose(0, 0),
      eyeDistance: Self.eyeDistance * pose.growth
    ).unsafelyUnwrapped
  }
}
