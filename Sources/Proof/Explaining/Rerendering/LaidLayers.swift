/// Layers drawn once on nothing, to be laid over backgrounds again and again.
///
/// Sampling artwork takes most of a drawing's time; what does not change between two drawings is sampled once. It is
/// within a level of drawing the layers on the background, which rounds less often.
struct LaidLayers {
  private let raster: ByteRaster
  /// The columns of each row in which there is anything.
  private let columns: [Range<Int>]

  /// Takes a raster of layers that replace what is below them as far as they are opaque.
  init(_ raster: ByteRaster) {
    self.raster = raster
    columns = (0..<raster.height).map { y in
      let row = y * raster.width..<(y + 1) * raster.width
      guard let first = row.first(where: { raster.pixels[$0] != .zero }),
        let last = row.last(where: { raster.pixels[$0] != .zero })
      else { return 0..<0 }
      return first - row.lowerBound..<last + 1 - row.lowerBound
    }
  }

  /// Lays the layers over a background of the same size.
  func lay(over background: inout ByteRaster) {
    for y in 0..<min(background.height, raster.height) {
      let row = y * raster.width
      for i in row + columns[y].lowerBound..<row + columns[y].upperBound {
        let top = raster.pixels[i]
        if top.w == 255 {
          background.pixels[i] = top
        } else if top != .zero {
          background.pixels[i] = Self.over(top, background.pixels[i])
        }
      }
    }
  }

  /// A colour over another, rounded to the nearest.
  @inline(__always)
  private static func over(_ top: ByteRaster.Pixel, _ below: ByteRaster.Pixel) -> ByteRaster.Pixel {
    let light = SIMD4<UInt16>(repeating: 255 &- UInt16(top.w))
    let product = SIMD4<UInt16>(truncatingIfNeeded: below) &* light &+ 128
    let dimmed = (product &+ (product &>> 8)) &>> 8
    let sum = SIMD4<UInt16>(truncatingIfNeeded: top) &+ dimmed
    return ByteRaster.Pixel(
      truncatingIfNeeded: sum.replacing(with: 255, where: sum .> 255))
  }
}
