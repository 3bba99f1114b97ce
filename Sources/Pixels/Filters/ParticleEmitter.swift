internal import CFilters
import Foundation
internal import RandomNumbers

/// One emitter of a layer, whose particles come one after the other.
struct ParticleEmitter {
  private let layer: ParticleStyle.Layer
  private let seed, number, index: UInt64
  /// How far a particle goes from its start outside the picture to its end on the other side.
  private let way: Double
  private let margin: Double
  private let speed: Double
  private let start: Double

  /// A particle at a time, in pixels.
  struct Particle {
    /// Where it is while the shutter opens, and while it closes.
    let from, to: SIMD2<Double>
    let radius, opacity: Double
    /// Seconds since it began.
    let age: Double
    /// The random numbers that nothing was made of yet.
    var random: SplitMix64
  }

  init(
    _ layer: ParticleStyle.Layer, seed: UInt64, number: UInt64, index: UInt64, down: Double
  ) {
    (self.layer, self.seed, self.number, self.index) = (layer, seed, number, index)
    margin = 2 * layer.radius.upperBound
    way = down + 2 * margin
    var random = SplitMix64(seed, number, index)
    speed = random.number(layer.speed)
    start = random.unit()
  }

  /// The particle at a time; `unit` pixels are the shorter side.
  func particle(
    at seconds: Double, across: Double, wind: Double, unit: Double, exposure: Double
  ) -> Particle {
    let gone = start + seconds * speed / way
    let turn = gone.rounded(.down)
    // Each turn is another particle.
    var random = SplitMix64(seed, number, index, UInt64(bitPattern: Int64(exactly: turn) ?? 0))
    let radius = random.number(layer.radius)
    var opacity = random.number(layer.opacity)
    let sway = random.number(layer.sway)
    let rate = random.number(0.12...0.32)
    let phase = random.unit()
    // What is blown in from outside starts outside.
    let drift = wind * layer.drift
    let reach = way * drift
    let side = margin + layer.sway.upperBound
    let from = random.number(0...1) * (across + abs(reach) + 2 * side) - side - max(0, reach)
    let age = (gone - turn) * way / speed
    if layer.twinkle > 0 {
      let wave = sin(2 * .pi * (random.unit() + random.number(0.15...0.4) * age))
      opacity *= 1 - layer.twinkle * (0.5 + 0.5 * wave)
    }

    // To 1/64 of a pixel, so that the last digit of a sine decides nothing.
    func pixels(_ t: Double) -> Double { (t * unit * 64).rounded() / 64 }
    func place(_ age: Double) -> SIMD2<Double> {
      let y = age * speed
      let x = from + y * drift + sway * sin(2 * .pi * (phase + rate * age))
      return SIMD2(pixels(x), pixels(layer.rises ? way - margin - y : y - margin))
    }
    return Particle(
      from: place(age - exposure / 2), to: place(age + exposure / 2),
      radius: radius * unit, opacity: (opacity * 1024).rounded() / 1024, age: age, random: random)
  }
}
