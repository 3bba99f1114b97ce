import Drawing
import FaceModel
import Geometry
import Placement
import Recipe
import Timelines
import Tracking

/// The scores of a face's blendshapes as bars beside it, in the finished picture.
struct BlendshapeBars {
  /// A blendshape's row.
  private struct Row {
    let name: String
    let score: Double
  }

  private let rows: [Row]
  /// Whose they are, where there are several faces.
  private let heading: String?
  /// Where they are drawn.
  let room: Rectangle<OutputSpace>
  private let text: AnnotationText
  private let opacity: Double

  /// Finds room for the bars of a face, beside all faces if there is such; nil without blendshapes, or
  /// where there is no room.
  init?(
    _ timed: TimedFace, _ choice: BlendshapeChoice, at state: FrameState,
    among text: inout AnnotationText
  ) {
    guard !timed.face.blendshapes.scores.isEmpty else { return nil }
    let face = SceneFace(timed.face, through: state.scene, moment: state.moment)
    rows = choice.shapes.map { Row(name: $0.rawValue, score: min(max(face.score($0), 0), 1)) }
    heading = state.faces.count > 1 ? "face \(timed.identity)" : nil
    let lines = Double(rows.count + (heading == nil ? 0 : 1))
    let width = text.fontSize * 17
    guard
      let room = text.reserve(
        width: width, height: lines * text.barHeight + text.padding * 2,
        at: Self.corner(beside: timed, at: state, width: width))
    else { return nil }
    (self.room, self.text, opacity) = (room, text, timed.opacity)
  }

  /// To the right of the face; to its left where there is no room.
  private static func corner(
    beside timed: TimedFace, at state: FrameState, width: Double
  ) -> Point2<OutputSpace> {
    guard let box = FaceAnnotation.seen(timed, at: state) else { return Point2(0, 0) }
    let fits = box.right + width <= Double(state.output.output.width) || box.left < width
    return Point2(fits ? box.right : box.left - width, box.top)
  }

  func draw(on canvas: borrowing AnnotationCanvas) throws(DrawingError) {
    let corner = canvas.place(Point2(room.left, room.top))
    let names = text.fontSize * 9
    let width = room.width - names - 2 * text.padding
    let first = heading == nil ? 0 : 1
    for (number, name) in ((heading.map { [$0] } ?? []) + rows.map(\.name)).enumerated() {
      let top = corner.y + text.padding + Double(number) * text.barHeight
      let line = try text.small(name)
      AnnotationText.write(
        line, on: canvas.canvas,
        at: PicturePoint(corner.x + text.padding, top + (text.barHeight - line.height) / 2))
    }
    for (number, row) in rows.enumerated() {
      let top = corner.y + text.padding + Double(number + first) * text.barHeight
      let (left, high) = (corner.x + text.padding + names, text.barHeight * 0.5)
      let middle = top + (text.barHeight - high) / 2
      // Dark below the light background of the bar, so that both its ends are seen on every picture.
      for (rim, colour) in [(1.5, Colour(0x0A0C10, 0.6)), (0, Colour(0xFFFFFF, 0.25))] {
        canvas.canvas.fill(
          .rounded(
            PicturePoint(left - rim, middle - rim), width: width + 2 * rim, height: high + 2 * rim,
            radius: high / 2 + rim), colour.opacity(colour.alpha * opacity))
      }
      // A bar that is rounded at both ends is never shorter than it is high.
      guard row.score > 0.005 else { continue }
      canvas.canvas.fill(
        .rounded(
          PicturePoint(left, middle), width: high + (width - high) * row.score, height: high,
          radius: high / 2),
        Colour(0x35CCFF).mixed(with: Colour(0xFFD23F), row.score).opacity(opacity))
    }
  }
}
