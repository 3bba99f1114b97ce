public import Avatars

/// A glTF model of an item; the item's own rotation is the one about z.
public struct SceneModel: Hashable, Sendable {
  /// The path of its file inside the package.
  public var file: String
  /// How large it is: with 1, a metre of the model is a metre on the card.
  public var scale: Double
  /// The turns about x and y in degrees, right-handed; after them comes the one about z, clockwise.
  public var tilt: SIMD2<Double>
  /// Which animation is played.
  public var animation: LayerModel.Animation
  /// How the animation goes on.
  public var play: Play
  /// How many times faster than the file says.
  public var speed: Double
  /// Whether what is below the print is seen through the card's outline alone.
  public var isPortal: Bool
  /// How dark its shadow on the card is, 0 to 1.
  public var shadow: Double

  /// The shadow where the file does not say.
  public static let usualShadow = 0.35

  /// Makes a model.
  public init(
    file: String, scale: Double = 1, tilt: SIMD2<Double> = .zero,
    animation: LayerModel.Animation = .first, play: Play = .loop, speed: Double = 1,
    isPortal: Bool = false,
    shadow: Double = SceneModel.usualShadow
  ) {
    (self.file, self.scale, self.tilt, self.animation) = (file, scale, tilt, animation)
    (self.play, self.speed, self.isPortal, self.shadow) = (play, speed, isPortal, shadow)
  }
}
