public import Geometry

/// A picture in memory of packed R, G, B, A, 8 bit each, *straight* (colour not multiplied by
/// alpha), rows without padding: what a PNG holds.
public struct StraightRGBA8: Hashable, Sendable {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The pixels' bytes, `4 * width * height` of them.
  public package(set) var bytes: [UInt8]

  /// Makes a fully transparent picture.
  public init(size: PixelSize<some CoordinateSpace>) {
    width = size.width
    height = size.height
    bytes = [UInt8](repeating: 0, count: 4 * size.width * size.height)
  }

  /// Makes a picture of its bytes; nil unless there are `4 * width * height` of them.
  public init?(width: Int, height: Int, bytes: [UInt8]) {
    guard width > 0, height > 0, bytes.count == 4 * width * height else { return nil }
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// Whether no pixel lets anything through.
  public var isOpaque: Bool {
    // Row by row, so that a picture that is not is soon found out; two pixels at a time.
    let opaque: UInt64 = 0xff00_0000_ff00_0000
    return unsafe bytes.withUnsafeBytes { all in
      let row = max(8, 4 * width) / 8 * 8
      for start in Swift.stride(from: 0, to: all.count, by: row) {
        let end = min(start + row, all.count)
        var common = opaque
        for i in Swift.stride(from: start, to: end - 7, by: 8) {
          unsafe common &= UInt64(
            littleEndian: all.loadUnaligned(fromByteOffset: i, as: UInt64.self))
        }
        if (end - start) % 8 != 0, unsafe all[end - 1] != 255 { return false }
        if common != opaque { return false }
      }
      return true
    }
  }

  /// One pixel's R, G, B, A; columns and rows must lie in the picture.
  public subscript(x: Int, y: Int) -> RGBA8 {
    get {
      let i = 4 * (y * width + x)
      return RGBA8(bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3])
    }
    set {
      let i = 4 * (y * width + x)
      bytes[i] = newValue.red
      bytes[i + 1] = newValue.green
      bytes[i + 2] = newValue.blue
      bytes[i + 3] = newValue.alpha
    }
  }
}

/// A colour of 8 bit a channel, not multiplied by alpha.
public struct RGBA8: Hashable, Sendable {
  /// The colour's channels.
  public var red, green, blue: UInt8
  /// How much covers what is under it.
  public var alpha: UInt8

  /// Makes a colour, opaque unless alpha is given.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }
}

extension StraightRGBA8 {
  /// Gives the pixels' bytes to `body` to change in place.
  package mutating func withMutableBytes<Result>(
    _ body: (UnsafeMutableBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try unsafe bytes.withUnsafeMutableBufferPointer { unsafe try body($0) }
  }
}
