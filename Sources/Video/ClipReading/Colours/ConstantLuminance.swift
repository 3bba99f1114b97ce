internal import Foundation
internal import Imaging

/// Y'CcbCcr of constant luminance (ITU-R BT.2020-2 table 4, ITU-T H.273 equations 47 to 55), whose luma
/// is that of light, and not of R'G'B'.
struct ConstantLuminance: Hashable {
  struct Signal: Hashable {
    /// The shares of red and blue in luminance.
    var red, blue: Double
    /// The curve between light and R'G'B'.
    var transfer: YUVEncoding.Transfer

    static func bt2020(_ transfer: YUVEncoding.Transfer) -> Signal {
      let matrix = YUVEncoding.Matrix.bt2020
      return Signal(red: matrix.red, blue: matrix.blue, transfer: transfer)
    }
  }

  private let signal: Signal
  private let target: YUVEncoding.Matrix

  /// Makes the conversion of a signal into non-constant luminance.
  init(_ signal: Signal, to target: YUVEncoding.Matrix) {
    (self.signal, self.target) = (signal, target)
  }

  /// The steps of a table over 0...1; three bits more than the samples have.
  private static let steps = 1 << 13

  private func encoded(_ light: Double) -> Double {
    switch signal.transfer {
    // ITU-R BT.2020-2 table 4.
    case .sdr:
      light < 0.018053968510807
        ? 4.5 * light : 1.099296826809442 * pow(light, 0.45) - 0.099296826809442
    case .pq: PerceptualQuantizer.signal(ofLight: light * PerceptualQuantizer.peak)
    case .hlg: HybridLogGamma.signal(ofSceneLight: light)
    }
  }

  private func light(_ value: Double) -> Double {
    switch signal.transfer {
    case .sdr:
      value < 4.5 * 0.018053968510807
        ? value / 4.5 : pow((value + 0.099296826809442) / 1.099296826809442, 1 / 0.45)
    case .pq: PerceptualQuantizer.light(ofSignal: value) / PerceptualQuantizer.peak
    case .hlg: HybridLogGamma.sceneLight(ofSignal: value)
    }
  }

  /// Converts planes of one size in place.
  func convert<Sample: FixedWidthInteger & UnsignedInteger>(
    _ planes: [SamplePlane<Sample>], _ levels: SampleLevels, _ size: (width: Int, height: Int)
  ) {
    let steps = Double(Self.steps)
    let lights = (0...Self.steps).map { Float(light(Double($0) / steps)) }
    func looked(_ value: Float) -> Float {
      let place = min(max(value, 0), 1) * Float(Self.steps)
      let first = min(Int(place), Self.steps - 1)
      return lights[first] + (lights[first + 1] - lights[first]) * (place - Float(first))
    }
    let (kr, kb) = (Float(signal.red), Float(signal.blue))
    let below = SIMD2(Float(encoded(1 - signal.blue)), Float(encoded(1 - signal.red))) * 2
    let above =
      SIMD2(
        Float(1 - encoded(signal.blue)), Float(1 - encoded(signal.red))) * 2
    let (tr, tb) = (Float(target.red), Float(target.blue))
    for y in 0..<size.height {
      let (luma, first, second) = unsafe (planes[0].row(y), planes[1].row(y), planes[2].row(y))
      for x in 0..<size.width {
        let value = unsafe (Float(luma[x]) - levels.lumaOffset) / levels.lumaScale
        let samples = unsafe SIMD2(Float(first[x]), Float(second[x]))
        let chroma = (samples - levels.chromaOffset) / levels.chromaScale
        let blue = value + chroma.x * (chroma.x <= 0 ? below.x : above.x)
        let red = value + chroma.y * (chroma.y <= 0 ? below.y : above.y)
        let greenLight = (looked(value) - kr * looked(red) - kb * looked(blue)) / (1 - kr - kb)
        let green = Float(encoded(Double(min(max(greenLight, 0), 1))))
        let sum = tr * red + (1 - tr - tb) * green + tb * blue
        unsafe luma[x] = levels.sample(levels.lumaOffset + levels.lumaScale * sum)
        unsafe first[x] = levels.sample(
          levels.chromaOffset + levels.chromaScale * (blue - sum) / (2 * (1 - tb)))
        unsafe second[x] = levels.sample(
          levels.chromaOffset + levels.chromaScale * (red - sum) / (2 * (1 - tr)))
      }
    }
  }
}
