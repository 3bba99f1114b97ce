public import Geometry

/// The size that is asked of a produced frame: both sides, or one, and the other follows from the
/// picture's shape.
public struct OutputSize: Hashable, Sendable, CustomStringConvertible {
  /// Columns; nil for as many as the rows leave.
  public let width: Int?
  /// Rows; nil for as many as the columns leave.
  public let height: Int?

  /// Makes a size; nil unless a side is said, and each that is said is at least 1.
  public init?(width: Int?, height: Int?) {
    guard width != nil || height != nil, width ?? 1 >= 1, height ?? 1 >= 1 else { return nil }
    (self.width, self.height) = (width, height)
  }

  /// Both sides of a size.
  public init(_ size: PixelSize<OutputSpace>) {
    (width, height) = (size.width, size.height)
  }

  /// Both sides; nil where one follows from the other.
  public var both: PixelSize<OutputSpace>? {
    guard let width, let height else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The size as people write it: `1280 x 720`, `640 wide`, `360 high`.
  public var description: String {
    if let both { return "\(both)" }
    return width.map { "\($0) wide" } ?? "\(height ?? 0) high"
  }
}

/// What becomes of a picture whose shape is not that of the size that is asked for.
///
/// Where none is said, its shape is kept: the frame is the largest that fits.
public enum OutputFit: String, CaseIterable, Hashable, Sendable {
  /// It is squashed: each side is scaled by itself.
  case stretch
  /// It is the largest that fits, between black bars.
  case pad
  /// It fills the frame; what reaches beyond is cut off, away from the faces.
  case cover
}
