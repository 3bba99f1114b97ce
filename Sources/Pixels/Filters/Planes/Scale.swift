internal import CFilters
import Foundation

/// How large a filter's features are in a picture of some size: a picture of 360 lines and one of
/// 2160 look alike.
struct Scale {
  /// Pixels to what is a pixel at 1280 x 720: a 720th of the shorter side.
  let pixel: Double
  /// Pixels to a sample of the planes, on which filters look at neighbours: 1, or an even number, so
  /// that a plane's shorter side has 270 to 675 samples in all but small pictures.
  let factor: Int

  init(_ shape: FilterPlanes.Shape) {
    let short = Double(min(shape.width, shape.height))
    pixel = short / 720
    factor = short < 540 ? 1 : 2 * max(1, Int((short / 900).rounded()))
  }

  /// Samples of the planes to what is a pixel at 1280 x 720.
  var sample: Double { pixel / Double(factor) }

  /// Samples of a plane to a side.
  func samples(_ side: Int) -> Int { (side + factor - 1) / factor }
}

extension cf_taps {
  /// A Gaussian of this deviation in samples, cut where it has fallen to a twentieth.
  init(deviation: Double) {
    self.init()
    let radius = min(Int((2.5 * deviation).rounded(.up)), Int(CF_MAX_RADIUS))
    self.radius = Int32(radius)
    let weights = (0...radius).map { k in
      deviation > 0 ? exp(-Double(k * k) / (2 * deviation * deviation)) : 1
    }
    let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
    unsafe withUnsafeMutableBytes(of: &tap) { bytes in
      let taps = unsafe bytes.bindMemory(to: Float.self)
      for (k, weight) in weights.enumerated() { unsafe taps[k] = Float(weight / sum) }
    }
  }
}
