public import Geometry

/// A picture in memory of packed R, G, B, A, 8 bit each, *straight* (colour not multiplied by
/// alpha), rows without padding: what a PNG holds.
public struct StraightRGBA8: Hashable, Sendable {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The pixels' bytes, `4 * width * height` of them.
  public var bytes: [UInt8]

  /// Makes a fully transparent picture.
  public init(size: PixelSize<some CoordinateSpace>) {
    width = size.width
    height = size.height
    bytes = [UInt8](repeating: 0, count: 4 * size.width * size.height)
  }

  /// Makes a picture of its bytes; nil unless there are `4 * width * height` of them.
  public init?(width: Int, height: Int, bytes: [UInt8]) {
    guard width > 0, height > 0, bytes.count == 4 * width * height else { return nil }
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}
