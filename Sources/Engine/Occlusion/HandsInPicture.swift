package import Geometry
package import Matting
import Placement
package import Timelines

/// What hands cover of a picture of which nothing else is known.
package enum HandsInPicture {
  /// How large the largest hand is seen whose wrist or knuckles lie within a part of a picture, in pixels to a
  /// millimetre of a grown person's hand; nil where there is none.
  ///
  /// - Parameter map: from that picture to the frame.
  package static func scale(
    of state: FrameState, within box: Rectangle<OutputSpace>,
    by map: AffineMap<OutputSpace, OutputSpace>
  ) -> Double? {
    let placed = Rectangle(map(Point2(box.left, box.top)), map(Point2(box.right, box.bottom)))
    return state.hands.compactMap { seen in
      guard seen.opacity > 0, let figure = HandFigure(seen.hand, in: state.output),
        figure.joints.contains(where: { joint in
          let place = figure.pixel(joint)
          return placed.left...placed.right ~= place.x && placed.top...placed.bottom ~= place.y
        })
      else { return nil }
      return figure.pixels
    }.max()
  }

  /// How far around an edge the picture's colours are asked, in millimetres.
  private static let reach = 8.0

  /// The hands' outlines and the beginnings of their forearms; the picture's own colours move the edges.
  package static func covers(_ state: FrameState) -> [CoverageField] {
    let size = state.output.output
    return state.hands.compactMap { seen in
      guard seen.opacity > 0, let figure = HandFigure(seen.hand, in: state.output),
        let grid = figure.grid(
          around: figure.joints + [figure.towardsArm * 60], margin: 30, of: size,
          side: CellPicture.side(of: size))
      else { return nil }
      var shape = figure.shape(on: grid)
      if let stub = ForearmPlace(figure).stub { shape.add(stub) }
      return CoverageField(
        ScoreMap(shape, arm: ShapeField(grid)), shape, core: HandFigure.core, hole: 0,
        reach: reach * figure.pixels, opacity: seen.opacity)
    }
  }
}
