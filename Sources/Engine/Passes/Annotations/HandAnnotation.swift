import Drawing
import Geometry
import Placement
import Timelines
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
    let places = points.map { canvas.place($0) }
    let palm = Path.polygon([0, 1, 5, 9, 13, 17].map { places[$0] })
    let fingers = HandSample.fingers.map { finger in
      var bones = Path()
      for (index, joint) in finger.enumerated() {
        if index == 0 { bones.move(to: places[joint]) } else { bones.line(to: places[joint]) }
      }
      return bones
    }
    let shade = Colour(0x000000, 0.45 * opacity)
    canvas.canvas.fill(palm, Palette.palm.opacity(0.16 * opacity))
    // Dots cover the ends. Path by path, since Cairo takes longest for those that cross themselves.
    canvas.canvas.replacing {
      for path in [palm] + fingers { canvas.canvas.strokeFlat(path, shade, width: 4 * scale) }
    }
    canvas.canvas.strokeFlat(palm, Palette.palm.opacity(opacity), width: 1.5 * scale)
    for (bones, colour) in zip(fingers, Palette.fingers) {
      canvas.canvas.strokeFlat(bones, colour.opacity(opacity), width: 2.2 * scale)
    }
    // Joints stand apart from the bones that meet there.
    canvas.canvas.replacing {
      for place in places {
        canvas.canvas.fill(.circle(place, 3.2 * scale), Colour(0x000000, 0.5 * opacity))
      }
    }
    for place in places {
      canvas.canvas.fill(.circle(place, 2.5 * scale), Colour(0xFFFFFF, opacity))
    }
  }

  private enum Palette {
    static let palm = Colour(0xF4F4F4)
    /// From the thumb to the little finger.
    static let fingers = [0xFF5C8A, 0xFF9F1C, 0xFFF04D, 0xA6FF5E, 0x35CCFF].map {
      Colour(UInt32($0))
    }
  }
}
