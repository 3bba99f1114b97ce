import Geometry
import Hud
import Placement
import Recipe
package import Timelines

/// Draws the session as its player sees it, in the finished picture: it is readable in a mirrored one
/// too.
package struct HudPass: Pass {
  package static let scope = PassScope.cutPicture
  /// How far beyond its sprites pixels may reach, as beyond an avatar's layers.
  private static let reach = 6.0

  private let strings: HudStrings
  private let theme: HudTheme
  /// What draws on pictures of the last one's size.
  private var painter: HudPainter?
  private var size: PixelSize<OutputSpace>?

  package init?(_ setup: PassSetup) throws {
    guard setup.options.annotations.contains(.hud) else { return nil }
    strings = try HudStrings(setup.options.hud.language)
    theme = try setup.options.hud.theme.load()
    try HudPainter.check(strings, theme)
  }

  package mutating func draw<Target: FrameSurface & ~Copyable>(
    _ state: FrameState, on surface: inout Target
  ) throws -> PixelArea? {
    guard let moment = state.session else { return nil }
    let size = state.output.output
    var painter: HudPainter
    if let known = self.painter.take(), self.size == size {
      painter = known
    } else {
      painter = try HudPainter(strings, theme, on: size)
      self.size = size
    }
    defer { self.painter = painter }
    var box: Rectangle<OutputSpace>?
    try unsafe surface.withLayerPixels { picture in
      box = try unsafe painter.draw(
        moment, at: state.hudPlace ?? HudPlace(), isMirrored: state.output.mirrored, on: picture)
    }
    return box.flatMap { PixelArea($0, margin: Self.reach, in: size) }
  }
}
