import Drawing
import FaceModel
import Geometry
import Placement
import Timelines
import Tracking

/// A face's contours, mesh and points, as lines over the picture before it is mirrored.
struct FaceAnnotation {
  private let points: [Point2<OutputSpace>]
  private let irises: [Point2<OutputSpace>]
  private let isModelled: Bool
  private let opacity: Double
  /// Where the face lies.
  let box: Rectangle<OutputSpace>

  /// Points further away than this, in pixels, belong to no face that could be seen.
  private static let farthest = 30_000.0

  /// Finds the lines of a face; nil where nothing says where it is.
  init?(_ timed: TimedFace, at state: FrameState) {
    guard let seen = SceneLandmarks(timed.face, through: state.scene) else { return nil }
    points = seen.mesh.map { state.output.toComposite($0) }
    irises = seen.irises.map { state.output.toComposite($0) }
    (isModelled, opacity) = (seen.isModelled, timed.opacity)
    guard let box = Rectangle(around: points + irises),
      max(-box.left, -box.top, box.right, box.bottom) < Self.farthest
    else { return nil }
    self.box = box
  }

  /// Where a face lies in the finished picture; nil where nothing says it.
  static func seen(_ timed: TimedFace, at state: FrameState) -> Rectangle<OutputSpace>? {
    guard let box = FaceAnnotation(timed, at: state)?.box else { return nil }
    return Rectangle(
      state.output.finished(Point2(box.left, box.top)),
      state.output.finished(Point2(box.right, box.bottom)))
  }

  /// What labels should not cover of a face: all but the column at each side that those reach over which
  /// stand beside it, on an even column.
  static func covered(by timed: TimedFace, at state: FrameState) -> Rectangle<OutputSpace>? {
    guard let box = seen(timed, at: state), box.width > 4 else { return nil }
    return box.grown(left: -2, top: 0, right: -2, bottom: 0)
  }

  /// A face that is seen small has thinner lines: what lies under them is what they are judged by.
  private var scale: Double { min(max(box.width / 240, 0.35), 2) }

  func draw(on canvas: borrowing AnnotationCanvas) {
    let mesh = isModelled ? Palette.modelled : Palette.mesh
    var edges = Path()
    for (from, to) in Self.edges {
      edges.move(to: canvas.place(points[from]))
      edges.line(to: canvas.place(points[to]))
    }
    canvas.canvas.stroke(edges, mesh.opacity(mesh.alpha * opacity), width: 0.6 * scale)
    // Points of a model are no tracker's.
    guard !isModelled else { return }
    for (line, isLoop, colour) in Self.contours {
      draw(line.map { points[$0] }, isLoop, colour, on: canvas)
    }
    drawIrises(on: canvas)
    for point in points { dot(point, Palette.point, radius: 0.9 * scale, on: canvas) }
  }

  private func drawIrises(on canvas: borrowing AnnotationCanvas) {
    let first = FaceTopology.meshCount
    guard irises.count == FaceTopology.countWithIrises - first else { return }
    for (ring, centre) in [(FaceTopology.rightIris, 468), (FaceTopology.leftIris, 473)] {
      let circle = Path.loop(ring.map { canvas.place(irises[$0 - first]) })
      canvas.stroke(circle, Palette.iris.opacity(opacity), width: 1.2 * scale)
      dot(irises[centre - first], Palette.iris, radius: 1.2 * scale, on: canvas)
    }
  }

  private func draw(
    _ line: [Point2<OutputSpace>], _ isLoop: Bool, _ colour: Colour,
    on canvas: borrowing AnnotationCanvas
  ) {
    var path = Path()
    for (index, point) in line.enumerated() {
      let place = canvas.place(point)
      if index == 0 { path.move(to: place) } else { path.line(to: place) }
    }
    if isLoop { path.close() }
    canvas.stroke(path, colour.opacity(colour.alpha * opacity), width: 1.4 * scale)
  }

  private func dot(
    _ point: Point2<OutputSpace>, _ colour: Colour, radius: Double,
    on canvas: borrowing AnnotationCanvas
  ) {
    canvas.canvas.fill(
      .circle(canvas.place(point), radius), colour.opacity(colour.alpha * opacity))
  }

  /// The mesh's edges, each once.
  private static let edges: [(Int, Int)] = {
    var seen: Set<SIMD2<Int>> = []
    var edges: [(Int, Int)] = []
    for (a, b, c) in CanonicalFace.triangles {
      for (from, to) in [(a, b), (b, c), (c, a)]
      where seen.insert(SIMD2(min(from, to), max(from, to))).inserted {
        edges.append((from, to))
      }
    }
    return edges
  }()

  /// The lines to look at; the subject's right and left differ, so that a swap is seen.
  private static let contours: [(line: [Int], isLoop: Bool, colour: Colour)] = [
    (FaceTopology.faceOval, true, Palette.oval),
    (FaceTopology.rightBrowUpper, false, Palette.right),
    (FaceTopology.rightBrowLower, false, Palette.right),
    (FaceTopology.leftBrowUpper, false, Palette.left),
    (FaceTopology.leftBrowLower, false, Palette.left),
    (FaceTopology.rightEye, true, Palette.right),
    (FaceTopology.leftEye, true, Palette.left),
    (FaceTopology.outerLips, true, Palette.lips),
    (FaceTopology.innerLips, true, Palette.lips),
  ]

  private enum Palette {
    static let mesh = Colour(0xFFFFFF, 0.3)
    static let modelled = Colour(0xFFB000, 0.6)
    static let point = Colour(0xA6FF5E, 0.85)
    static let oval = Colour(0xF4F4F4)
    static let right = Colour(0xFF9F1C)
    static let left = Colour(0x35CCFF)
    static let lips = Colour(0xFF5C8A)
    static let iris = Colour(0xFFF04D)
  }
}
