import Drawing
import Geometry
import Placement
import Tracking

/// A hand's bones and joints, as lines over the picture before it is mirrored.
struct HandAnnotation {
  private let points: [Point2<OutputSpace>]
  private let opacity: Double
  /// Where the hand lies.
  let box: Rectangle<OutputSpace>

  /// Points further away than this, in pixels, belong to no hand that could be seen.
  private static let farthest = 30_000.0

  /// Finds the lines of a hand; nil where it lies too far away.
  init?(_ seen: SeenHand, at state: FrameState) {
    points = seen.hand.points.map { state.output.toComposite($0) }
    opacity = seen.opacity
    guard let box = Rectangle(around: points),
      max(-box.left, -box.top, box.right, box.bottom) < Self.farthest
    else { return nil }
    self.box = box
  }

  /// A hand that is seen small has thinner lines.
  private var scale: Double { min(max(max(box.width, box.height) / 160, 0.5), 3) }

  func draw(on canvas: borrowing AnnotationCanvas) {
    let palm = Path.polygon([0, 1, 5, 9, 13, 17].map { canvas.place(points[$0]) })
    canvas.canvas.fill(palm, Palette.palm.opacity(0.16 * opacity))
    canvas.stroke(palm, Palette.palm.opacity(opacity), width: 1.5 * scale)
    for (finger, colour) in zip(HandSample.fingers, Palette.fingers) {
      var bones = Path()
      for (index, point) in finger.enumerated() {
        let place = canvas.place(points[point])
        if index == 0 { bones.move(to: place) } else { bones.line(to: place) }
      }
      canvas.stroke(bones, colour.opacity(opacity), width: 2.2 * scale)
      for point in finger { dot(point, colour, on: canvas) }
    }
    dot(0, Palette.palm, on: canvas)
  }

  private func dot(_ point: Int, _ colour: Colour, on canvas: borrowing AnnotationCanvas) {
    let place = canvas.place(points[point])
    canvas.canvas.fill(.circle(place, 3.2 * scale), Colour(0x000000, 0.5 * opacity))
    canvas.canvas.fill(.circle(place, 2.5 * scale), Colour(0xFFFFFF, opacity))
    canvas.canvas.fill(.circle(place, 1.3 * scale), colour.opacity(opacity))
  }

  private enum Palette {
    static let palm = Colour(0xF4F4F4)
    /// From the thumb to the little finger.
    static let fingers = [0xFF5C8A, 0xFF9F1C, 0xFFF04D, 0xA6FF5E, 0x35CCFF].map {
      Colour(UInt32($0))
    }
  }
}
