internal import CFilters
import Foundation
internal import RandomNumbers

/// One emitter of a layer of snow, whose flakes fall one after the other.
struct SnowEmitter {
  private let layer: SnowLook.Layer
  private let seed, number, index: UInt64
  /// How far a flake falls from its start above the picture to its end below.
  private let way: Double
  private let margin: Double
  private let speed: Double
  private let start: Double

  init(_ layer: SnowLook.Layer, seed: UInt64, number: UInt64, index: UInt64, down: Double) {
    (self.layer, self.seed, self.number, self.index) = (layer, seed, number, index)
    margin = 2 * layer.radius.upperBound
    way = down + 2 * margin
    var random = SplitMix64(seed, number, index)
    speed = random.number(layer.speed)
    start = random.unit()
  }

  /// The flake at a time, in pixels; `unit` of them are the shorter side.
  func flake(
    at seconds: Double, across: Double, wind: Double, unit: Double, exposure: Double
  ) -> cf_flake {
    let fallen = start + seconds * speed / way
    let turn = fallen.rounded(.down)
    // Each turn is another flake.
    var random = SplitMix64(seed, number, index, UInt64(bitPattern: Int64(exactly: turn) ?? 0))
    let radius = random.number(layer.radius)
    let opacity = random.number(layer.opacity)
    let sway = random.number(layer.sway)
    let rate = random.number(0.12...0.32)
    let phase = random.unit()
    // What is blown in from outside starts outside.
    let drift = wind * layer.drift
    let reach = way * drift
    let side = margin + layer.sway.upperBound
    let from = random.number(0...1) * (across + abs(reach) + 2 * side) - side - max(0, reach)
    let age = (fallen - turn) * way / speed

    func place(_ age: Double) -> (x: Double, y: Double) {
      let y = age * speed
      let x = from + y * drift + sway * sin(2 * .pi * (phase + rate * age))
      return (x, y - margin)
    }
    let (a, b) = (place(age - exposure / 2), place(age + exposure / 2))
    // To 1/64 of a pixel, so that the last digit of a sine decides nothing.
    func pixels(_ t: Double) -> Float { Float((t * unit * 64).rounded() / 64) }
    return cf_flake(
      x0: pixels(a.x), y0: pixels(a.y), x1: pixels(b.x), y1: pixels(b.y),
      radius: Float(max(0.7, radius * unit)), opacity: Float(opacity), core: Float(layer.core))
  }
}
