import Compositing
import Geometry
import Imaging

/// Draws layers beside the picture, lights them there, and lays them over it.
struct LitDrawing {
  /// What becomes of what was drawn.
  struct Light {
    /// The factors of red, green and blue, with the way from the picture to their unit square; nil where all colours
    /// are lit already.
    var factors: (field: FieldGrid, square: Homography<OutputSpace, ArtworkSpace>)?
    /// How much of each place is white, with the way from the picture to its unit square.
    var white: (field: FieldGrid, square: Homography<OutputSpace, PrintSpace>)?
    /// In pixels, along x and y.
    var blur = SIMD2<Float>.zero
    /// How it moves while the shutter is open; nil where it does not.
    var motion: OffscreenDrawing.Motion?
    /// How dark a shadow is left in place of the colours, within which outline; nil where they are kept.
    var shadow: (strength: Double, outline: [Point2<OutputSpace>])?
  }

  /// How far beyond its corners a layer may be drawn, in pixels.
  private static let margin = 2.0

  private var drawing = OffscreenDrawing()

  /// Draws what lies within corners.
  ///
  /// - Parameters:
  ///   - corners: before the flip.
  ///   - paint: draws on a picture of `OffscreenDrawing.format`, in which places are moved by the map.
  mutating func draw(
    within corners: Quad<OutputSpace>, in light: Light, blend: Compositor.BlendMode,
    onto picture: MutablePicture, by compositor: Compositor,
    paint: (MutablePicture, AffineMap<OutputSpace, OutputSpace>) throws -> Void
  ) throws {
    try unsafe draw(within: corners, in: light, blend: blend, onto: picture, by: compositor) {
      drawing in
      let shift = drawing.shift
      try unsafe drawing.withPicture { drawn in try unsafe paint(drawn, shift) }
    }
  }

  /// Draws what lies within corners.
  ///
  /// - Parameters:
  ///   - corners: before the flip.
  ///   - paint: draws beside the picture, with nothing drawn there yet.
  mutating func draw(
    within corners: Quad<OutputSpace>, in light: Light, blend: Compositor.BlendMode,
    onto picture: MutablePicture, by compositor: Compositor,
    paint: (inout OffscreenDrawing) throws -> Void
  ) throws {
    let reach =
      OffscreenDrawing.reach(ofBlur: light.blur) + (light.motion?.reach ?? .zero) + Self.margin
    let size = unsafe Rectangle<OutputSpace>(picture.size)
      .grown(left: reach.x, top: reach.y, right: reach.x, bottom: reach.y)
    guard
      let box = Rectangle(around: corners.corners)?
        .grown(left: reach.x, top: reach.y, right: reach.x, bottom: reach.y).intersection(size)
    else { return }
    func pixels(_ low: Double, _ high: Double) -> Range<Int> {
      Int(low.rounded(.down))..<Int(high.rounded(.up)) + 1
    }
    drawing.begin(columns: pixels(box.left, box.right), rows: pixels(box.top, box.bottom))
    try paint(&drawing)
    if let factors = light.factors { drawing.multiply(by: factors.field, over: factors.square) }
    if let white = light.white { drawing.whiten(by: white.field, over: white.square) }
    drawing.blur(light.blur)
    if let motion = light.motion { drawing.blur(along: motion) }
    if let shadow = light.shadow { drawing.leaveShadow(shadow.strength, within: shadow.outline) }
    try unsafe drawing.lay(onto: picture, blend: blend, by: compositor)
  }
}
