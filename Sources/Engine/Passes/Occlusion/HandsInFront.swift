import Geometry
import Imaging
import Matting
import Occlusion
import Placement
import Recipe
import Timelines

/// What of a picture the hands in it cover, so that avatars can be drawn behind them.
struct HandsInFront {
  /// Makes it; nil where hands are not asked for.
  init?(_ occluders: Occluders) {
    guard occluders.contains(.hands) else { return nil }
  }

  /// What the hands cover of an area; nil where there are none in it.
  ///
  /// - Parameters:
  ///   - picture: the picture before avatars are drawn.
  ///   - guide: the picture that is looked at in place of it; nil for itself.
  func matte(
    of state: FrameState, in area: PixelArea, picture: MutablePicture, or guide: StraightRGBA8?
  ) -> Matte? {
    let covers = state.covered?.fields ?? HandsInPicture.covers(state)
    let map =
      state.covered?.toScene.then(state.output.toComposite) ?? AffineMap(1, 0, 0, 0, 1, 0)
    let parts = covers.compactMap { cover in Self.part(of: area, under: cover, map) }
    guard let first = parts.first else { return nil }
    let all = parts.dropFirst().reduce(first) { $0.union($1) }
    var matte = Matte(columns: all.columns, rows: all.rows)
    guard let guide else {
      for cover in covers { unsafe cover.cover(&matte, of: picture, by: map) }
      return matte
    }
    var whole = PremultipliedRGBA8(guide)
    unsafe whole.withMutablePicture { picture in
      for cover in covers { unsafe cover.cover(&matte, of: picture, by: map) }
    }
    return matte
  }

  /// The part of an area in which something may be covered; nil where there is none.
  private static func part(
    of area: PixelArea, under cover: CoverageField, _ map: AffineMap<OutputSpace, OutputSpace>
  ) -> PixelArea? {
    let box = cover.box
    let corners = [Point2(box.left, box.top), Point2(box.right, box.bottom)].map { map($0) }
    guard let placed = Rectangle(around: corners) else { return nil }
    func pixels(_ low: Double, _ high: Double, in range: Range<Int>) -> Range<Int> {
      // Whole chroma samples, as the area has them.
      let (low, high) = (max(low, 0), max(min(high, 1e6), 0))
      return (Int(min(low, 1e6)) & ~1..<(Int(high.rounded(.up)) + 1) & ~1).clamped(to: range)
    }
    return PixelArea(
      columns: pixels(placed.left, placed.right, in: area.columns),
      rows: pixels(placed.top, placed.bottom, in: area.rows))
  }
}
