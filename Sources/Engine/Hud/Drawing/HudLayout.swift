import Geometry

/// Where things stand on an output: the ring at the top left, the score at the top right, what is said
/// at the bottom; the middle belongs to the player.
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

  init(_ artist: HudArtist, on size: PixelSize<OutputSpace>) {
    (width, height) = (Double(size.width), Double(size.height))
    unit = artist.unit
    let (reach, radii) = (artist.ringReach, artist.theme.radii)
    ring = Point2(reach + 2.2 * unit, reach + 2.2 * unit)
    bar = Point2(ring.x, ring.y + reach + (radii.bar + 0.6) * unit)
    dots = Point2(ring.x, bar.y + (2.6 * radii.bar + 1) * unit)
    let sizes = artist.theme.sizes
    hint = height - (3 + 0.65 * sizes.hint) * unit
    promptBottom = height - (3.2 + 1.35 * sizes.hint) * unit
    score = Point2(width - 4 * unit, (4 + 0.6 * sizes.score) * unit)
  }
}
