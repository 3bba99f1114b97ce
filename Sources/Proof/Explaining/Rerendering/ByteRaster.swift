internal import Compositing
internal import Geometry
internal import Imaging

/// Packed R, G, B, alpha, colours multiplied by alpha: what compositions are drawn on.
///
/// The alpha of a background says how far it is known, 255 for wholly. Drawn over with layers, it says
/// how far the picture is determined: all of it under an opaque layer, whatever lies below.
struct ByteRaster {
  typealias Pixel = SIMD4<UInt8>

  let width, height: Int
  var pixels: [Pixel]

  init(width: Int, height: Int, filledWith pixel: Pixel = .zero) {
    (self.width, self.height) = (width, height)
    pixels = [Pixel](repeating: pixel, count: width * height)
  }

  /// A part of a picture; what is transparent in it lies on grey.
  init(_ picture: StraightRGBA8, _ area: RasterArea) {
    self.init(width: area.width, height: area.height)
    for y in 0..<height {
      for x in 0..<width {
        let c = picture[area.x + x, area.y + y]
        let (alpha, grey) = (Int(c.alpha), 128 * (255 - Int(c.alpha)) + 127)
        func onGrey(_ value: UInt8) -> UInt8 { UInt8((Int(value) * alpha + grey) / 255) }
        pixels[y * width + x] =
          alpha == 255
          ? Pixel(c.red, c.green, c.blue, 255)
          : Pixel(onGrey(c.red), onGrey(c.green), onGrey(c.blue), 255)
      }
    }
  }

  /// Draws layers on it.
  mutating func draw(_ stack: inout LayerStack, by compositor: Compositor) {
    guard let size = PixelSize<OutputSpace>(width: width, height: height) else { return }
    let (width, height) = (width, height)
    unsafe pixels.withUnsafeMutableBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      let plane = unsafe MutablePlane(
        base: base.assumingMemoryBound(to: UInt8.self), stride: 4 * width, width: width,
        height: height)
      let picture = unsafe MutablePicture(
        format: .premultipliedRGBA8, size: size, planes: MutablePlanes(plane))
      // It throws for textures of another format alone.
      try? unsafe compositor.draw(&stack, onto: picture)
    }
  }

  func part(_ area: RasterArea) -> ByteRaster {
    var part = ByteRaster(width: area.width, height: area.height)
    for y in 0..<area.height {
      let from = (area.y + y) * width + area.x
      part.pixels.replaceSubrange(
        y * area.width..<(y + 1) * area.width, with: pixels[from..<from + area.width])
    }
    return part
  }

  /// Half the size: each pixel is the mean of four.
  var halved: ByteRaster {
    var half = ByteRaster(width: width / 2, height: height / 2)
    for y in 0..<half.height {
      for x in 0..<half.width {
        let i = 2 * y * width + 2 * x
        let upper =
          SIMD4<UInt16>(truncatingIfNeeded: pixels[i])
          &+ SIMD4<UInt16>(truncatingIfNeeded: pixels[i + 1])
        let lower =
          SIMD4<UInt16>(truncatingIfNeeded: pixels[i + width])
          &+ SIMD4<UInt16>(truncatingIfNeeded: pixels[i + width + 1])
        half.pixels[y * half.width + x] = Pixel(
          truncatingIfNeeded: (upper &+ lower &+ 2) &>> 2)
      }
    }
    return half
  }
}
