import Compositing
import Drawing
import Foundation
package import Geometry
package import Imaging
package import Session

/// Draws the HUD on pictures of one size.
///
/// What is drawn is kept as textures, so that a frame costs the laying on of what stands, and the
/// drawing of what changed: at most a ring and a bar.
package struct HudPainter {
  private let strings: HudStrings
  private let artist: HudArtist
  private let theme: HudTheme
  private let size: PixelSize<OutputSpace>
  private let compositor: Compositor
  private var textures: [HudDrawing: Texture] = [:]
  private var format: PixelFormat?

  /// The most memory of textures that are kept though the last frame did not show them, in bytes.
  private static let byteLimit = 48 << 20

  package init(
    _ strings: HudStrings, _ theme: HudTheme, on size: PixelSize<OutputSpace>
  ) throws {
    (self.strings, self.theme, self.size) = (strings, theme, size)
    artist = HudArtist(theme, strings.language, on: size)
    compositor = try Compositor()
  }

  /// Checks that every text of a language can be drawn.
  package static func check(_ strings: HudStrings, _ theme: HudTheme) throws(HudError) {
    let artist = HudArtist(theme, strings.language, on: PixelSize(clamping: 640, 480))
    let digits = "0123456789+"
    for text in strings.all + [digits] {
      do {
        let missing = try TextLayout(text, artist.style(.prompt), width: .infinity).missing
        if let first = missing.first {
          throw HudError.missingGlyph(text: text, note: MissingGlyphs.demand(first))
        }
      } catch let error as DrawingError {
        throw .drawing(error)
      } catch let error as HudError {
        throw error
      } catch {
        throw .drawing(.noText)
      }
    }
  }

  /// Draws a moment.
  ///
  /// - Parameters:
  ///   - place: where the elements stand.
  ///   - isMirrored: whether the picture shows the player as a mirror does; lettering stays
  ///     as it is, the mouth's quadrants lie as they are seen.
  /// - Returns: the box of what was drawn; nil for nothing.
  package mutating func draw(
    _ moment: SessionMoment, at place: HudPlace = HudPlace(), isMirrored: Bool,
    on picture: MutablePicture
  ) throws -> Rectangle<OutputSpace>? {
    let format = unsafe picture.format
    if format != self.format { (self.format, textures) = (format, [:]) }
    let (arrangement, opacity) = place.shown(atMs: moment.timeMs, theme.times)
    let scene = HudScene(
      moment: moment, strings: strings, theme: theme,
      layout: HudLayout(artist, on: size, arrangement), isMirrored: isMirrored)
    let sprites = try scene.sprites { drawing throws(HudError) in
      let texture = try texture(drawing, format)
      return (Double(texture.width), Double(texture.height))
    }
    var box: Rectangle<OutputSpace>?
    for sprite in sprites where sprite.opacity * opacity > 0 && sprite.scale > 0 {
      let texture = try texture(sprite.drawing, format)
      let map = Self.place(sprite, Double(texture.width), Double(texture.height))
      try unsafe compositor.draw(
        texture, at: map.homography, opacity: min(sprite.opacity, 1) * opacity, onto: picture)
      let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map { x, y in
        map(Point2<ArtworkSpace>(x * Double(texture.width), y * Double(texture.height)))
      }
      if let seen = Rectangle(around: corners) { box = box?.union(seen) ?? seen }
    }
    forget(but: sprites)
    return box
  }

  /// Where a sprite's pixels go: whole pixels where it stands upright at its size.
  private static func place(
    _ sprite: HudSprite, _ width: Double, _ height: Double
  ) -> AffineMap<ArtworkSpace, OutputSpace> {
    let (x, y) = (sprite.centre.x - width / 2, sprite.centre.y - height / 2)
    if sprite.scale == 1, sprite.turn == 0 {
      return AffineMap(1, 0, x.rounded(), 0, 1, y.rounded())
    }
    let angle = sprite.turn * Double.pi / 180
    let (a, c) = (sprite.scale * cos(angle), sprite.scale * sin(angle))
    return AffineMap(
      a, -c, sprite.centre.x - (a * width - c * height) / 2, c, a,
      sprite.centre.y - (c * width + a * height) / 2)
  }

  private mutating func texture(
    _ drawing: HudDrawing, _ format: PixelFormat
  ) throws(HudError) -> Texture {
    if let known = textures[drawing] { return known }
    let made = Texture(try artist.picture(drawing), for: format)
    textures[drawing] = made
    return made
  }

  /// Lets go of what is not shown, where it takes too much memory.
  private mutating func forget(but sprites: [HudSprite]) {
    guard textures.values.reduce(0, { $0 + $1.byteCount }) > Self.byteLimit else { return }
    let shown = Set(sprites.map(\.drawing))
    textures = textures.filter { shown.contains($0.key) }
  }
}
