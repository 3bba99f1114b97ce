import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct RotationTests {
  typealias V = [Double]

  static let random: [Quaternion] = {
    var random = SplitMix64(state: 5)
    return (0..<100).map { _ in
      Quaternion(
        w: random.number(-1...1), x: random.number(-1...1), y: random.number(-1...1),
        z: random.number(-1...1))
    }
  }()

  private func apply(_ m: V, _ v: V) -> V {
    (0..<3).map { row -> Double in
      let (x, y, z) = (m[3 * row] * v[0], m[3 * row + 1] * v[1], m[3 * row + 2] * v[2])
      return x + y + z
    }
  }

  private func distance(_ a: V, _ b: V) -> Double {
    zip(a, b).map { abs($0 - $1) }.max() ?? 0
  }

  /// The same rotation whichever of the two signs.
  private func distance(_ p: Quaternion, _ q: Quaternion) -> Double {
    distance(p.matrix, q.matrix)
  }

  @Test func `a quaternion has a rotation matrix: orthogonal, of determinant 1`() {
    for q in Self.random {
      let m = q.matrix
      let transposed = [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]]
      #expect(distance(product(m, transposed, side: 3), [1, 0, 0, 0, 1, 0, 0, 0, 1]) < 1e-14)
      let first: Double = m[0] * (m[4] * m[8] - m[5] * m[7])
      let second: Double = m[1] * (m[3] * m[8] - m[5] * m[6])
      let third: Double = m[2] * (m[3] * m[7] - m[4] * m[6])
      #expect(abs(first - second + third - 1) < 1e-14)
    }
  }

  @Test func `a quaternion turns vectors by Rodrigues' formula`() {
    let axis = (x: 2.0 / 7, y: 3.0 / 7, z: 6.0 / 7)
    let k: V = [axis.x, axis.y, axis.z]
    let v: V = [0.3, -1.2, 2.5]
    for degrees in stride(from: -350.0, through: 350, by: 25) {
      let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
      let crossX: Double = k[1] * v[2] - k[2] * v[1]
      let crossY: Double = k[2] * v[0] - k[0] * v[2]
      let crossZ: Double = k[0] * v[1] - k[1] * v[0]
      let cross: V = [crossX, crossY, crossZ]
      let dot: Double = k[0] * v[0] + k[1] * v[1] + k[2] * v[2]
      let expected = (0..<3).map { i -> Double in
        let along: Double = k[i] * dot * (1 - c)
        return v[i] * c + cross[i] * s + along
      }
      #expect(distance(apply(Quaternion(degrees: degrees, axis: axis).matrix, v), expected) < 1e-14)
    }
  }

  @Test func `a quaternion multiplies as its matrices do`() {
    for (p, q) in zip(Self.random, Self.random.dropFirst()) {
      #expect(distance((p * q).matrix, product(p.matrix, q.matrix, side: 3)) < 1e-14)
    }
  }

  @Test func `a quaternion comes back from its matrix, also for half turns`() {
    let halfTurns = [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1), (0.6, 0, 0.8), (-0.6, 0.8, 0)]
      .map { Quaternion(degrees: 180, axis: (x: $0.0, y: $0.1, z: $0.2)) }
    for q in Self.random + halfTurns + [.identity] {
      #expect(distance(Quaternion(rotationMatrix: q.matrix), q) < 1e-14)
    }
  }

  @Test func `a quaternion interpolates at an even rate, the short way`() {
    let axis = (x: 0.0, y: 0.6, z: 0.8)
    let start = Quaternion(degrees: 20, axis: axis)
    let end = Quaternion(degrees: 120, axis: axis)
    let opposite = Quaternion(degrees: 120 + 360, axis: axis)
    for part in [0, 0.1, 0.5, 0.9, 1] {
      let expected = Quaternion(degrees: 20 + 100 * part, axis: axis)
      #expect(distance(start.slerp(to: end, at: part), expected) < 1e-14)
      #expect(distance(start.slerp(to: opposite, at: part), expected) < 1e-14)
    }
  }

  @Test func `a quaternion interpolates between all but equal rotations without losing its length`()
  {
    let start = Self.random[0]
    for degrees in [0, 1e-9, 1e-6, 1e-4, 1e-3] {
      let axis = (x: 1.0, y: 0.0, z: 0.0)
      let middle = start.slerp(to: start * Quaternion(degrees: degrees, axis: axis), at: 0.5)
      let expected = start * Quaternion(degrees: degrees / 2, axis: axis)
      #expect(distance(middle, expected) < 1e-14)
    }
  }

  @Test func `a quaternion is no rotation where nothing better can be said`() {
    #expect(Quaternion(w: 0, x: 0, y: 0, z: 0) == .identity)
    #expect(Quaternion(w: .nan, x: 1, y: 0, z: 0) == .identity)
    #expect(Quaternion(w: .infinity, x: 0, y: 0, z: 0) == .identity)
  }

  /// Angles, and where they take the nose (0, 0, 1), the chin (0, -1, 0) and the subject's left
  /// (1, 0, 0), in a space with x to the picture's right, y up and z towards the camera.
  @Test func `a quaternion turns a head as its angles say`() {
    let s = 0.5.squareRoot()
    func turned(_ yaw: Double, _ pitch: Double, _ roll: Double, _ v: V) -> V {
      apply(Quaternion(yaw: yaw, pitch: pitch, roll: roll).matrix, v)
    }
    // Yaw: the nose to the picture's right. Pitch: the nose down. Roll: the chin, clockwise as
    // seen, to the picture's left.
    #expect(distance(turned(45, 0, 0, [0, 0, 1]), [s, 0, s]) < 1e-15)
    #expect(distance(turned(0, 45, 0, [0, 0, 1]), [0, -s, s]) < 1e-15)
    #expect(distance(turned(0, 0, 45, [0, -1, 0]), [-s, -s, 0]) < 1e-15)
    #expect(distance(turned(0, 0, 45, [1, 0, 0]), [s, -s, 0]) < 1e-15)
    // Roll comes first, in the face's own plane; yaw last, about the upright axis.
    #expect(distance(turned(90, 0, 90, [0, -1, 0]), [0, 0, 1]) < 1e-15)
    #expect(distance(turned(90, 90, 0, [0, 0, 1]), [0, -1, 0]) < 1e-15)
  }

  @Test func `a head's angles are those that it was turned by`() {
    for (yaw, pitch, roll) in [
      (0.0, 0.0, 0.0), (30, 10, -20), (-170, 80, 170), (95, -89, -95), (1, 2, 3), (-45, 0, 90),
    ] {
      let found = Quaternion(yaw: yaw, pitch: pitch, roll: roll).headAngles
      #expect(abs(found.yaw - yaw) < 1e-9, "\(yaw) \(pitch) \(roll): \(found)")
      #expect(abs(found.pitch - pitch) < 1e-9, "\(yaw) \(pitch) \(roll): \(found)")
      #expect(abs(found.roll - roll) < 1e-9, "\(yaw) \(pitch) \(roll): \(found)")
    }
  }
}
