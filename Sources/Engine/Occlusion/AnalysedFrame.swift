import FaceModel
import Geometry
package import Matting
import Placement
import Timelines
import Tracking

package struct ClipCells: Sendable {
  /// The frame's place in the clip.
  package let index: Int
  /// Its time, in milliseconds.
  package let timeMs: Double
  package let cells: CellPicture

  package init(index: Int, timeMs: Double, cells: CellPicture) {
    (self.index, self.timeMs, self.cells) = (index, timeMs, cells)
  }
}

/// A frame, and what the tracker saw in it; places in cells, whose middles are whole numbers.
struct AnalysedFrame {
  struct Face {
    let identity: Int
    /// Some of the landmarks.
    let points: [SIMD2<Double>]
    let middle: SIMD2<Double>
    /// From one side of the face to the other.
    let width: Double

    /// Whether a cell lies within an ellipse around the face, so many widths wide and high.
    func contains(_ x: Int, _ y: Int, _ across: Double, _ down: Double) -> Bool {
      let (dx, dy) = (
        (Double(x) - middle.x) / (across * width), (Double(y) - middle.y) / (down * width)
      )
      return dx * dx + dy * dy < 1
    }
  }

  struct Hand {
    let identity: Int
    let figure: HandFigure
    let joints: [SIMD2<Double>]
    /// Whether the tracker did not see it at this time.
    let isCarried: Bool
  }

  let index: Int
  let timeMs: Double
  /// Whether other frames are compared with it.
  var isRemembered = false
  /// The picture, in which the hands' outlines are hidden; nil where it is not needed any more.
  var cells: CellPicture?
  let faces: [Face]
  let hands: [Hand]
  /// Around all layers and the items of scenes, in pixels; nil where nothing is drawn.
  let layers: Rectangle<OutputSpace>?
  let size: PixelSize<OutputSpace>
  let side: Int

  /// Every so manieth landmark is looked at.
  private static let landmarkStep = 6
  /// The landmarks of the face's sides, and of its forehead and chin, between which it is measured.
  private static let sides = [FaceTopology.faceEdges.right, FaceTopology.faceEdges.left]
  private static let ends = [10, 152]
  /// A face's width in millimetres, and how much nearer to the camera than the largest face a hand may be.
  private static let (faceWidth, largestHand) = (140.0, 5.0)
  /// How far outside a hand's outline the background is taken for hidden, in millimetres.
  private static let hidden: Float = -8

  init(_ frame: ClipCells, _ state: FrameState, _ hands: [HandTracks.Hand]) {
    (index, timeMs, size, side) = (
      frame.index, frame.timeMs, state.output.output, frame.cells.side
    )
    let side = Double(side)
    let (scene, map) = (state.scene, state.output.toComposite)
    func cell(_ point: Point2<OutputSpace>) -> SIMD2<Double> {
      SIMD2(point.x / side - 0.5, point.y / side - 0.5)
    }
    // Wider ones are no faces that could be seen.
    let largest = 4 * Double(max(frame.cells.columns, frame.cells.rows))
    faces = state.faces.compactMap { timed in
      let face = SceneFace(timed.face, through: scene)
      func points(_ numbers: some Sequence<Int>) -> [SIMD2<Double>] {
        numbers.compactMap { face.landmark($0) }.map { cell(map($0)) }
      }
      let chosen = points(stride(from: 0, to: FaceTopology.meshCount, by: Self.landmarkStep))
      let (sides, ends) = (points(Self.sides), points(Self.ends))
      guard face.hasLandmarks, (chosen + sides + ends).allSatisfy({ ($0.x + $0.y).isFinite })
      else { return nil }
      let way = sides[1] - sides[0]
      // Turned to the side, it is as wide as it is high at least.
      let high = ends[1] - ends[0]
      let measured = max((way * way).sum().squareRoot(), 0.7 * (high * high).sum().squareRoot())
      guard measured > 4, measured < largest else { return nil }
      return Face(
        identity: timed.identity, points: chosen,
        middle: chosen.reduce(.zero, +) / Double(chosen.count), width: measured)
    }
    let output = state.output
    let faces = faces
    self.hands = hands.compactMap { tracked in
      guard let hand = SceneHand(tracked.hand, through: scene),
        let figure = HandFigure(hand, in: output)
      else { return nil }
      let nearest = faces.map(\.width).max().map { $0 * Double(frame.cells.side) / Self.faceWidth }
      guard nearest.map({ figure.pixels < Self.largestHand * $0 }) ?? true else { return nil }
      return Hand(
        identity: tracked.identity, figure: figure, joints: hand.points.map { cell(map($0)) },
        isCarried: tracked.isCarried)
    }
    let corners =
      state.placements.filter { $0.opacity > 0 }.map { $0.extent(in: output) }
      + state.scenes.flatMap { $0.items.map(\.corners) }
    let boxes = corners.compactMap { Rectangle(around: $0.corners) }
    layers = boxes.first.map { first in boxes.dropFirst().reduce(first) { $0.union($1) } }
    cells = frame.cells
    for hand in self.hands { hide(hand, as: .outline) }
  }

  /// Marks what a hand's outline and the beginning of its arm hide.
  mutating func hide(_ hand: Hand, as flag: CellPicture.Flag) {
    guard let grid = hand.grid(margin: 15, arm: nil, of: size, side: side) else { return }
    var shape = hand.figure.shape(on: grid)
    let arm = 150 * hand.figure.steepness * hand.figure.towardsArm
    shape.add(ShapeField.Capsule(SIMD2(), arm, radii: (32, 46)))
    cells?.hide(shape.distances, above: Self.hidden, on: grid, as: flag)
  }
}

extension AnalysedFrame.Hand {
  /// The cells around it and the part of its arm's place that lies in a rectangle; nil where none of that
  /// is in the picture.
  func grid(
    margin: Double, arm: Rectangle<OutputSpace>?, of size: PixelSize<OutputSpace>, side: Int
  ) -> MatteGrid? {
    let place = ForearmPlace(figure)
    let near = place.radius
    let outline = place.outline + [SIMD2(near, near), SIMD2(-near, -near)]
    return figure.grid(
      around: figure.joints, margin: margin,
      and: arm.flatMap { arm in
        Rectangle(around: outline.map(figure.pixel))?.intersection(arm)
      }, of: size, side: side)
  }
}
