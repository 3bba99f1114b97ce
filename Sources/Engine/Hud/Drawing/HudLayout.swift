import Geometry

/// Where things stand on an output: the ring at the top left, the score at the top right, what is said
/// at the bottom; the middle belongs to the player.
///
/// A picture that fills an upright phone stands behind the phone's own bars, which are left free:
/// - At the top the status bar with the camera's cut-out: 44 of 812 points (5.4 %) on an iPhone X, 59 of 852 (6.9 %)
///   with a Dynamic Island (`safeAreaInsets` of UIKit).
/// - At the bottom the bar of gestures or buttons: 34 of 812 points (4.2 %) on an iPhone, 48 dp on Android with three
///   buttons (AOSP's `navigation_bar_height`), which is 7.5 % of the smallest phone, 640 dp high.
///
/// Apps that show stories cover more: Meta's guide for advertisements asks for 14 % and 20 %, which would
/// push the words into the face.
struct HudLayout: Sendable {
  let width, height: Double
  /// A hundredth of the shorter side, in pixels.
  let unit: Double
  let ring: Point2<OutputSpace>
  let bar: Point2<OutputSpace>
  let dots: Point2<OutputSpace>
  /// The lower edge of the prompt, and the middle of the hint under it.
  let promptBottom, hint: Double
  /// The right edge and the middle of the score.
  let score: Point2<OutputSpace>

  /// The parts of the height that a phone's bars may cover.
  private static let statusBar = 0.075
  private static let navigationBar = 0.1
  /// How many times as high as wide a picture is that fills an upright phone: 16:9, with room for even
  /// sides.
  private static let phoneShape = 1.7

  init(_ artist: HudArtist, on size: PixelSize<OutputSpace>) {
    (width, height) = (Double(size.width), Double(size.height))
    unit = artist.unit
    let (reach, radii) = (artist.ringReach, artist.theme.radii)
    let isOnPhone = height >= Self.phoneShape * width
    let top = isOnPhone ? Self.statusBar * height : 0
    let bottom = isOnPhone ? (1 - Self.navigationBar) * height : height
    ring = Point2(reach + 2.2 * unit, top + reach + 2.2 * unit)
    bar = Point2(ring.x, ring.y + reach + (radii.bar + 0.6) * unit)
    dots = Point2(ring.x, bar.y + (2.6 * radii.bar + 1) * unit)
    let sizes = artist.theme.sizes
    hint = bottom - (3 + 0.65 * sizes.hint) * unit
    promptBottom = bottom - (3.2 + 1.35 * sizes.hint) * unit
    score = Point2(width - 4 * unit, top + (4 + 0.6 * sizes.score) * unit)
  }
}
