package import Geometry

/// Where the HUD stands on an output, whatever it shows: other lettering keeps off, and does not move
/// when the HUD says something else.
package enum HudAreas {
  /// The ring with its meter, the score with what was gained, and what is said; not the stars that fly.
  package static func all(
    _ theme: HudTheme, on size: PixelSize<OutputSpace>, _ arrangement: HudArrangement = .standard
  ) -> [Rectangle<OutputSpace>] {
    // No area depends on the words of a language.
    let artist = HudArtist(theme, .en, on: size)
    let layout = HudLayout(artist, on: size, arrangement)
    let (unit, sizes, radii) = (layout.unit, theme.sizes, theme.radii)
    let reach = artist.ringReach
    let ring = Rectangle<OutputSpace>(
      Point2(layout.ring.x - reach, layout.ring.y - reach),
      Point2(layout.ring.x + reach, layout.dots.y + radii.bar * unit + artist.shade))
    // Three digits, each two thirds as wide as high, and the star.
    let wide = (2 * sizes.score + 2.6 * radii.star + 2) * unit
    let score = Rectangle<OutputSpace>(
      Point2(
        layout.score.x - wide, layout.score.y - (0.6 + sizes.halo) * sizes.score * unit),
      Point2(
        min(layout.score.x + 4 * unit, layout.width),
        layout.score.y + (11 + (0.45 + sizes.halo) * sizes.score) * unit))
    let words = Rectangle<OutputSpace>(
      Point2(
        (layout.width - artist.widest) / 2,
        layout.promptBottom - (1.3 * layout.lines + sizes.halo) * sizes.prompt * unit),
      Point2(
        (layout.width + artist.widest) / 2, layout.hint + (0.65 + sizes.halo) * sizes.hint * unit))
    return [ring, score, words]
  }
}
