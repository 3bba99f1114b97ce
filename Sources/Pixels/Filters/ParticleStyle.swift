/// What falls before the picture, and the light that comes with it.
struct ParticleStyle {
  /// One layer; lengths in shorter sides of the picture.
  struct Layer {
    /// Particles for an area of a square of the shorter side, at `amount` 1.
    let density: Double
    let radius: ClosedRange<Double>
    /// Shorter sides a second.
    let speed: ClosedRange<Double>
    /// How far a particle is blown for what it falls, at `wind` 1.
    let drift: Double
    let sway: ClosedRange<Double>
    let opacity: ClosedRange<Double>
    /// The part that is a disc rather than a haze.
    let core: Double
    /// Whether particles rise instead.
    var rises = false
    /// How far the opacity goes up and down with time: 1 is all of it.
    var twinkle = 0.0
  }

  /// What particles look like.
  enum Form {
    /// Soft lines of one colour.
    case flakes(SIMD3<Double>)
    /// Petals and leaves of several kinds.
    case blades([Blade])
  }

  /// A kind of petal or leaf.
  struct Blade {
    /// Half the width, in half lengths, from the stalk to the tip; at even places.
    let profile: [Double]
    /// Where on the axis, of -1...1, the notch at the tip begins, and how fast it widens.
    var notch = (start: 2.0, slope: 0.0)
    /// Colours of 0...1, one of which a particle has.
    let colours: [SIMD3<Double>]
    /// How much darker the rib along the axis is; 0 for none.
    var rib = 0.0
  }

  /// From far to near.
  let layers: [Layer]
  let form: Form
  /// The light on what is seen through it, as `cf_grade` has it.
  let curves: [[Float]]
  let saturation: Double
}

extension Season {
  /// What the season brings.
  var particles: ParticleStyle {
    switch self {
    case .spring: .petals
    case .summer: .motes
    case .autumn: .leaves
    case .winter: .snow
    }
  }
}

extension ParticleStyle {
  /// A colour of 8 bits.
  private static func rgb(_ red: Double, _ green: Double, _ blue: Double) -> SIMD3<Double> {
    SIMD3(red, green, blue) / 255
  }

  /// Soft white flakes, and the light of a snowy day: a little bluer, blacks lifted.
  static let snow = ParticleStyle(
    layers: [
      Layer(
        density: 620, radius: 0.0017...0.0034, speed: 0.10...0.16, drift: 0.8,
        sway: 0.004...0.010, opacity: 0.45...0.75, core: 0.2),
      Layer(
        density: 190, radius: 0.0038...0.0080, speed: 0.19...0.28, drift: 0.9,
        sway: 0.008...0.020, opacity: 0.6...0.95, core: 0.1),
      Layer(
        density: 30, radius: 0.011...0.028, speed: 0.36...0.52, drift: 1,
        sway: 0.012...0.035, opacity: 0.32...0.6, core: 0.15),
    ],
    form: .flakes(SIMD3(repeating: 0)),
    curves: [[0.018, 0.925, 0, 0, 0], [0.026, 0.945, 0, 0, 0], [0.034, 0.96, 0, 0, 0]],
    saturation: 0.96)

  /// Petals of cherry and plum, and a light like theirs.
  static let petals = ParticleStyle(
    layers: [
      Layer(
        density: 70, radius: 0.0045...0.008, speed: 0.06...0.10, drift: 1.1, sway: 0.010...0.030,
        opacity: 0.55...0.8, core: 0.3),
      Layer(
        density: 34, radius: 0.011...0.018, speed: 0.11...0.18, drift: 1.2, sway: 0.015...0.045,
        opacity: 0.8...0.95, core: 0.75),
      Layer(
        density: 5, radius: 0.026...0.042, speed: 0.24...0.34, drift: 1.3, sway: 0.02...0.06,
        opacity: 0.6...0.8, core: 0.3),
    ],
    form: .blades([
      Blade(
        profile: [0.04, 0.30, 0.47, 0.58, 0.66, 0.71, 0.72, 0.66, 0.38],
        notch: (start: 0.74, slope: 0.40),
        colours: [rgb(252, 205, 217), rgb(248, 184, 203), rgb(255, 228, 234), rgb(243, 168, 190)],
        rib: 0.06)
    ]),
    curves: [[0.028, 0.965, 0, 0, 0], [0.018, 0.955, 0, 0, 0], [0.024, 0.95, 0, 0, 0]],
    saturation: 1)

  /// Motes that rise in the sun, blurred lights, and the light of a late afternoon.
  static let motes = ParticleStyle(
    layers: [
      Layer(
        density: 16, radius: 0.030...0.085, speed: 0.010...0.022, drift: 1.2, sway: 0.02...0.06,
        opacity: 0.14...0.34, core: 0.75, rises: true, twinkle: 0.8),
      Layer(
        density: 170, radius: 0.0022...0.0045, speed: 0.018...0.040, drift: 1.2,
        sway: 0.010...0.035, opacity: 0.5...0.9, core: 0.1, rises: true, twinkle: 0.9),
      Layer(
        density: 44, radius: 0.006...0.013, speed: 0.03...0.06, drift: 1.2, sway: 0.015...0.05,
        opacity: 0.35...0.7, core: 0.2, rises: true, twinkle: 0.8),
    ],
    form: .flakes(rgb(255, 236, 168)),
    curves: [
      [0.020, 1.03, -0.05, 0, 0], [0.012, 0.99, -0.02, 0, 0], [0.006, 0.90, -0.02, 0, 0],
    ],
    saturation: 1.06)

  /// Leaves of maple, ginkgo and birch, and an October's light.
  static let leaves = ParticleStyle(
    layers: [
      Layer(
        density: 34, radius: 0.007...0.012, speed: 0.09...0.15, drift: 0.9, sway: 0.015...0.04,
        opacity: 0.7...0.9, core: 0.4),
      Layer(
        density: 15, radius: 0.018...0.030, speed: 0.16...0.25, drift: 1, sway: 0.03...0.07,
        opacity: 0.9...1, core: 0.85),
      Layer(
        density: 2.6, radius: 0.045...0.070, speed: 0.32...0.45, drift: 1.1, sway: 0.03...0.08,
        opacity: 0.7...0.88, core: 0.3),
    ],
    form: .blades([
      Blade(
        profile: [
          0.03, 0.03, 0.03, 0.04, 0.20, 0.52, 0.30, 0.36, 0.66, 0.88, 0.52, 0.30, 0.36, 0.46, 0.28,
          0.12, 0,
        ],
        colours: [rgb(188, 48, 30), rgb(214, 84, 32), rgb(160, 36, 30)], rib: 0.18),
      Blade(
        profile: [0.03, 0.03, 0.03, 0.05, 0.18, 0.40, 0.64, 0.84, 0.96, 0.98, 0.84, 0.52, 0],
        notch: (start: 0.45, slope: 0.12),
        colours: [rgb(236, 186, 52), rgb(222, 164, 40), rgb(240, 204, 88)], rib: 0.07),
      Blade(
        profile: [0.03, 0.03, 0.12, 0.34, 0.46, 0.48, 0.44, 0.36, 0.24, 0.11, 0],
        colours: [rgb(206, 130, 40), rgb(150, 92, 44), rgb(186, 104, 36)], rib: 0.16),
    ]),
    curves: [[0.018, 1.0, -0.02, 0, 0], [0.012, 0.97, -0.02, 0, 0], [0.010, 0.90, -0.01, 0, 0]],
    saturation: 1.03)
}
