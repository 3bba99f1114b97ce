import Drawing
import Geometry
import Placement
import Timelines
import Tracking

/// A printed picture: its outline with a mark at the top left as printed, and its axes, 40 mm long or half its
/// width: x (red) to the right, y (green) up, z (blue) out of the print.
struct CardAnnotation {
  private let corners: [Point2<OutputSpace>]
  private let origin: Point2<OutputSpace>?
  private let tips: [Point2<OutputSpace>]
  private let opacity: Double
  /// Where the outline and the axes lie.
  let box: Rectangle<OutputSpace>

  /// Points further away than this, in pixels, belong to no print that could be seen.
  private static let farthest = 30_000.0

  /// Finds the lines of a print; nil where it lies too far away.
  init?(_ timed: TimedImage, at state: FrameState) {
    let scene = state.scene
    func place(_ point: Point2<TrackerSpace>) -> Point2<OutputSpace> {
      let x = scene.mirrored ? Double(scene.tracker.width) - point.x : point.x
      return state.output.toComposite(scene.toScene(Point2(x, point.y)))
    }
    corners = timed.image.corners.corners.map(place)
    opacity = timed.opacity
    var axes: [Point2<OutputSpace>] = []
    if let pose = timed.image.pose {
      let length = min(40, (timed.image.widthMm ?? 80) / 2)
      axes = [(0, 0, 0), (length, 0, 0), (0, length, 0), (0, 0, length)].compactMap { x, y, z in
        timed.camera.project(pose(Point3<CanonicalSpace>(x, y, z))).map(place)
      }
    }
    origin = axes.count == 4 ? axes[0] : nil
    tips = axes.count == 4 ? Array(axes[1...]) : []
    guard let box = Rectangle(around: corners + (axes.count == 4 ? axes : [])),
      max(-box.left, -box.top, box.right, box.bottom) < Self.farthest
    else { return nil }
    self.box = box
  }

  func draw(on canvas: borrowing AnnotationCanvas) {
    let width = min(max(max(box.width, box.height) / 150, 1.5), 4)
    let places = corners.map { canvas.place($0) }
    canvas.stroke(.polygon(places), Self.outline.opacity(opacity), width: width)
    canvas.canvas.fill(.circle(places[0], 2.5 * width), Self.outline.opacity(opacity))
    guard let origin else { return }
    let start = canvas.place(origin)
    for (tip, colour) in zip(tips, Self.axes) {
      var line = Path()
      line.move(to: start)
      line.line(to: canvas.place(tip))
      canvas.stroke(line, colour.opacity(opacity), width: width)
    }
  }

  private static let outline = Colour(0xFFD23F)
  private static let axes = [Colour(0xFF4B4B), Colour(0x52E052), Colour(0x5B9BFF)]
}
