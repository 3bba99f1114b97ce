/// How much is written into a page.
public struct ReviewLimits: Hashable, Sendable {
  /// The longest side of an embedded picture, in pixels; a larger one is embedded made smaller, and
  /// the page says so.
  public var maxPictureSide = 2048
  /// How many bytes of the page pictures may take, as they stand in it (base64).
  ///
  /// Full pictures of what failed come first and may take three quarters of it; then come reduced
  /// ones. What does not fit is left out, and the page says so.
  public var pictureBudget = 96 << 20
  /// The longest side of the one picture that stands for a frame that passed, in pixels.
  public var passedPictureSide = 960
  /// The longest side of a thumbnail, in pixels.
  public var thumbnailSide = 240

  /// The defaults.
  public init() {}
}
