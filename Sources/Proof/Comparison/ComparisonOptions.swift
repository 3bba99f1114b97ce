/// How two pictures are measured against each other.
public struct ComparisonOptions: Hashable, Codable, Sendable {
  /// What `pixelThreshold` may be; from 255 on nothing counts as changed.
  public static let pixelThresholds = 0...255
  /// What `windowSide` may be, in pixels: up to the side of the largest still.
  public static let windowSides = 1...8192

  /// A pixel counts as changed where a channel differs by *more* than this, 0 to 255.
  ///
  /// Not to be confused with how many such pixels are allowed, which is a threshold.
  public var pixelThreshold: Int
  /// Whether changed pixels that look like a moved edge's antialiasing are left out of the count.
  public var ignoresAntialiasing: Bool
  /// The side of the window that is slid over the picture to find the densest change, in pixels;
  /// taken to the nearest of `windowSides`.
  public var windowSide: Int

  /// Makes options; the defaults find every difference.
  public init(
    pixelThreshold: Int = 0, ignoresAntialiasing: Bool = false, windowSide: Int = 32
  ) {
    (self.pixelThreshold, self.ignoresAntialiasing) = (pixelThreshold, ignoresAntialiasing)
    self.windowSide = windowSide
  }
}
