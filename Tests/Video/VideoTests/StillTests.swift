import ClipReading
import Foundation
import Frames
import Imaging
import TestSupport
import Testing

/// Stills against the formulas of the recommendations, from samples that FFmpeg's tool decodes.
@Suite struct StillTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// One of the kinds of 4:4:4, whose pixels are converted each by itself.
  struct Kind: Sendable, CustomStringConvertible {
    var format: String
    var matrix: String
    var isFull: Bool
    var transfer = "bt709"
    var primaries = "bt709"
    var description: String { "\(format) \(matrix) \(isFull) \(transfer) \(primaries)" }
    var bits: Int { format.hasSuffix("10le") ? 10 : 8 }
  }

  /// The samples of a 4:4:4 clip, by pixel, and the still of it.
  private func samples(_ kind: Kind) throws -> (samples: [SIMD3<Double>], still: StraightRGBA8) {
    // Pure colours of BT.2020 lie outside BT.709, where one channel is what two great ones leave: no
    // two ways of rounding agree on it.
    let colours = kind.primaries == "bt2020" ? "hue=s=0.4," : ""
    let path = try work.clip(
      "in.mkv", frames: 1, filter: colours + "scale=out_range=\(kind.isFull ? "pc" : "tv")",
      [
        "-c:v", "ffv1", "-pix_fmt", kind.format, "-color_range", kind.isFull ? "pc" : "tv",
        "-colorspace", kind.matrix, "-color_trc", kind.transfer,
        "-color_primaries", kind.primaries,
      ])
    let raw = work.path("in.raw")
    try Tools.ffmpeg(["-i", path, "-pix_fmt", kind.format, "-f", "rawvideo", raw])
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    let still = try nextFrame(of: ClipReader(path: path)).toStraightRGBA8()
    let count = still.width * still.height
    func sample(_ i: Int) -> Double {
      kind.bits == 8 ? Double(bytes[i]) : Double(Int(bytes[2 * i]) | Int(bytes[2 * i + 1]) << 8)
    }
    try #require(bytes.count == 3 * count * (kind.bits == 8 ? 1 : 2))
    let pixels = (0..<count).map { i in
      SIMD3(sample(i), sample(count + i), sample(2 * count + i))
    }
    return (pixels, still)
  }

  /// R'G'B' of 0...1: ITU-R BT.601, BT.709 and BT.2020, and BT.2100 table 9 for the ranges.
  private func colour(_ s: SIMD3<Double>, _ kind: Kind) -> SIMD3<Double> {
    let (kr, kb) =
      switch kind.matrix {
      case "bt709": (0.2126, 0.0722)
      case "bt2020nc": (0.2627, 0.0593)
      default: (0.299, 0.114)
      }
    let unit = Double(1 << (kind.bits - 8))
    let full = Double(1 << kind.bits - 1)
    let y = kind.isFull ? s.x / full : (s.x / unit - 16) / 219
    let middle = 128 * unit
    let cb = kind.isFull ? (s.y - middle) / full : (s.y - middle) / (224 * unit)
    let cr = kind.isFull ? (s.z - middle) / full : (s.z - middle) / (224 * unit)
    let (r, b) = (y + 2 * (1 - kr) * cr, y + 2 * (1 - kb) * cb)
    let rgb = SIMD3(r, (y - kr * r - kb * b) / (1 - kr - kb), b)
    return rgb.clamped(lowerBound: .zero, upperBound: .one)
  }

  /// The largest difference in levels, of channels that are at least `darkest`.
  private func worst(
    _ still: StraightRGBA8, _ expected: (Int) -> SIMD3<Double>
  ) -> Double {
    (0..<still.width * still.height).reduce(0.0) { worst, i in
      let wanted = expected(i) * 255
      return (0..<3).reduce(worst) { worst, channel in
        Swift.max(worst, abs(Double(still.bytes[4 * i + channel]) - wanted[channel]))
      }
    }
  }

  @Test(arguments: [
    Kind(format: "yuv444p", matrix: "bt709", isFull: false),
    Kind(format: "yuv444p", matrix: "smpte170m", isFull: true),
    Kind(format: "yuv444p10le", matrix: "bt709", isFull: false),
    Kind(format: "yuv444p10le", matrix: "smpte170m", isFull: false),
    Kind(format: "yuv444p10le", matrix: "bt709", isFull: true),
  ])
  func `a still of 4 to 4 to 4 has the colour of every pixel`(kind: Kind) throws {
    let (samples, still) = try samples(kind)
    // Half a level of rounding, and swscale's own: it takes 1020 for white of 10 bit in full range.
    let worst = worst(still) { colour(samples[$0], kind) }
    #expect(worst <= (kind.bits == 10 && kind.isFull ? 1.3 : 1.1))
  }

  @Test(arguments: [
    Kind(
      format: "yuv444p10le", matrix: "bt2020nc", isFull: false, transfer: "smpte2084",
      primaries: "bt2020"),
    Kind(
      format: "yuv444p10le", matrix: "bt2020nc", isFull: false, transfer: "arib-std-b67",
      primaries: "bt2020"),
    Kind(
      format: "yuv444p10le", matrix: "bt2020nc", isFull: false, transfer: "bt2020-10",
      primaries: "bt2020"),
  ])
  func `a still of high dynamic range is the light of it in SDR`(kind: Kind) throws {
    let (samples, still) = try samples(kind)
    let worst = worst(still) { index in
      let light = Self.relativeLight(colour(samples[index], kind), kind.transfer)
      // ITU-R BT.2407 annex 2: BT.2020 to BT.709.
      let shown = SIMD3(
        (SIMD3(1.6605, -0.5876, -0.0728) * light).sum(),
        (SIMD3(-0.1246, 1.1329, -0.0083) * light).sum(),
        (SIMD3(-0.0182, -0.1006, 1.1187) * light).sum())
      let scale = kind.transfer == "bt2020-10" ? 1 : Self.compressed(shown.max()) / shown.max()
      let fitted = (shown.max() > 0 ? shown * scale : shown)
        .clamped(lowerBound: .zero, upperBound: .one)
      return SIMD3(pow(fitted.x, 1 / 2.4), pow(fitted.y, 1 / 2.4), pow(fitted.z, 1 / 2.4))
    }
    #expect(worst <= 1.5)
  }

  /// Light in parts of reference white, 203 cd/m2.
  private static func relativeLight(_ s: SIMD3<Double>, _ transfer: String) -> SIMD3<Double> {
    func each(_ f: (Double) -> Double) -> SIMD3<Double> { [f(s.x), f(s.y), f(s.z)] }
    switch transfer {
    case "smpte2084":
      return each { e in
        let p = pow(e, 1 / 78.84375)
        return 10000 / 203
          * pow(max(p - 0.8359375, 0) / (18.8515625 - 18.6875 * p), 1 / 0.1593017578125)
      }
    case "arib-std-b67":
      let scene = each {
        $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - 0.55991073) / 0.17883277) + 0.28466892) / 12
      }
      let luminance = (SIMD3(0.2627, 0.6780, 0.0593) * scene).sum()
      return scene * pow(luminance, 0.2) * (1000 / 203.0)
    default: return each { pow($0, 2.4) }
    }
  }

  /// The shoulder above three quarters of reference white.
  private static func compressed(_ light: Double) -> Double {
    guard light > 0.75 else { return light }
    let (above, most) = ((light - 0.75) / 0.25, (1000 / 203.0 - 0.75) / 0.25)
    return min(1, 0.75 + 0.25 * above * (1 + above / (most * most)) / (1 + above))
  }

  /// FFmpeg converts eight pixels at once, whatever the width; none is left out or beyond the row.
  @Test(arguments: [16, 18, 22, 24, 26, 30, 34, 64, 86, 1080])
  func `a tracker's picture is near the still in all of its columns`(width: Int) throws {
    let path = work.path("in.mkv")
    // Slopes, on which interpolating chroma makes little difference.
    try Tools.ffmpeg([
      "-f", "lavfi", "-i",
      "nullsrc=s=\(width)x32,geq=lum='60+100*X/W':cb='100+40*Y/H':cr='110+30*X/W'",
      "-frames:v", "1", "-c:v", "ffv1", "-pix_fmt", "yuv420p", path,
    ])
    let frame = try nextFrame(of: ClipReader(path: path))
    let still = try frame.toStraightRGBA8()
    let bytes = try frame.toRGB8(width: width, height: 32)
    try #require(bytes.count == width * 32 * 3)
    for pixel in 0..<width * 32 {
      for channel in 0..<3 {
        let apart = abs(Int(bytes[3 * pixel + channel]) - Int(still.bytes[4 * pixel + channel]))
        #expect(apart <= 8, "pixel \(pixel % width), \(pixel / width)")
      }
    }
    #expect(try frame.toRGB8(width: width / 2, height: 16).count == width / 2 * 16 * 3)
  }
}
