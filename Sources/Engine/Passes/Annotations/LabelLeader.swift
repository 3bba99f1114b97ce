import Compositing
import Drawing
import Geometry

/// A thin line from a label to what it names.
struct LabelLeader {
  private let from, to: Point2<OutputSpace>
  private let colour: Colour
  private let width: Double

  /// How far a line and its dot reach beyond its ends, in widths.
  private static let reach = 4.0

  /// Makes the line from the edge of a label; nil where the label lies on what it names, or nothing of that is seen.
  init?(
    from label: Rectangle<OutputSpace>, to named: Point2<OutputSpace>,
    in picture: Rectangle<OutputSpace>, _ colour: Colour, width: Double
  ) {
    guard named.x.isFinite, named.y.isFinite else { return nil }
    // What lies beyond the picture is where it is nearest.
    to = Point2(
      min(max(named.x, picture.left), picture.right), min(max(named.y, picture.top), picture.bottom)
    )
    if to.x > label.right || to.x < label.left {
      from = Point2(to.x > label.right ? label.right : label.left, label.center.y)
    } else {
      from = Point2(to.x, to.y > label.center.y ? label.bottom : label.top)
    }
    guard to.x < label.left || to.x > label.right || to.y < label.top || to.y > label.bottom else {
      return nil
    }
    (self.colour, self.width) = (colour, width)
  }

  /// Where it lies.
  var box: Rectangle<OutputSpace> {
    let reach = Self.reach * width
    return Rectangle(from, to).grown(left: reach, top: reach, right: reach, bottom: reach)
  }

  func draw<Target: FrameSurface & ~Copyable>(
    on surface: inout Target, in picture: Rectangle<OutputSpace>
  ) throws {
    let size = PixelSize<OutputSpace>(clamping: Int(picture.width), Int(picture.height))
    guard let area = PixelArea(box, margin: 0, in: size) else { return }
    let canvas = try AnnotationCanvas(area)
    var path = Path()
    path.move(to: canvas.place(from))
    path.line(to: canvas.place(to))
    canvas.stroke(path, colour, width: width)
    canvas.canvas.fill(.circle(canvas.place(to), 2 * width), colour)
    try canvas.draw(on: &surface)
  }
}
