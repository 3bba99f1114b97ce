public import Geometry

/// The size at which a Lottie is drawn for one at which it is seen.
///
/// Sizes are taken from a short list, so that a face that comes nearer does not draw each frame anew: one that is
/// 1 to 1.42 times what is seen, which the compositor then samples down. The animation fills the picture, which may be
/// stretched for that by less than a pixel; `toArtwork` has that in it, so that no edge moves.
public struct LottieSize: Hashable, Sendable {
  /// The longest side of a picture.
  public static let mostSide = 2048
  /// The longer sides that there are: each 1.41 times the one before, in whole pixels.
  static let sides = [16, 23, 32, 45, 64, 90, 128, 181, 256, 362, 512, 724, 1024, 1448, 2048]

  /// Columns of the picture.
  public let width: Int
  /// Rows of the picture.
  public let height: Int
  /// From the picture's pixels to the animation's own.
  public let toArtwork: AffineMap<ArtworkSpace, ArtworkSpace>

  /// The size for an animation that is seen so many pixels wide or high, whichever is more.
  public init(of file: PixelSize<ArtworkSpace>, seen: Double) {
    let side = Self.sides.first { Double($0) >= seen } ?? Self.mostSide
    let longer = Double(max(file.width, file.height))
    let scale = Double(side) / longer
    let (wide, high) = (Double(file.width) * scale, Double(file.height) * scale)
    width = file.width >= file.height ? side : max(1, Int(wide.rounded(.up)))
    height = file.width >= file.height ? max(1, Int(high.rounded(.up))) : side
    toArtwork = AffineMap(
      Double(file.width) / Double(width), 0, 0, 0, Double(file.height) / Double(height), 0)
  }

  /// The size for where an animation is drawn: the longest of the four sides of its place.
  public init(
    of file: PixelSize<ArtworkSpace>, at homography: Homography<ArtworkSpace, OutputSpace>
  ) {
    let (w, h) = (Double(file.width), Double(file.height))
    let corners = [(0, 0), (w, 0), (w, h), (0, h)].compactMap {
      homography(Point2<ArtworkSpace>($0.0, $0.1))
    }
    var longest = 0.0
    for index in corners.indices {
      longest = max(longest, corners[index].distance(to: corners[(index + 1) % corners.count]))
    }
    // One that cannot be told is drawn at its largest.
    self.init(of: file, seen: corners.count == 4 ? longest : .infinity)
  }
}
