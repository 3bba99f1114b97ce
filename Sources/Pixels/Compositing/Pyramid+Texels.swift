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
  /// Makes the finest level of artwork.
  ///
  /// - Parameters:
  ///   - finest: its exponent: 0, or 1, whose texels are sums of four.
  ///   - texel: makes of a pixel (red in the lowest bits) its components (the first in the lowest bits).
  @inline(__always)
  init(
    of part: ArtworkPart, channels: Int, finest: Int, texel: (UInt32) -> UInt64
  ) {
    let step = 1 << finest
    self.init(
      width: (part.width + step - 1) / step, height: (part.height + step - 1) / step,
      channels: channels, pitch: Double(step))
    let (stride, size) = (stride, MemoryLayout<Int16>.size * channels)
    // Artwork has runs of one colour: what the last pixel became is at hand.
    var last: (pixel: UInt32, texel: UInt64) = (0, 0)
    unsafe part.picture.bytes.withUnsafeBytes { pixels in
      unsafe texels.withUnsafeMutableBytes { texels in
        for y in 0..<part.height {
          let from = 4 * ((part.top + y) * part.picture.width + part.left)
          let to = size * ((y / step + 1) * stride + 1)
          var next = 0
          while next < part.width {
            let x = next
            let p = from + 4 * x
            if x + 4 <= part.width,
              unsafe pixels.loadUnaligned(fromByteOffset: p, as: SIMD4<UInt32>.self) == .zero
            {
              // Most of a drawing is transparent.
              next += 4
              continue
            }
            next += 1
            let pixel = unsafe UInt32(
              littleEndian: pixels.loadUnaligned(fromByteOffset: p, as: UInt32.self))
            if pixel &>> 24 == 0 { continue }
            if pixel != last.pixel { last = (pixel, texel(pixel)) }
            let t = to + x / step * size
            if channels == 2 {
              unsafe Self.add(UInt32(truncatingIfNeeded: last.texel), to: texels, at: t)
            } else {
              unsafe Self.add(last.texel, to: texels, at: t)
            }
          }
        }
      }
    }
  }

  /// Adds a texel to what is there.
  ///
  /// Components are not negative, and their sums have no more than 15 bits. The first is the lowest, as on all
  /// processors that this runs on.
  @inline(__always)
  private static func add<Texel: FixedWidthInteger & BitwiseCopyable>(
    _ texel: Texel, to texels: UnsafeMutableRawBufferPointer, at offset: Int
  ) {
    let sum = unsafe texels.loadUnaligned(fromByteOffset: offset, as: Texel.self) &+ texel
    unsafe texels.storeBytes(of: sum, toByteOffset: offset, as: Texel.self)
  }
}

extension Pyramid {
  /// The four components of an RGBA pixel, the first in the lowest bits: premultiplied and rounded in
  /// whole numbers, which gives what rounding the product does (there are no ties: 255 is odd).
  @inline(__always)
  static func texel(of pixel: UInt32, isReversed: Bool) -> UInt64 {
    let alpha = pixel &>> 24
    // round(c * alpha * 128 / 255) with q = c * alpha = 255 k + r is 128 k + (r + 1) / 2.
    func colour(_ shift: UInt32) -> UInt64 {
      let q = (pixel &>> shift & 255) &* alpha
      return UInt64((q &+ by255(q) &+ 1) &>> 1)
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

/// What makes texels in a target's own colours.
struct ChannelTexels {
  private let colours: [LinearChannel]
  private let table: ArtworkColourTable?
  /// Bits before alpha.
  private let alphaShift: UInt64
  /// Texels that are added up, a part each.
  private let parts: Double
  /// Colours last asked for, and what they became: in artwork, edges are of one colour and many alphas.
  private var last: (colour: UInt32, values: [Double])

  /// A number of a texel for alpha of 0...255 times a colour's level, and for alpha.
  private static let colourUnit = Double(1 << CK_LEVEL_BITS) / 255
  private static let alphaUnit = Double(1 << CK_LEVEL_BITS)

  /// - Parameters:
  ///   - colours: what the components before alpha are.
  ///   - table: what makes the target's R'G'B' of the picture's; nil where they are the same.
  ///   - finest: the exponent of the level: four texels are added up for 1.
  init(_ colours: [LinearChannel], by table: ArtworkColourTable?, channels: Int, finest: Int) {
    (self.colours, self.table) = (colours, table)
    alphaShift = UInt64(16 * (channels - 1))
    parts = Double(1 << (2 * finest))
    last = (0, colours.map { $0.value(of: .zero, by: table) })
  }

  /// The components of a pixel, whose red is in its lowest bits.
  @inline(__always)
  mutating func texel(of pixel: UInt32) -> UInt64 {
    if pixel & 0xFF_FFFF != last.colour { keepValues(of: pixel) }
    let alpha = Double(pixel &>> 24)
    var texel = rounded(alpha * Self.alphaUnit) &<< alphaShift
    var shift: UInt64 = 0
    for value in last.values {
      texel |= rounded(value * alpha * Self.colourUnit) &<< shift
      shift &+= 16
    }
    return texel
  }

  private mutating func keepValues(of pixel: UInt32) {
    last.colour = pixel & 0xFF_FFFF
    let colour = SIMD3(
      UInt8(truncatingIfNeeded: pixel), UInt8(truncatingIfNeeded: pixel &>> 8),
      UInt8(truncatingIfNeeded: pixel &>> 16))
    for index in colours.indices {
      last.values[index] = colours[index].value(of: colour, by: table)
    }
  }

  /// A number that is not negative, divided and rounded.
  @inline(__always)
  private func rounded(_ value: Double) -> UInt64 {
    UInt64(UInt16(truncatingIfNeeded: Int32(value / parts + 0.5)))
  }
}

extension LinearChannel {
  /// Its level for a colour of a picture.
  ///
  /// - Parameter table: what makes the target's R'G'B' of the picture's; nil where they are the same.
  @inline(__always)
  fileprivate func value(of colour: SIMD3<UInt8>, by table: ArtworkColourTable?) -> Double {
    let rgb =
      table.map { SIMD3<Double>($0(red: colour.x, green: colour.y, blue: colour.z)) * 255 }
      ?? SIMD3<Double>(colour)
    return (weights * rgb).sum() + offset
  }
}
