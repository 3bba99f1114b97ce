import Foundation
import Models
import Testing

/// What animations make of nodes.
@Suite struct AnimationPosingTests {
  private static func model(_ animation: ModelAnimation) -> Model {
    Model([ModelNode(mesh: 0)], [.point(SIMD3(1, 0, 0))], animations: [animation])
  }

  @Test func `a turn has a constant speed, goes the shorter way, and rests outside its keys`() {
    // 10 and 130 degrees about z, the second key with its signs turned round.
    func half(_ degrees: Double) -> (sine: Float, cosine: Float) {
      let radians = degrees * Double.pi / 360
      return (Float(sin(radians)), Float(cos(radians)))
    }
    let (a, b) = (half(10), half(130))
    let model = Self.model(
      ModelAnimation(
        .rotation, .linear, [1, 3], [0, 0, a.sine, a.cosine, 0, 0, -b.sine, -b.cosine]))
    for (time, degrees) in [
      (0.0, 10.0), (1, 10), (1.25, 25), (2, 70), (2.9, 124), (3, 130), (9, 130),
    ] {
      let place = model.posed(at: time).positions[0]
      let found = atan2(Double(place.y), Double(place.x)) * 180 / .pi
      #expect(abs(found - degrees) < 1e-4, "\(time)")
    }
  }

  /// Against the Bézier curve of the same ends and tangents, by de Casteljau.
  @Test func `a cubic spline has its tangents by seconds`() {
    let keys: [[SIMD3<Double>]] = [
      [SIMD3(9, 9, 9), SIMD3(0, 1, 2), SIMD3(3, -1, 0.5)],
      [SIMD3(-2, 0.25, 1), SIMD3(1, 0, -1), SIMD3(9, 9, 9)],
    ]
    let values = keys.flatMap { $0.flatMap { [Float($0.x), Float($0.y), Float($0.z)] } }
    let model = Self.model(ModelAnimation(.translation, .cubicSpline, [0.5, 3], values))
    for time in [0.0, 0.5, 0.75, 1.5, 2.9, 3, 4] {
      let t = min(max((time - 0.5) / 2.5, 0), 1)
      var points = [
        keys[0][1], keys[0][1] + keys[0][2] * 2.5 / 3, keys[1][1] - keys[1][0] * 2.5 / 3,
        keys[1][1],
      ]
      while points.count > 1 {
        points = zip(points, points.dropFirst()).map { $0 + ($1 - $0) * t }
      }
      let expected = SIMD3<Float>(points[0] + SIMD3(1, 0, 0))
      #expect(distance(model.posed(at: time).positions[0], expected) < 1e-6, "\(time)")
    }
  }

  @Test func `steps hold, lines are even, and a spline's turn has length 1`() {
    let step = Self.model(ModelAnimation(.translation, .step, [0, 1], [1, 0, 0, 2, 0, 0]))
    #expect([-1, 0.99, 1, 5].map { step.posed(at: $0).positions[0].x } == [2, 2, 3, 3])
    let line = Self.model(ModelAnimation(.scale, .linear, [0, 2], [1, 1, 1, 3, 1, 1]))
    #expect(line.posed(at: 0.5).positions[0].x == 1.5)
    let turn = Self.model(
      ModelAnimation(
        .rotation, .cubicSpline, [0, 1],
        [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0] + [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]))
    for time in [0.1, 0.4, 0.9] {
      let place = turn.posed(at: time).positions[0]
      #expect(abs((place * place).sum() - 1) < 1e-5)
    }
  }

  @Test func `an age becomes a time by speed, the last key, and how it is played`() {
    let animation = ModelAnimation(.translation, .linear, [0, 2], [0, 0, 0, 1, 0, 0])
    let seconds = Self.model(animation).seconds(atAge: 3000, speed: 1.5, animation: 0) {
      $0.truncatingRemainder(dividingBy: $1)
    }
    #expect(seconds == 0.5)
  }
}
