internal import CFilters
import Foundation

/// Falling snow before the picture: three layers of soft flakes, and cold light.
///
/// A flake's place is a function of the seed and the time: it falls at its own speed, is blown by the
/// wind and sways; below the picture it ends, and comes again as another flake from above.
struct SnowLook: Look {
  /// One layer; lengths in shorter sides of the picture.
  struct Layer {
    /// Flakes for an area of a square of the shorter side, at `amount` 1.
    let density: Double
    let radius: ClosedRange<Double>
    /// Shorter sides a second.
    let speed: ClosedRange<Double>
    /// How far a flake is blown for what it falls, at `wind` 1.
    let drift: Double
    let sway: ClosedRange<Double>
    let opacity: ClosedRange<Double>
    /// The part that is a disc rather than a haze.
    let core: Double
  }

  /// From far to near.
  static let layers = [
    Layer(
      density: 620, radius: 0.0017...0.0034, speed: 0.10...0.16, drift: 0.8,
      sway: 0.004...0.010, opacity: 0.45...0.75, core: 0.2),
    Layer(
      density: 190, radius: 0.0038...0.0080, speed: 0.19...0.28, drift: 0.9,
      sway: 0.008...0.020, opacity: 0.6...0.95, core: 0.1),
    Layer(
      density: 30, radius: 0.011...0.028, speed: 0.36...0.52, drift: 1,
      sway: 0.012...0.035, opacity: 0.32...0.6, core: 0.15),
  ]

  /// The light of a snowy day on what is seen through it: a little bluer, blacks lifted.
  static let curves: [[Float]] = [
    [0.018, 0.925, 0, 0, 0], [0.026, 0.945, 0, 0, 0], [0.034, 0.96, 0, 0, 0],
  ]

  /// How long the shutter is open, in seconds.
  private static let exposure = 1.0 / 60

  private let filter: PictureFilter
  private let shape: FilterPlanes.Shape
  private let unit: Double
  private var coverage: [UInt8]
  private var room: [Float]
  private let zeros: [Float]

  init(_ filter: PictureFilter, _ shape: FilterPlanes.Shape) {
    (self.filter, self.shape) = (filter, shape)
    unit = Double(min(shape.width, shape.height))
    coverage = [UInt8](repeating: 0, count: shape.width * shape.height)
    room = [Float](repeating: 0, count: 5 * shape.width)
    zeros = [Float](repeating: 0, count: max(shape.width, shape.height))
  }

  mutating func paint(_ canvas: FilterPlanes, atMs time: Double, _ kernels: FilterKernels) {
    cool(canvas, kernels)
    let flakes = flakes(atMs: time)
    let (width, height) = (Int32(shape.width), Int32(shape.height))
    unsafe coverage.withUnsafeMutableBufferPointer { coverage in
      guard let base = coverage.baseAddress else { return }
      unsafe coverage.update(repeating: 0)
      for flake in flakes {
        unsafe withUnsafePointer(to: flake) {
          unsafe kernels.kernels.flake(base, width, height, $0)
        }
      }
      let level = Float(CF_LEVEL)
      // Nearly white, a little blue.
      var colour = cf_colour(luma: 249 * level, blue: 2 * level, red: -1.5 * level)
      unsafe canvas.withView { unsafe kernels.kernels.blend_colour($0, base, &colour) }
    }
  }

  private mutating func cool(_ canvas: FilterPlanes, _ kernels: FilterKernels) {
    var grade = unsafe cf_grade()
    unsafe grade.setCurves(Self.curves)
    unsafe grade.saturation = 0.96
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

  /// The flakes that are in the picture at a time, from far to near.
  func flakes(atMs time: Double) -> [cf_flake] {
    let (across, down) = (Double(shape.width) / unit, Double(shape.height) / unit)
    let amount = filter.value("amount")
    var flakes: [cf_flake] = []
    for (number, layer) in Self.layers.enumerated() {
      let count = (layer.density * across * down * amount).rounded()
      for index in 0..<Int(min(count, Double(Self.maximumFlakes))) {
        let emitter = SnowEmitter(
          layer, seed: UInt64(filter.value("seed")), number: UInt64(number), index: UInt64(index),
          down: down)
        flakes.append(
          emitter.flake(
            at: time / 1000, across: across, wind: filter.value("wind"), unit: unit,
            exposure: Self.exposure))
      }
    }
    return flakes
  }

  /// The most flakes of a layer: those of a picture a thousand times as long as wide.
  static let maximumFlakes = 20000
}
