/// How large a picture may be before its pixels are decoded.
///
/// A PNG of a few hundred bytes can claim 2^31 pixels a side; the header is checked against these
/// limits before any memory is taken for pixels.
public struct ImageLimits: Hashable, Sendable {
  /// The largest width in pixels.
  public var width: Int
  /// The largest height in pixels.
  public var height: Int

  /// Makes limits.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// An avatar's pictures: 4096 x 4096.
  public static let artwork = ImageLimits(width: 4096, height: 4096)

  /// Single pictures to draw on: 8192 x 8192, room for every phone's camera.
  public static let still = ImageLimits(width: 8192, height: 8192)

  /// Whether a picture of this size may be decoded.
  public func allow(width: Int, height: Int) -> Bool {
    width <= self.width && height <= self.height
  }
}

extension ImageLimits: CustomStringConvertible {
  /// The limits as people write them: `4096 x 4096`.
  public var description: String { "\(width) x \(height)" }
}
