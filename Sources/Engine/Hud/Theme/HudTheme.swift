import Drawing

/// How the HUD looks: a file of `avatar-hud-theme/1`.
///
/// Lengths are hundredths of the picture's shorter side, times milliseconds.
package struct HudTheme: Hashable, Sendable {
  /// The name of the format, with its version.
  package static let format = "avatar-hud-theme/1"

  struct Fonts: Hashable, Sendable {
    /// Font families, the first that has a character draws it.
    var families = ["sans-serif"]
    /// 100 (thin) to 1000.
    var weight = 700
  }

  struct Sizes: Hashable, Sendable {
    var prompt = 6.4
    var hint = 4.4
    var score = 6.2
    /// How far the halo reaches about letters, in parts of their size.
    var halo = 0.34
  }

  struct Colours: Hashable, Sendable {
    var text = Colour(0xFFFFFF)
    var hint = Colour(0xFFFFFF)
    var score = Colour(0xFFFFFF)
    var halo = Colour(0)
    /// Of rings and bars, where nothing is reached yet.
    var track = Colour(0xFFFFFF, 0.4)
    /// Of what is reached, from its start to its end.
    var fillFrom = Colour(0xFFFFFF)
    var fillTo = Colour(0xFFFFFF)
    var success = Colour(0x80E080)
    var icon = Colour(0xFFFFFF)
    var stars = [Colour(0xFFFFFF)]
  }

  struct Radii: Hashable, Sendable {
    var ring = 8.0
    var ringWidth = 2.0
    var bar = 1.2
    var star = 2.6
  }

  struct Easings: Hashable, Sendable {
    /// How prompts and marks come in.
    var enter = Easing.overshoot
    /// How a ring empties again.
    var fill = Easing.smooth
    /// How the score counts up.
    var count = Easing.decelerate
  }

  struct Times: Hashable, Sendable {
    var enterMs = 420.0
    var leaveMs = 180.0
    /// How long a hint is shown.
    var hintMs = 5000.0
    var countMs = 800.0
    var starsMs = 1500.0
  }

  var fonts = Fonts()
  var sizes = Sizes()
  var colours = Colours()
  var radii = Radii()
  var easing = Easings()
  var times = Times()
}
