internal import Foundation
public import Geometry
internal import RandomNumbers

/// One particle at one moment.
public struct Particle: Sendable {
  /// Where it is, without what depends on which way gravity pulls.
  public var place: Vector3<CardSpace>
  /// How far it has fallen, in millimetres.
  public var fall: Double
  /// How far it has swung to the right, in millimetres.
  public var swing: Double
  /// The turn in degrees, clockwise.
  public var turn: Double
  /// The side of its square in millimetres.
  public var size: Double
  /// How much of it covers what is under it, 0 to 1.
  public var opacity: Double
  /// The part of its life that is over, 0 to 1.
  public var part: Double
  /// Its age in milliseconds.
  public var age: Double
}

/// What was drawn for one particle at its birth.
struct ParticleDraw {
  let lifeMs: Double
  /// Where it is born.
  let origin: Vector3<CardSpace>
  /// Millimetres a second.
  let velocity: Vector3<CardSpace>
  let gravity, drag, sway, swayHz, phase, spin, turn, size: Double

  /// Draws the life alone, which tells whether the particle is there at all.
  static func life(_ kind: ParticleKind, _ random: SplitMix64) -> Double {
    var random = random
    return kind.life.value(random.unit())
  }

  /// Draws a particle that is born about a place.
  init(_ kind: ParticleKind, at place: Vector3<CardSpace>, _ random: SplitMix64) {
    var random = random
    lifeMs = kind.life.value(random.unit())
    let (x, y, z) = (random.unit(), random.unit(), random.unit())
    switch kind.source {
    case .box(let sides):
      origin = place + Vector3(sides.x * (x - 0.5), sides.y * (y - 0.5), sides.z * (z - 0.5))
    case .ellipse(let diameters):
      let radius = x.squareRoot() / 2
      origin =
        place
        + Vector3(
          radius * diameters.x * cos(2 * Double.pi * y),
          radius * diameters.y * sin(2 * Double.pi * y), 0)
    }
    let d = kind.direction.value(random.unit()) * Double.pi / 180
    let low = sin(kind.spread.from * Double.pi / 180)
    let high = sin(kind.spread.to * Double.pi / 180)
    let out = low + (high - low) * random.unit()
    let along = max(0, 1 - out * out).squareRoot()
    let speed = kind.speed.value(random.unit())
    velocity = Vector3(speed * along * cos(d), speed * along * sin(d), speed * out)
    gravity = kind.gravity.value(random.unit())
    drag = kind.drag.value(random.unit())
    sway = kind.sway.value(random.unit())
    swayHz = kind.swayHz.value(random.unit())
    phase = random.unit()
    spin = kind.spin.value(random.unit())
    turn = random.unit()
    size = kind.size.value(random.unit())
  }

  /// The particle at an age in milliseconds.
  func particle(_ kind: ParticleKind, atAge age: Double) -> Particle {
    let s = age / 1000
    let slowed = drag == 0 ? s : (1 - exp(-drag * s)) / drag
    let fall = drag == 0 ? gravity * s * s / 2 : gravity * (s - slowed) / drag
    let part = lifeMs > 0 ? age / lifeMs : 0
    return Particle(
      place: origin + velocity * slowed, fall: fall,
      swing: sway * sin(2 * Double.pi * (swayHz * s + phase)),
      turn: spin * (s + 10 * turn), size: size * (kind.grow?.value(at: part) ?? 1),
      opacity: kind.fade?.value(at: part) ?? 1, part: part, age: age)
  }
}
