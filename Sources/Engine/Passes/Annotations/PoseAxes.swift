import Drawing
import FaceModel
import Foundation
import Geometry
import Placement
import Timelines
import Tracking

/// The axes of a face's pose, from between the eyes: x (red) to the subject's left, y (green) up the
/// face, z (blue) out of it.
struct PoseAxes {
  /// Between the eyes.
  let origin: Point2<OutputSpace>
  private let tips: [Point2<OutputSpace>]
  /// From the nearest to the camera to the farthest.
  private let order: [Int]
  private let opacity: Double
  /// How the head is turned: to the picture's right, downwards, and clockwise, in degrees, in the
  /// un-mirrored scene.
  let yaw, pitch, roll: Double
  /// Where the axes lie.
  let box: Rectangle<OutputSpace>

  /// How long an axis is on the canonical face, in centimetres: an eye distance.
  private static let length = CanonicalFace.eyeDistance
  /// Axes that reach further, in pixels, could not be seen.
  private static let farthest = 30_000.0

  /// Finds the axes of a face; nil without a pose before the camera.
  init?(_ timed: TimedFace, at state: FrameState) {
    guard let pose = SceneFace(timed.face, through: state.scene).pose else { return nil }
    let start = CanonicalFace.eyeMidpoint
    let ends = [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1)].map { x, y, z in
      Point3<CanonicalSpace>(
        start.x + x * Self.length, start.y + y * Self.length, start.z + z * Self.length)
    }
    let seen = ([start] + ends).compactMap { state.scene.camera.project(pose($0)) }
      .map { state.output.toComposite(state.scene.toScene($0)) }
    guard seen.count == 4, let box = Rectangle(around: seen),
      max(-box.left, -box.top, box.right, box.bottom) < Self.farthest
    else { return nil }
    (origin, tips, opacity, self.box) = (seen[0], Array(seen[1...]), timed.opacity, box)
    order = [0, 1, 2].sorted { pose(ends[$0]).z < pose(ends[$1]).z }
    let map = state.scene.toScene
    // The tracker's picture is turned clockwise, y down; before the camera y points up.
    let turn = Quaternion(degrees: -atan2(map.c, map.a) * 180 / Double.pi, axis: (0, 0, 1))
    (yaw, pitch, roll) = (turn * pose.rotation).headAngles
  }

  func draw(on canvas: borrowing AnnotationCanvas) {
    let start = canvas.place(origin)
    let width = min(max(box.width / 40, 1.5), 6)
    for axis in order.reversed() {
      let end = canvas.place(tips[axis])
      var line = Path()
      line.move(to: start)
      line.line(to: end)
      canvas.stroke(line, Self.colours[axis].opacity(opacity), width: width)
      canvas.canvas.fill(.circle(end, 1.4 * width), Self.colours[axis].opacity(opacity))
    }
  }

  private static let colours = [Colour(0xFF4B4B), Colour(0x52E052), Colour(0x5B9BFF)]
}
