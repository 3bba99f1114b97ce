package import Compositing
internal import Geometry
package import Imaging
package import Lottie
internal import Synchronization

/// A texture, and where it is drawn.
struct DrawnTexture {
  var texture: Texture
  /// From the texture's pixels to the frame that is produced, before its flip.
  var homography: Homography<ArtworkSpace, OutputSpace>
}

/// The frames of Lottie animations that were drawn, as textures: one cache a process, whatever shows them.
///
/// A texture depends on the animation, the frame, the size and the format alone, so it makes no difference
/// whether it is found here or drawn.
package final class LottieTextures: Sendable {
  /// The cache.
  package static let shared = LottieTextures(byteLimit: 96 << 20)

  private struct Key: Hashable {
    var digest: String
    var frame, width, height: Int
    var format: PixelFormat
  }

  private let textures: Mutex<RecentlyUsed<Key, Texture>>

  /// Makes an empty cache of at most so many bytes of texels.
  init(byteLimit: Int) { textures = Mutex(RecentlyUsed(byteLimit: byteLimit)) }

  /// A frame at the size at which it is seen where the animation's own pixels lie by a homography.
  func frame(
    _ frame: Int, of file: LottieFile, at homography: Homography<ArtworkSpace, OutputSpace>,
    for format: PixelFormat
  ) throws(LottieError) -> DrawnTexture {
    let size = LottieSize(of: file.size, at: homography)
    return DrawnTexture(
      texture: try texture(frame, of: file, size, for: format),
      homography: size.toArtwork.homography.then(homography))
  }

  package func texture(
    _ frame: Int, of file: LottieFile, _ size: LottieSize, for format: PixelFormat
  ) throws(LottieError) -> Texture {
    let key = Key(
      digest: file.digest, frame: frame, width: size.width, height: size.height, format: format)
    if let known = textures.withLock({ $0.value(key) }) { return known }
    // Not under the lock: others go on meanwhile, and two that make the same make the same.
    let picture = try LottieDrawing.picture(
      of: file, frame: frame, width: size.width, height: size.height)
    let texture = Texture(picture, for: format)
    textures.withLock { $0.keep(texture, for: key, byteCount: max(texture.byteCount, 256)) }
    return texture
  }
}
