internal import CFilters
import Foundation
internal import RandomNumbers

/// What falls or rises before the picture, in three layers, and its light.
///
/// A particle's place is a function of the seed and the time: it goes at its own speed, is blown by the wind and
/// sways; beyond the picture it ends, and comes again as another one.
struct ParticleLook: Look {
  /// How long the shutter is open, in seconds.
  private static let exposure = 1.0 / 60

  private let filter: PictureFilter
  private let style: ParticleStyle
  private let shape: FilterPlanes.Shape
  private let unit: Double
  private let profiles: [BladeProfile]
  private var coverage: [UInt8]
  private var room: [Float]
  private let zeros: [Float]

  init(_ filter: PictureFilter, _ style: ParticleStyle, _ shape: FilterPlanes.Shape) {
    (self.filter, self.style, self.shape) = (filter, style, shape)
    unit = Double(min(shape.width, shape.height))
    if case .blades(let kinds) = style.form {
      profiles = kinds.map(BladeProfile.init)
    } else {
      profiles = []
    }
    coverage = [UInt8](repeating: 0, count: shape.width * shape.height)
    room = [Float](repeating: 0, count: 5 * shape.width)
    zeros = [Float](repeating: 0, count: max(shape.width, shape.height))
  }

  mutating func paint(_ canvas: FilterPlanes, atMs time: Double, _ kernels: FilterKernels) {
    shine(on: canvas, kernels)
    switch style.form {
    case .flakes(let colour): draw(flakes(atMs: time), of: colour, on: canvas, kernels)
    case .blades: draw(blades(atMs: time, on: canvas), on: canvas, kernels)
    }
  }

  /// Brings the season's light to the picture.
  private mutating func shine(on canvas: FilterPlanes, _ kernels: FilterKernels) {
    var grade = unsafe cf_grade()
    unsafe grade.setCurves(style.curves)
    unsafe grade.saturation = Float(style.saturation)
    unsafe grade.amount = Float(min(1, 2 * filter.value("amount")))
    unsafe zeros.withUnsafeBufferPointer { zeros in
      unsafe room.withUnsafeMutableBufferPointer { room in
        guard let room = room.baseAddress else { return }
        unsafe grade.columns = zeros.baseAddress
        unsafe grade.rows = zeros.baseAddress
        unsafe canvas.withView { unsafe kernels.kernels.grade($0, &grade, room) }
      }
    }
  }

  private mutating func draw(
    _ flakes: [cf_flake], of colour: SIMD3<Double>, on canvas: FilterPlanes,
    _ kernels: FilterKernels
  ) {
    let (width, height) = (Int32(shape.width), Int32(shape.height))
    let level = Float(CF_LEVEL)
    // Snow is nearly white, a little blue.
    var colour =
      colour == .zero
      ? cf_colour(luma: 249 * level, blue: 2 * level, red: -1.5 * level) : canvas.colour(colour)
    unsafe coverage.withUnsafeMutableBufferPointer { coverage in
      guard let base = coverage.baseAddress else { return }
      unsafe coverage.update(repeating: 0)
      for flake in flakes {
        unsafe withUnsafePointer(to: flake) {
          unsafe kernels.kernels.flake(base, width, height, $0)
        }
      }
      unsafe canvas.withView { unsafe kernels.kernels.blend_colour($0, base, &colour) }
    }
  }

  private mutating func draw(
    _ blades: [(blade: cf_blade, colour: cf_colour)], on canvas: FilterPlanes,
    _ kernels: FilterKernels
  ) {
    unsafe coverage.withUnsafeMutableBufferPointer { coverage in
      guard let base = coverage.baseAddress else { return }
      for var (blade, colour) in blades {
        unsafe canvas.withView { unsafe kernels.kernels.blade($0, base, &blade, &colour) }
      }
    }
  }

  /// The flakes that are in the picture at a time, from far to near.
  private func flakes(atMs time: Double) -> [cf_flake] {
    particles(atMs: time).map { layer, particle in
      cf_flake(
        x0: Float(particle.from.x), y0: Float(particle.from.y), x1: Float(particle.to.x),
        y1: Float(particle.to.y), radius: Float(max(0.7, particle.radius)),
        opacity: Float(particle.opacity), core: Float(layer.core))
    }
  }

  /// The blades that are in the picture at a time, from far to near, a rib behind each that has one.
  private func blades(
    atMs time: Double, on canvas: FilterPlanes
  ) -> [(blade: cf_blade, colour: cf_colour)] {
    particles(atMs: time).flatMap { layer, particle in
      var random = particle.random
      let profile = profiles[random.index(below: profiles.count)]
      return profile.blades(particle, core: layer.core, &random, canvas)
    }
  }

  /// The particles at a time, from far to near.
  private func particles(
    atMs time: Double
  ) -> [(ParticleStyle.Layer, ParticleEmitter.Particle)] {
    let (across, down) = (Double(shape.width) / unit, Double(shape.height) / unit)
    let amount = filter.value("amount")
    var particles: [(ParticleStyle.Layer, ParticleEmitter.Particle)] = []
    for (number, layer) in style.layers.enumerated() {
      let count = (layer.density * across * down * amount).rounded()
      for index in 0..<Int(min(count, Double(Self.maximumParticles))) {
        let emitter = ParticleEmitter(
          layer, seed: UInt64(filter.value("seed")), number: UInt64(number), index: UInt64(index),
          down: down)
        let particle = emitter.particle(
          at: time / 1000, across: across, wind: filter.value("wind"), unit: unit,
          exposure: Self.exposure)
        particles.append((layer, particle))
      }
    }
    return particles
  }

  /// The most particles of a layer: those of a picture a thousand times as long as wide.
  static let maximumParticles = 20000
}
