/// The size of a picture in whole pixels, never empty.
public struct PixelSize<Space: CoordinateSpace>: Hashable, Sendable {
  /// Columns, at least 1.
  public let width: Int
  /// Rows, at least 1.
  public let height: Int

  /// Makes a size; nil unless both sides are at least 1.
  public init?(width: Int, height: Int) {
    guard width >= 1, height >= 1 else { return nil }
    (self.width, self.height) = (width, height)
  }

  /// Makes a size whose sides are at least 1, for sizes that are known or computed.
  public init(clamping width: Int, _ height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
  }

  /// The same pixels, counted in another space.
  public func retyped<Other: CoordinateSpace>(as other: Other.Type) -> PixelSize<Other> {
    PixelSize<Other>(unchecked: width, height)
  }

  /// The size after a quarter turn.
  public func turned<Other: CoordinateSpace>(
    by turn: QuarterTurn, into other: Other.Type
  ) -> PixelSize<Other> {
    turn.swapsSides
      ? PixelSize<Other>(unchecked: height, width) : PixelSize<Other>(unchecked: width, height)
  }

  private init(unchecked width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
  }
}

extension PixelSize: CustomStringConvertible {
  /// The size as people write it: `1280 x 720`.
  public var description: String { "\(width) x \(height)" }
}

/// A turn of a picture by a multiple of 90 degrees, clockwise as seen.
public enum QuarterTurn: Int, Sendable, CaseIterable {
  /// No turn.
  case none = 0
  /// 90 degrees clockwise.
  case clockwise = 90
  /// Half a turn.
  case half = 180
  /// 270 degrees clockwise.
  case counterclockwise = 270

  /// Whether width and height change places.
  public var swapsSides: Bool { self == .clockwise || self == .counterclockwise }
}
