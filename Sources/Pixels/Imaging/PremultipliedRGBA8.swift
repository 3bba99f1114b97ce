public import Geometry

/// A picture in memory of packed R, G, B, A, 8 bit each, colour *multiplied by alpha*, rows
/// without padding: what compositing works on.
///
/// Invariants, tested over all 256 x 256 values: `premultiply` rounds the exact product correctly, and
/// premultiplying what was unpremultiplied gives back the same bytes.
public struct PremultipliedRGBA8: Hashable, Sendable {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The pixels' bytes, `4 * width * height` of them.
  public internal(set) var bytes: [UInt8]

  /// Makes a fully transparent picture.
  public init(size: PixelSize<some CoordinateSpace>) {
    (width, height) = (size.width, size.height)
    bytes = [UInt8](repeating: 0, count: 4 * size.width * size.height)
  }

  /// Takes pixels as another program multiplied them; nil unless there are `4 * width * height` bytes.
  package init?(width: Int, height: Int, bytes: [UInt8]) {
    guard width > 0, height > 0, bytes.count == 4 * width * height else { return nil }
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// Multiplies a picture's colours by its alpha.
  ///
  /// An opaque picture is handed on as it is: a caller that gives it up pays nothing for it.
  public init(_ picture: consuming StraightRGBA8) {
    (width, height) = (picture.width, picture.height)
    let isOpaque = picture.isOpaque
    bytes = picture.takeBytes()
    if !isOpaque { bytes.replaceColours(by: Self.premultiply) }
  }

  /// `round(value * alpha / 255)`, exactly.
  ///
  /// By J. Blinn, "Three Wrongs Make a Right", IEEE CG&A 15(6), 1995.
  @inlinable public static func premultiply(_ value: UInt8, alpha: UInt8) -> UInt8 {
    let product = UInt32(value) * UInt32(alpha) + 128
    return UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
  }

  /// `round(value * 255 / alpha)`, at most 255; 0 where alpha is 0.
  @inlinable public static func unpremultiply(_ value: UInt8, alpha: UInt8) -> UInt8 {
    alpha == 0 ? 0 : UInt8(min(255, (UInt32(value) * 255 + UInt32(alpha) / 2) / UInt32(alpha)))
  }

  /// Lends the picture to a drawing call.
  public mutating func withMutablePicture<Result>(
    _ body: (MutablePicture) throws -> Result
  ) rethrows -> Result? {
    guard let size = PixelSize<OutputSpace>(width: width, height: height) else { return nil }
    let (width, height) = (width, height)
    return try unsafe bytes.withUnsafeMutableBufferPointer { buffer -> Result? in
      guard let base = buffer.baseAddress else { return nil }
      let plane = unsafe MutablePlane(
        base: base, stride: 4 * width, width: width, height: height)
      return try unsafe body(
        MutablePicture(format: .premultipliedRGBA8, size: size, planes: MutablePlanes(plane)))
    }
  }
}

extension StraightRGBA8 {
  /// Divides a picture's colours by its alpha.
  ///
  /// An opaque picture is handed on as it is: a caller that gives it up pays nothing for it.
  public init(_ picture: consuming PremultipliedRGBA8) {
    (width, height) = (picture.width, picture.height)
    bytes = picture.takeBytes()
    if !isOpaque { bytes.replaceColours(by: PremultipliedRGBA8.unpremultiply) }
  }

  /// Divides a picture's colours by its alpha, but for pixels that are still those of the background
  /// that it was made of: they are given back as they were.
  package init(_ picture: consuming PremultipliedRGBA8, drawnOn ground: StraightRGBA8?) {
    guard let ground, ground.bytes.count == picture.bytes.count else {
      self.init(picture)
      return
    }
    let drawn = picture.bytes
    self.init(picture)
    for i in stride(from: 0, to: drawn.count - 3, by: 4) {
      let alpha = ground.bytes[i + 3]
      let isUntouched =
        drawn[i + 3] == alpha
        && (i..<i + 3).allSatisfy {
          drawn[$0] == PremultipliedRGBA8.premultiply(ground.bytes[$0], alpha: alpha)
        }
      if isUntouched { for c in i..<i + 3 { bytes[c] = ground.bytes[c] } }
    }
  }

  /// The bytes, which the picture gives up: there is no copy then when they are changed.
  fileprivate consuming func takeBytes() -> [UInt8] { bytes }
}

extension PremultipliedRGBA8 {
  /// The bytes, which the picture gives up.
  fileprivate consuming func takeBytes() -> [UInt8] { bytes }
}

extension [UInt8] {
  /// Replaces the three colours of every RGBA pixel that is neither opaque nor black and
  /// transparent; `change` leaves those as they are.
  @inline(__always)
  fileprivate mutating func replaceColours(by change: (UInt8, _ alpha: UInt8) -> UInt8) {
    unsafe withUnsafeMutableBytes { bytes in
      for i in stride(from: 0, to: bytes.count - 3, by: 4) {
        let pixel = unsafe UInt32(
          littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt32.self))
        let alpha = UInt8(truncatingIfNeeded: pixel &>> 24)
        if alpha == 255 || pixel == 0 { continue }
        for c in i..<(i + 3) { unsafe bytes[c] = change(bytes[c], alpha) }
      }
    }
  }
}
