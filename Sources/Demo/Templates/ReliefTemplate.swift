import Compositing
import Geometry
public import Imaging

/// The start of a relief to paint on: the layer's picture, inflated from its outline.
public enum ReliefTemplate {
  /// The alpha from which on a pixel is inside of the outline, as a point of a layer hides what is behind it.
  static let leastAlpha: UInt8 = 128
  /// The distance from the outline at which the relief is white, in widths of the picture.
  static let rise = 0.22
  /// The standard deviation of its blur, in widths of the picture.
  static let blur = 0.012

  /// Makes the grey picture: black on the outline, holes in the picture and its edges included.
  ///
  /// - Parameter path: the picture's file, for messages.
  public static func picture(
    of layer: StraightRGBA8, path: String
  ) throws(TemplateError) -> StraightRGBA8 {
    let mask = PixelMask(layer, fromAlpha: leastAlpha)
    let count = mask.count
    guard count > 0 else { throw .transparent(path: path) }
    guard count < layer.width * layer.height else { throw .opaque(path: path) }
    let rise = Self.rise * Double(layer.width)
    let heights = mask.squaredDistances().map { height(atSquaredDistance: $0, rise: rise) }
    return blurred(heights, width: layer.width, height: layer.height)
  }

  /// Half way between a quarter of a circle and of a parabola, 0 to 255: at the depth of a new avatar
  /// the circle alone rises by two cells of the surface's grid in one, at which a relief is a cliff.
  private static func height(atSquaredDistance square: Int, rise: Double) -> UInt32 {
    // The outline is half a pixel before the middle of the next pixel.
    let distance = max(0, Double(square).squareRoot() - 0.5) / rise
    let rest = 1 - min(1, distance)
    let parabola = 1 - rest * rest
    return UInt32(255 * (parabola + parabola.squareRoot()) / 2 + 0.5)
  }

  private static func blurred(_ heights: [UInt32], width: Int, height: Int) -> StraightRGBA8 {
    var drawing = OffscreenDrawing()
    drawing.begin(columns: 0..<width, rows: 0..<height)
    // The same value in all four bytes of a word.
    unsafe drawing.withPicture { picture in
      unsafe picture.planes[0].base.withMemoryRebound(to: UInt32.self, capacity: heights.count) {
        for (i, height) in heights.enumerated() { unsafe $0[i] = height * 0x0101_0101 }
      }
    }
    drawing.blur(SIMD2(repeating: Float(blur * Double(width))))
    var relief = StraightRGBA8(size: PixelSize<ArtworkSpace>(clamping: width, height))
    unsafe drawing.withPicture { picture in
      let base = unsafe picture.planes[0].base
      for y in 0..<height {
        for x in 0..<width {
          let grey = unsafe base[4 * (y * width + x)]
          relief[x, y] = RGBA8(grey, grey, grey)
        }
      }
    }
    return relief
  }
}
