import Geometry

/// Where things stand on an output in an arrangement; the middle belongs to the player.
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
  /// How many lines the prompt has room for: only a narrow picture needs two.
  let lines: Double

  /// The parts of the height that a phone's bars may cover.
  private static let statusBar = 0.075
  private static let navigationBar = 0.1
  /// How many times as high as wide a picture is that fills an upright phone: 16:9, with room for even
  /// sides.
  private static let phoneShape = 1.7

  init(
    _ artist: HudArtist, on size: PixelSize<OutputSpace>, _ arrangement: HudArrangement = .standard
  ) {
    (width, height) = (Double(size.width), Double(size.height))
    unit = artist.unit
    let (reach, radii, sizes) = (artist.ringReach, artist.theme.radii, artist.theme.sizes)
    let isOnPhone = height >= Self.phoneShape * width
    let top = isOnPhone ? Self.statusBar * height : 0
    let bottom = isOnPhone ? (1 - Self.navigationBar) * height : height
    lines = height > width ? 2 : 1
    // From the prompt's upper edge to its lower one, and to the hint's middle.
    let prompt = (1.3 * lines + sizes.halo) * sizes.prompt * unit
    if arrangement == .wordsAbove {
      promptBottom = top + 2 * unit + prompt
      hint = promptBottom + (0.2 + 0.7 * sizes.hint) * unit
    } else {
      hint = bottom - (3 + 0.65 * sizes.hint) * unit
      promptBottom = bottom - (3.2 + 1.35 * sizes.hint) * unit
    }
    // From the ring's middle to the lower edge of the dots, and from the score's to that of what is gained.
    let dotsBelow = reach + (4.6 * radii.bar + 1.6) * unit + artist.shade
    let gainBelow = (11 + (0.45 + sizes.halo) * sizes.score) * unit
    let foot =
      arrangement == .low ? promptBottom - prompt - unit : bottom - 2.2 * unit
    let isAbove = arrangement == .standard || arrangement == .swapped
    let left = reach + 2.2 * unit
    ring = Point2(
      arrangement == .swapped ? width - left : left,
      isAbove ? top + reach + 2.2 * unit : foot - dotsBelow)
    bar = Point2(ring.x, ring.y + reach + (radii.bar + 0.6) * unit)
    dots = Point2(ring.x, bar.y + (2.6 * radii.bar + 1) * unit)
    // Three digits with the star, at the left as far from the edge as at the right.
    let scoreWidth = (2 * sizes.score + 2.6 * radii.star + 2) * unit
    score = Point2(
      arrangement == .swapped ? 4 * unit + scoreWidth : width - 4 * unit,
      isAbove ? top + (4 + 0.6 * sizes.score) * unit : foot - gainBelow)
  }
}
