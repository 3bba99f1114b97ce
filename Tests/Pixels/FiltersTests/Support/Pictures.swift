import Filters
import Imaging
import TestSupport

/// Pictures and formats that the tests share.
enum Pictures {
  static let limited709 = YUVEncoding(matrix: .bt709, fullRange: false)
  static let full601 = YUVEncoding(matrix: .bt601, fullRange: true)

  /// Every format that can be filtered.
  static let formats: [PixelFormat] =
    YUVLayout.allCases.flatMap { [.yuv($0, limited709), .yuv($0, full601)] }
    + [.opaqueRGB8, .opaqueBGR8]

  /// All filters, as they are written, with options that leave nothing of them out.
  static let filters = [
    "instant:grain=1", "comic:ink=0.8", "oil:relief=1", "snow:amount=1,seed=3",
    "season:kind=petals,amount=1", "season:kind=leaves,amount=1", "season:kind=summer,amount=1",
    "vangogh:relief=1", "lut:\(Tables.warm)",
  ]

  /// A filter that changes as much as is asked for.
  static func filter(_ text: String, amount: String) -> String {
    text.hasPrefix("lut:")
      ? "\(text),amount=\(amount)"
      : "\(text.split(separator: ":")[0]):"
        + (text.hasPrefix("season") ? "kind=leaves," : "") + "amount=\(amount)"
  }

  /// A painter of a filter, whose file is read.
  static func painter(_ text: String, set: String? = nil) throws -> FilterPainter {
    FilterPainter(try PictureFilter(parsing: text).resolved(on: nil), instructionSet: set)
  }

  private static func made(_ width: Int, _ height: Int, _ bytes: [UInt8]) -> StraightRGBA8 {
    guard let picture = StraightRGBA8(width: width, height: height, bytes: bytes) else {
      preconditionFailure("\(bytes.count) bytes are no picture of \(width) x \(height)")
    }
    return picture
  }

  static func noise(_ width: Int, _ height: Int, seed: UInt64 = 1, alpha: Bool = false)
    -> StraightRGBA8
  {
    var random = SplitMix64(state: seed)
    let bytes = (0..<4 * width * height).map { i in
      i % 4 == 3 && !alpha ? 255 : UInt8(truncatingIfNeeded: random.next())
    }
    return made(width, height, bytes)
  }

  static func flat(_ colour: RGBA8, _ width: Int, _ height: Int) -> StraightRGBA8 {
    let bytes = (0..<width * height).flatMap { _ in
      [colour.red, colour.green, colour.blue, colour.alpha]
    }
    return made(width, height, bytes)
  }

  /// Slow waves of colour with an edge across.
  static func waves(_ x: Double, _ y: Double) -> SIMD3<Double> {
    func wave(_ t: Double) -> Double { 128 + 70 * t / (1 + abs(t)) }
    let edge = x + 0.4 * y > 0.8 ? 40.0 : -20
    return SIMD3(
      wave(3 * x - 2 * y) + edge, wave(2 - 4 * x * y) + edge, wave(4 * y - 2 * x * x) + edge)
  }

  static func waves(_ width: Int, _ height: Int) -> StraightRGBA8 {
    let bytes = (0..<width * height).flatMap { i -> [UInt8] in
      let c = waves(
        (Double(i % width) + 0.5) / Double(height), (Double(i / width) + 0.5) / Double(height))
      return [c.x, c.y, c.z].map { UInt8(max(0, min(255, $0.rounded()))) } + [255]
    }
    return made(width, height, bytes)
  }

  /// What a filter makes of a picture.
  static func filtered(
    _ picture: StraightRGBA8, _ text: String, atMs time: Double = 0, set: String? = nil,
    matrix: YUVEncoding.Matrix = .bt709
  ) throws -> StraightRGBA8 {
    var painter = try painter(text, set: set)
    var result = picture
    try painter.apply(to: &result, atMs: time, matrix: matrix)
    return result
  }

  /// The mean of R, G and B.
  static func brightness(_ picture: StraightRGBA8) -> Double {
    var sum = 0.0
    for i in picture.bytes.indices where i % 4 != 3 { sum += Double(picture.bytes[i]) }
    return sum / Double(3 * picture.width * picture.height)
  }
}
