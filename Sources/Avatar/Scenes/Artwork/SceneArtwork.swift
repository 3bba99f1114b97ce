public import Avatars

/// A picture of an item, or of particles.
public struct SceneArtwork: Hashable, Sendable {
  /// The path of its file inside the package.
  public var image: String
  /// How the file is cut into frames; nil for one picture, or a file that moves by itself.
  public var sheet: SpriteSheet?
  /// How a file that moves by itself goes on.
  public var play: Play
  /// Which frames of a Lottie animation are shown; nil for what is none.
  public var lottie: LottieTiming?

  /// Makes a picture.
  public init(
    image: String, sheet: SpriteSheet? = nil, play: Play = .loop, lottie: LottieTiming? = nil
  ) {
    (self.image, self.sheet, self.play, self.lottie) = (image, sheet, play, lottie)
  }
}
