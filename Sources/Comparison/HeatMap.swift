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
    var map = a.flattened(on: RGBA8(255, 255, 255))
    for y in 0..<map.height {
      for x in 0..<map.width { map[x, y] = Self.faint(map[x, y]) }
    }
    guard let differences = ChannelDifferences(a, b, in: mask) else { return map }
    let (changed, _) = changes(differences, Self.grounds(a, b))
    for y in 0..<map.height {
      for x in 0..<map.width {
        let level = differences.levels[y * map.width + x]
        if changed.bytes[y * map.width + x] != 0 {
          map[x, y] = Self.ramp[Int(level)]
        } else if Int(level) > options.pixelThreshold {
          map[x, y] = RGBA8(0x9e, 0xca, 0xe1)
        }
      }
    }
    return map
  }

  /// Grey near white, with a fifth of the contrast.
  private static func faint(_ colour: RGBA8) -> RGBA8 {
    let luma =
      (2126 * Int(colour.red) + 7152 * Int(colour.green) + 722 * Int(colour.blue) + 5000) / 10_000
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
