import Compositing
public import Imaging

/// A printed card that a girl holds in a story: its picture, and the paper about it.
public struct PrintedCard: Sendable {
  /// The name that the tracking file gives the picture.
  public let name: String
  /// How wide the printed picture is, in millimetres.
  public let widthMm: Double
  /// How high the printed picture is, in millimetres.
  public let heightMm: Double
  /// The picture, made ready for drawing.
  let texture: Texture

  /// How far the paper reaches beyond the picture to the left, to the right and above, in millimetres.
  static let margin = 6.0
  /// How far it reaches beyond the picture below, where the thumb lies, in millimetres.
  static let foot = 20.0

  /// Makes a card of its printed picture.
  public init(name: String, widthMm: Double, picture: StraightRGBA8) {
    (self.name, self.widthMm) = (name, widthMm)
    heightMm = widthMm * Double(picture.height) / Double(picture.width)
    texture = Texture(picture, for: .premultipliedRGBA8)
  }
}
