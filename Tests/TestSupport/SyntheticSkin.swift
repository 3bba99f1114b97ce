import FaceModel
import Foundation
import Geometry

/// A picture of waves that moves along a known path: every frame is the formula at the moved places,
/// so nothing is resampled, and the truth is exact.
public struct SyntheticSkin: Sendable {
  /// The picture's sides.
  public static let (width, height) = (320, 280)
  /// The eye distance of the face that is drawn on it, in pixels.
  public static let eyeDistance = 60.0

  private let waves: [(x: Double, y: Double, phase: Double, height: Double)]

  /// Makes the picture of a seed.
  public init(seed: UInt64 = 1) {
    var random = SplitMix64(state: seed)
    waves = (0..<14).map { index in
      let length = 7 * pow(1.17, Double(index))
      let angle = Double.random(in: 0..<(2 * .pi), using: &random)
      let k = 2 * .pi / length
      return (k * cos(angle), k * sin(angle), .random(in: 0..<6, using: &random), 7)
    }
  }

  /// How the picture lies at a frame: a turn about the face's middle, a growth, and the middle.
  public struct Pose: Sendable {
    /// The middle, in pixels.
    public var x, y: Double
    /// The turn, in radians, and the growth.
    public var turn, growth: Double

    /// Makes a pose.
    public init(x: Double = 160, y: Double = 140, turn: Double = 0, growth: Double = 1) {
      (self.x, self.y, self.turn, self.growth) = (x, y, turn, growth)
    }

    /// Where a place of the face is.
    public func callAsFunction(_ u: Double, _ v: Double) -> Point2<SceneSpace> {
      let (c, s) = (growth * cos(turn), growth * sin(turn))
      return Point2(x + c * u - s * v, y + s * u + c * v)
    }

    func inverse(_ px: Double, _ py: Double) -> (u: Double, v: Double) {
      let (dx, dy) = (px - x, py - y)
      let (c, s) = (cos(turn) / growth, sin(turn) / growth)
      return (c * dx + s * dy, -s * dx + c * dy)
    }
  }

  /// The frame at a pose, a byte a pixel; `cover` draws something else, which stands still, where it says so.
  public func bytes(_ pose: Pose, cover: (Double, Double) -> Bool = { _, _ in false }) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.width * Self.height)
    for row in 0..<Self.height {
      for column in 0..<Self.width {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        let value =
          cover(x, y) ? wave(3 * x + 1000, 3 * y) : brightness(x, y, pose)
        bytes.append(UInt8(min(max(value, 0), 255).rounded()))
      }
    }
    return bytes
  }

  /// The brightness that a pose shows at a place of the frame.
  public func brightness(_ x: Double, _ y: Double, _ pose: Pose) -> Double {
    let (u, v) = pose.inverse(x, y)
    return wave(u, v)
  }

  private func wave(_ u: Double, _ v: Double) -> Double {
    waves.reduce(128.0) { $0 + $1.height * sin($1.x * u + $1.y * v + $1.phase) }
  }

  /// Where landmarks of the face are at a pose.
  public func places(of landmarks: [Int], _ pose: Pose) -> [Point2<SceneSpace>] {
    let scale = Self.eyeDistance / CanonicalFace.eyeDistance
    let middle = CanonicalFace.eyeMidpoint
    return landmarks.map { landmark in
      let vertex = CanonicalFace.vertices[landmark]
      return pose(scale * (vertex.x - middle.x), -scale * (vertex.y - middle.y))
    }
  }

  /// A square about the face's middle at a pose, upright in it, its side in eye distances.
  public func square(side: Double, _ pose: Pose, movedBy slip: SIMD2<Double> = .zero) -> Quad<
    SceneSpace
  > {
    func corner(_ u: Double, _ v: Double) -> Point2<SceneSpace> {
      let half = Self.eyeDistance * side / 2
      let place = pose(u * half, v * half)
      return Point2(place.x + slip.x, place.y + slip.y)
    }
    return Quad(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
  }
}
