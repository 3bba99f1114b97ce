public import Imaging

/// What a `FrameRenderer` takes and keeps at most.
public struct FrameLimits: Hashable, Sendable {
  /// The longest sides of a picture, and of the result.
  public var sides = ImageLimits.still
  /// The most pixels of a picture, and of the result: 4096 x 4096, or a phone's 12 and 16
  /// megapixels.
  public var pixels = 4096 * 4096
  /// The most faces of a sample.
  public var faces = 16
  /// The most avatars that are named.
  public var avatars = 16
  /// The most layers that are drawn on one picture, of all faces together.
  ///
  /// The eight avatars have up to 10, so that 16 faces may wear any.
  public var layers = 160
  /// The memory of textures that are kept, in bytes; those that were not used for longest go first.
  ///
  /// The dragon takes up to 24 MB a pixel format, and counts as if it did.
  public var textureBytes = 256 << 20
  /// The memory of avatars that are kept, as their pictures stand in their files, in bytes; those
  /// that were not used for longest go first.
  public var avatarBytes = 128 << 20
  /// The latest time of a picture with cues, in milliseconds.
  public var sceneMs = 60_000.0
  /// The memory of scenes that are kept, as their pictures stand in their files, in bytes.
  public var sceneBytes = 64 << 20

  /// Whether a request may name packages by paths too: where the caller has looked names up itself,
  /// and no client's text gets here.
  public var takesPaths = false

  /// Makes the default limits.
  public init() {}

  /// Whether a picture of this size may be worked on.
  func allow(width: Int, height: Int) -> Bool {
    sides.allow(width: width, height: height) && width * height <= pixels
  }
}
