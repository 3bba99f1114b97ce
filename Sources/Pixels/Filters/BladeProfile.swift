internal import CFilters
import Foundation
internal import RandomNumbers

/// A kind of petal or leaf as kernels draw it.
struct BladeProfile {
  private let kind: ParticleStyle.Blade
  /// Half the width at the kernel's places.
  private let widths: [Float]

  init(_ kind: ParticleStyle.Blade) {
    self.kind = kind
    let steps = Int(CF_PROFILE)
    let last = kind.profile.count - 1
    widths = (0...steps).map { step in
      let place = Double(step) / Double(steps) * Double(last)
      let left = min(Int(place), last - 1)
      let part = place - Double(left)
      // Round rather than in straight lines.
      let t = part * part * (3 - 2 * part)
      return Float(kind.profile[left] + t * (kind.profile[left + 1] - kind.profile[left]))
    }
  }

  /// A particle's blade and its rib, with their colours: turning in the picture's plane, and about its own axes, by which
  /// it is seen narrower and in another light.
  func blades(
    _ particle: ParticleEmitter.Particle, core: Double, _ random: inout SplitMix64,
    _ canvas: FilterPlanes
  ) -> [(blade: cf_blade, colour: cf_colour)] {
    let colour = kind.colours[random.index(below: kind.colours.count)]
    func wave(_ rate: ClosedRange<Double>) -> Double {
      let phase = random.unit()
      return 2 * .pi * (phase + random.number(rate) * particle.age)
    }
    let turn = wave(-0.16...0.16)
    let (roll, pitch) = (wave(0.10...0.38), wave(0.05...0.18))
    // Never seen from the edge alone, as a curled blade is not.
    let width = 0.30 + 0.70 * abs(cos(roll))
    let length = 0.55 + 0.45 * abs(cos(pitch))
    let light = 0.86 + 0.16 * abs(cos(roll)) + 0.06 * sin(pitch)

    // To parts of a whole, so that the last digit of a sine decides nothing.
    func number(_ t: Double) -> Float { Float((t * 65536).rounded() / 65536) }
    var blade = cf_blade()
    let middle = (particle.from + particle.to) / 2
    (blade.x, blade.y) = (Float(middle.x), Float(middle.y))
    let radius = max(1, particle.radius)
    let (along, across) = (1 / (radius * length), 1 / (radius * width))
    (blade.along_x, blade.along_y) = (number(cos(turn) * along), number(sin(turn) * along))
    (blade.across_x, blade.across_y) = (number(-sin(turn) * across), number(cos(turn) * across))
    // In focus an edge is a pixel wide, and out of it a part of the radius.
    let edge = max(1.2, (1 - core) * 0.5 * radius)
    blade.reach = number(radius * 1.2 + edge)
    blade.sharpness = number(radius * width / edge)
    blade.opacity = Float(particle.opacity)
    (blade.notch, blade.notch_slope) = (Float(kind.notch.start), Float(kind.notch.slope))
    set(&blade, scale: 1)
    var drawn = [(blade, canvas.colour(Self.lit(colour, light)))]
    if kind.rib > 0, radius > 5 {
      var rib = blade
      set(&rib, scale: 0.07)
      rib.notch = 2
      rib.opacity *= 0.8
      drawn.append((rib, canvas.colour(Self.lit(colour, light * (1 - kind.rib)))))
    }
    return drawn
  }

  private static func lit(_ colour: SIMD3<Double>, _ light: Double) -> SIMD3<Double> {
    (colour * light).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1))
  }

  private func set(_ blade: inout cf_blade, scale: Float) {
    unsafe withUnsafeMutableBytes(of: &blade.profile) { bytes in
      let room = unsafe bytes.bindMemory(to: Float.self)
      for (step, width) in widths.enumerated() { unsafe room[step] = scale * width }
    }
  }
}
