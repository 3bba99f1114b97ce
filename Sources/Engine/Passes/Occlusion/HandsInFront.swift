import Geometry
import Imaging
import Matting
import Occlusion
import Placement
import Recipe
import Timelines

/// What of a picture the hands in it cover, so that what is farther can be drawn behind them.
struct HandsInFront {
  /// What a hand covers of a picture.
  struct Cover {
    let matte: Matte
    /// How large it is seen, in pixels to a millimetre; nil where the tracking has no hand there.
    let scale: Double?
  }

  /// Makes it; nil where hands are not asked for.
  init?(_ occluders: Occluders) {
    guard occluders.contains(.hands) else { return nil }
  }

  /// What each of the hands covers of an area.
  ///
  /// - Parameters:
  ///   - picture: the picture before anything is drawn.
  ///   - guide: the picture that is looked at in place of it; nil for itself.
  func covers(
    of state: FrameState, in area: PixelArea, picture: MutablePicture, or guide: StraightRGBA8?
  ) -> [Cover] {
    let fields = state.covered?.fields ?? HandsInPicture.covers(state)
    let map =
      state.covered?.toScene.then(state.output.toComposite) ?? AffineMap(1, 0, 0, 0, 1, 0)
    let parts = fields.compactMap { field in
      Self.part(of: area, under: field, map).map { (field: field, area: $0) }
    }
    guard !parts.isEmpty else { return [] }
    func covers(_ picture: MutablePicture) -> [Cover] {
      parts.map { field, area in
        var matte = Matte(columns: area.columns, rows: area.rows)
        unsafe field.cover(&matte, of: picture, by: map)
        return Cover(
          matte: matte, scale: HandsInPicture.scale(of: state, within: field.box, by: map))
      }
    }
    guard let guide else { return unsafe covers(picture) }
    var (whole, found) = (PremultipliedRGBA8(guide), [Cover]())
    unsafe whole.withMutablePicture { found = unsafe covers($0) }
    return found
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
