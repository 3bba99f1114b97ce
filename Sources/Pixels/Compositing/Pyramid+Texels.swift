internal import CKernels
internal import Imaging

/// The box of a picture that is not transparent.
struct ArtworkPart: Sendable {
  let picture: StraightRGBA8
  let left, top, width, height: Int

  /// - Parameter isCutOut: whether the rest of the picture may go: a level that waits to be made keeps this.
  init(of picture: StraightRGBA8, in outline: Outline, isCutOut: Bool) {
    (width, height) = (outline.width, outline.height)
    if isCutOut, outline.width < picture.width || outline.height < picture.height,
      let part = picture.cropped(
        x: outline.left, y: outline.top, width: outline.width, height: outline.height)
    {
      (self.picture, left, top) = (part, 0, 0)
    } else {
      (self.picture, left, top) = (picture, outline.left, outline.top)
    }
  }
}

extension Pyramid.Level {
  /// How a level's texels come of pixels.
  enum Reduction {
    /// A texel a pixel.
    case none
    /// Sums of four texels, each of which is divided by four already.
    case sums
    /// Means of four texels: the halving of a level that is not kept.
    case means
  }

  /// Makes a level of artwork, pixels outside of which are transparent.
  ///
  /// - Parameter convert: makes texels of a row's pixels.
  init(
    of part: ArtworkPart, channels: Int, _ reduction: Reduction,
    _ convert: (UnsafeBufferPointer<UInt8>, UnsafeMutablePointer<Int16>) -> Void
  ) {
    let step = reduction == .none ? 1 : 2
    self.init(
      width: (part.width + step - 1) / step, height: (part.height + step - 1) / step,
      channels: channels, pitch: Double(step))
    let (stride, width, height) = (stride, width, height)
    unsafe part.picture.bytes.withUnsafeBufferPointer { bytes in
      unsafe texels.withUnsafeMutableNumbers { texels in
        func pixels(ofRow y: Int) -> UnsafeBufferPointer<UInt8> {
          let start = 4 * ((part.top + y) * part.picture.width + part.left)
          return unsafe UnsafeBufferPointer(rebasing: bytes[start..<(start + 4 * part.width)])
        }
        func row(_ y: Int) -> UnsafeMutablePointer<Int16> {
          unsafe texels + ((y + 1) * stride + 1) * channels
        }
        guard step == 2 else {
          for y in 0..<height { unsafe convert(pixels(ofRow: y), row(y)) }
          return
        }
        let length = 2 * width * channels
        unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: 2 * length) { rows in
          guard let upper = rows.baseAddress else { return }
          let lower = unsafe upper + length
          unsafe rows.initialize(repeating: 0)
          for y in 0..<height {
            unsafe convert(pixels(ofRow: 2 * y), upper)
            if 2 * y + 1 < part.height {
              unsafe convert(pixels(ofRow: 2 * y + 1), lower)
            } else {
              unsafe lower.update(repeating: 0, count: length)
            }
            unsafe ck_join_texels(
              upper, lower, Int32(width), Int32(channels), reduction == .means ? 2 : 0, row(y))
          }
        }
      }
    }
  }
}

/// What makes texels of R, G, B and alpha, or of B, G, R and alpha.
struct RGBATexels {
  let isReversed: Bool

  /// Makes texels of a row's pixels.
  func convert(
    _ pixels: UnsafeBufferPointer<UInt8>, _ texels: UnsafeMutablePointer<Int16>
  ) {
    unsafe ArtworkRow(pixels).forEachPixel { x, pixel in
      unsafe ArtworkRow.store(texel(of: pixel), at: texels + 4 * x)
    }
  }

  /// The four components of an RGBA pixel, the first in the lowest bits: premultiplied and rounded in
  /// whole numbers, which gives what rounding the product does (there are no ties: 255 is odd).
  @inline(__always)
  private func texel(of pixel: UInt32) -> UInt64 {
    let alpha = pixel &>> 24
    // round(c * alpha * 128 / 255) with q = c * alpha = 255 k + r is 128 k + (r + 1) / 2.
    func colour(_ shift: UInt32) -> UInt64 {
      let q = (pixel &>> shift & 255) &* alpha
      return UInt64((q &+ Self.by255(q) &+ 1) &>> 1)
    }
    let weight = UInt64(alpha) &<< UInt64(CK_LEVEL_BITS)
    let (red, green, blue) = (colour(0), colour(8), colour(16))
    return (isReversed ? blue : red) | green &<< 16 | (isReversed ? red : blue) &<< 32
      | weight &<< 48
  }

  /// `value / 255`, exactly up to 65534.
  @inline(__always)
  private static func by255(_ value: UInt32) -> UInt32 {
    (value &+ 1 &+ value &>> 8) &>> 8
  }
}

/// A row of a picture's pixels.
@unsafe private struct ArtworkRow {
  let pixels: UnsafeRawBufferPointer

  init(_ pixels: UnsafeBufferPointer<UInt8>) {
    unsafe self.pixels = UnsafeRawBufferPointer(pixels)
  }

  /// Visits the pixels, whose red is in their lowest bits.
  @inline(__always)
  func forEachPixel(_ body: (Int, UInt32) -> Void) {
    for x in unsafe 0..<(pixels.count / 4) {
      let pixel = unsafe pixels.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
      body(x, UInt32(littleEndian: pixel))
    }
  }

  /// Puts a texel's components at their place; the first is the lowest, as on all processors that this runs on.
  @inline(__always)
  static func store(_ texel: UInt64, at place: UnsafeMutablePointer<Int16>) {
    unsafe UnsafeMutableRawPointer(place).storeBytes(of: texel, as: UInt64.self)
  }
}

/// What makes texels in a target's own colours.
struct ChannelTexels {
  private let colours: [LinearChannel]
  private let table: ArtworkColourTable?
  private let kernelChannels: [ck_channel]
  private let channels: Int
  /// What every number is divided by.
  private let parts: Double

  /// - Parameters:
  ///   - colours: what the components before alpha are: one of two channels, two of four.
  ///   - table: what makes the target's R'G'B' of the picture's; nil where they are the same.
  init(
    _ colours: [LinearChannel], by table: ArtworkColourTable?, channels: Int,
    _ reduction: Pyramid.Level.Reduction
  ) {
    (self.colours, self.table, self.channels) = (colours, table, channels)
    parts = reduction == .sums ? 4 : 1
    kernelChannels = colours.map(\.kernelChannel)
  }

  /// Makes texels of a row's pixels.
  func convert(
    _ pixels: UnsafeBufferPointer<UInt8>, _ texels: UnsafeMutablePointer<Int16>
  ) {
    guard let table else {
      guard let first = pixels.baseAddress else { return }
      return unsafe ck_texels_of(
        first, Int32(pixels.count / 4), kernelChannels, parts, Int32(channels), texels)
    }
    unsafe convert(ArtworkRow(pixels), by: table, texels)
  }

  private func convert(
    _ pixels: ArtworkRow, by table: ArtworkColourTable, _ texels: UnsafeMutablePointer<Int16>
  ) {
    // Colours last asked for, and what they became: in artwork, edges are of one colour and many alphas.
    var last: (colour: UInt32, rgb: SIMD3<Double>) = (0, rgb(of: 0, by: table))
    let unit = Double(1 << CK_LEVEL_BITS)
    unsafe pixels.forEachPixel { x, pixel in
      let to = unsafe texels + channels * x
      let alpha = Double(pixel &>> 24)
      for c in 0..<channels { unsafe to[c] = 0 }
      guard alpha > 0 else { return }
      if pixel & 0xFF_FFFF != last.colour {
        last = (pixel & 0xFF_FFFF, rgb(of: pixel, by: table))
      }
      for c in colours.indices {
        unsafe to[c] = rounded(colours[c].value(of: last.rgb) * alpha * (unit / 255))
      }
      unsafe to[channels - 1] = rounded(alpha * unit)
    }
  }

  private func rgb(of pixel: UInt32, by table: ArtworkColourTable) -> SIMD3<Double> {
    SIMD3<Double>(
      table(
        red: UInt8(truncatingIfNeeded: pixel), green: UInt8(truncatingIfNeeded: pixel &>> 8),
        blue: UInt8(truncatingIfNeeded: pixel &>> 16))) * 255
  }

  /// A number that is not negative, divided and rounded.
  @inline(__always)
  private func rounded(_ value: Double) -> Int16 {
    Int16(truncatingIfNeeded: Int32(value / parts + 0.5))
  }
}

extension LinearChannel {
  /// Its level for R'G'B' in levels of 8 bit.
  @inline(__always)
  fileprivate func value(of rgb: SIMD3<Double>) -> Double { (weights * rgb).sum() + offset }
}
