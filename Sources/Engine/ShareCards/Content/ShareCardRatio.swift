public import Geometry

/// The shapes that a share card has.
public enum ShareCardRatio: String, Hashable, Sendable, CaseIterable {
  /// For feeds: 1080 x 1080.
  case square = "1:1"
  /// The tallest that feeds show whole: 1080 x 1350.
  case portrait = "4:5"
  /// For stories, a phone's whole screen: 1080 x 1920.
  case story = "9:16"
  /// For screens and links: 1920 x 1080.
  case wide = "16:9"

  /// The size of the card.
  public var size: PixelSize<OutputSpace> {
    switch self {
    case .square: PixelSize(clamping: 1080, 1080)
    case .portrait: PixelSize(clamping: 1080, 1350)
    case .story: PixelSize(clamping: 1080, 1920)
    case .wide: PixelSize(clamping: 1920, 1080)
    }
  }
}
