import Drawing
import Geometry
import Placement
import Timelines

/// The outline of a layer's picture as it was placed, before the mirror; a dot marks its top left
/// corner.
struct LayerOutline {
  private let corners: Quad<OutputSpace>
  private let colour: Colour
  private let width: Double
  /// The picture, with room for lines at its edges: what lies beyond is not drawn.
  private let frame: Rectangle<OutputSpace>

  init(_ placement: LayerPlacement, at state: FrameState) {
    corners = placement.corners.map(state.output.finished)
    colour = Self.colour(ofLayer: placement.layerIndex)
    width = Self.lineWidth(on: state.output.output)
    frame = Rectangle(state.output.output).grown(left: 8, top: 8, right: 8, bottom: 8)
  }

  /// Where it lies in the picture; nil where nothing of it can be seen.
  var box: Rectangle<OutputSpace>? {
    Rectangle(around: sides.flatMap { [$0.from, $0.to] })
  }

  func draw(on canvas: borrowing AnnotationCanvas) {
    var path = Path()
    for side in sides {
      path.move(to: canvas.place(side.from))
      path.line(to: canvas.place(side.to))
    }
    canvas.stroke(path, colour, width: width)
    if frame.intersection(Rectangle(corners.topLeft, corners.topLeft).grown(1)) != nil {
      let dot = Path.circle(canvas.place(corners.topLeft), 2.2 * width)
      canvas.canvas.fill(dot, colour)
    }
  }

  /// The sides as far as they lie in the picture: a quad may reach a billion pixels beyond.
  private var sides: [(from: Point2<OutputSpace>, to: Point2<OutputSpace>)] {
    let ring = corners.corners
    return zip(ring, ring[1...] + ring[..<1]).compactMap { frame.clipped($0, $1) }
  }

  /// How wide lines are drawn on a picture, in pixels.
  static func lineWidth(on size: PixelSize<OutputSpace>) -> Double {
    min(max(Double(min(size.width, size.height)) / 450, 1), 4)
  }

  /// Layers next to each other differ.
  static func colour(ofLayer index: Int) -> Colour {
    let hues: [UInt32] = [
      0xFFD23F, 0x3BE8C0, 0xFF5470, 0x8FB4FF, 0xD59BFF, 0xFF9A4D, 0xA8F070, 0x6CE5FF,
    ]
    return Colour(hues[index % hues.count])
  }
}

extension Rectangle {
  fileprivate func grown(_ margin: Double) -> Rectangle {
    grown(left: margin, top: margin, right: margin, bottom: margin)
  }

  /// The part of a line from `a` to `b` that lies in the rectangle; nil for none.
  ///
  /// Y.-D. Liang and B. Barsky, "A New Concept and Method for Line Clipping", ACM TOG 3(1), 1984.
  fileprivate func clipped(
    _ a: Point2<Space>, _ b: Point2<Space>
  ) -> (from: Point2<Space>, to: Point2<Space>)? {
    let way = b - a
    var (start, end) = (0.0, 1.0)
    for (speed, room) in [
      (-way.x, a.x - left), (way.x, right - a.x), (-way.y, a.y - top), (way.y, bottom - a.y),
    ] {
      if speed == 0 {
        if room < 0 { return nil }
      } else if speed < 0 {
        start = max(start, room / speed)
      } else {
        end = min(end, room / speed)
      }
    }
    guard start <= end else { return nil }
    return (a.interpolated(to: b, at: start), a.interpolated(to: b, at: end))
  }
}
