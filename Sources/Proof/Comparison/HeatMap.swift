public import Imaging

extension PictureComparer {
  /// A picture for people of where two pictures differ and how much; nil where the sizes are not
  /// the same.
  ///
  /// Opaque. What did not change is the first picture in a faint grey; what changed goes from yellow
  /// (one level) over red to dark red (all 255), ever darker, by the square root of the channel
  /// difference: a ramp that colour-blind eyes and grey printers tell apart. What was taken for
  /// antialiasing is light blue.
  public func heatMap(
    _ a: StraightRGBA8, _ b: StraightRGBA8, in mask: PixelMask? = nil
  ) -> StraightRGBA8? {
    guard Self.areOneSize(a, b, mask) else { return nil }
    var bytes = ComparedBackgrounds.flattened(a, 255).bytes
    let differences = ChannelDifferences(a, b, in: mask, kernels: kernels)
    let changed = differences.map { differences in
      ChangedPixels(
        differences, over: options.pixelThreshold,
        ignoringAntialiasingOn: options.ignoresAntialiasing
          ? ComparedBackgrounds(a, b, areOpaque: differences.areOpaque) : nil)
    }
    for pixel in 0..<(a.width * a.height) {
      let colour: RGBA8
      if let changed, changed.bytes[pixel] != 0 {
        colour = Self.ramp[Int(differences?.levels[pixel] ?? 0)]
      } else if Int(differences?.levels[pixel] ?? 0) > max(0, options.pixelThreshold) {
        colour = Self.antialiasing
      } else {
        colour = Self.faint(bytes[4 * pixel], bytes[4 * pixel + 1], bytes[4 * pixel + 2])
      }
      bytes[4 * pixel] = colour.red
      bytes[4 * pixel + 1] = colour.green
      bytes[4 * pixel + 2] = colour.blue
    }
    return StraightRGBA8(width: a.width, height: a.height, bytes: bytes)
  }

  private static let antialiasing = RGBA8(0x9e, 0xca, 0xe1)

  /// Grey near white, with a fifth of the contrast.
  private static func faint(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> RGBA8 {
    let luma = (2126 * Int(red) + 7152 * Int(green) + 722 * Int(blue) + 5000) / 10_000
    let grey = UInt8(200 + luma * 55 / 255)
    return RGBA8(grey, grey, grey)
  }

  /// A colour for each channel difference: ColorBrewer's "YlOrRd" without its palest colours.
  private static let ramp: [RGBA8] = {
    let stops: [SIMD3<Double>] = [
      [254, 204, 92], [253, 141, 60], [240, 59, 32], [189, 0, 38], [110, 0, 38],
    ]
    return (0...255).map { level in
      let position = (Double(level) / 255).squareRoot() * Double(stops.count - 1)
      let stop = min(Int(position), stops.count - 2)
      let share = position - Double(stop)
      let colour = stops[stop] * (1 - share) + stops[stop + 1] * share
      return RGBA8(UInt8(colour.x + 0.5), UInt8(colour.y + 0.5), UInt8(colour.z + 0.5))
    }
  }()
}
