internal import ClipReading
internal import Features
internal import Frames
internal import Geometry
internal import Imaging
internal import PictureMotion
internal import Placement
internal import PointTracking
internal import Recipe
internal import Recordings
internal import Timelines
internal import Tracking

/// Holds the overlay of a recording against the picture's own motion.
///
/// Layers of avatars move with the face's expression on purpose, so a square on the eyes is placed as
/// they are and measured in their stead. Of a sidecar it is each face's first layer.
struct AlignSkin {
  private let scene: PixelSize<SceneSpace>
  private let mapping: SceneMapping
  /// Nil where a sidecar says where the layers are.
  private var probe: AlignOverlay?
  private var meter = SkinMeter()

  init(_ settings: AlignSettings, _ info: ClipInfo, _ faces: AlignFaces) throws {
    scene = info.sceneSize
    mapping = faces.timelines.scene
    guard settings.placements == nil else { return }
    var square = settings
    square.render.avatars = AvatarSelection(names: [], library: settings.render.avatars.library)
    // A mirrored output shows the same layers on the same skin.
    square.render.passes.mirrored = false
    probe = try AlignOverlay(square, scene: scene, upright: info.uprightSize, faces)
  }

  /// Takes a smoothed sample into account.
  mutating func observe(_ sample: IdentifiedSample) { probe?.observe(sample) }

  /// Measures the next frame.
  mutating func add(
    _ frame: borrowing VideoFrame, _ seen: AlignFaces.Seen, placed: AlignPlacements.Frame?
  ) throws {
    let own = try probe?.frame(frame.index, atMs: frame.timestampMs, seen.smoothed)
    var quads: [Int: AlignedQuad] = [:]
    for quad in (own ?? placed)?.quads ?? [] where quads[quad.face] == nil {
      quads[quad.face] = quad
    }
    let rgb = try frame.toStraightRGBA8()
    guard
      let picture = GreyPicture(width: rgb.width, height: rgb.height, rgba: rgb.bytes)
    else { return }
    // What is measured is measured in the frame's own pixels, which need not be square.
    let scale = SIMD2(
      Double(rgb.width) / Double(scene.width), Double(rgb.height) / Double(scene.height))
    let faces = seen.raw.filter(\.isSeen).compactMap { tracked -> SkinFace? in
      guard let quad = quads[tracked.identity],
        let shape = FaceShape(tracked.face, through: mapping)
      else { return nil }
      return SkinFace(tracked.identity, shape, quad, scale: scale)
    }
    meter.add(frame: frame.index, picture: picture, faces: faces)
  }

  /// Writes the figures into a report.
  func tell(_ report: inout AlignmentReport) {
    let names: [(AlignmentMetric, AlignmentMetric)] = [
      (.skin1Px, .skinFloor1Px), (.skin5Px, .skinFloor5Px), (.skin15Px, .skinFloor15Px),
    ]
    for ((swim, floor), figure) in zip(names, meter.figures) {
      report[swim] = figure.map { Self.rounded($0.swimPx) }
      report[floor] = figure.map { Self.rounded($0.floorPx) }
    }
    if meter.figures.allSatisfy({ $0 == nil }) {
      report.notes.append("no skin was followed from frame to frame: no slide over the skin")
    }
  }

  private static func rounded(_ x: Double) -> Double { (x * 1e4).rounded() / 1e4 }
}

extension SkinFace {
  /// The face of a shape in scene pixels with a layer, in pixels of the frame.
  fileprivate init?(
    _ identity: Int, _ shape: FaceShape, _ quad: AlignedQuad, scale: SIMD2<Double>
  ) {
    func scaled(_ point: Point2<SceneSpace>) -> Point2<SceneSpace> {
      Point2(point.x * scale.x, point.y * scale.y)
    }
    let corners = quad.corners.filter { $0.count == 2 }.map {
      scaled(Point2<SceneSpace>($0[0], $0[1]))
    }
    guard corners.count == 4 else { return nil }
    self.init(
      identity: identity, quad: Quad(corners[0], corners[1], corners[2], corners[3]),
      seeds: SkinSeed.all.map { scaled(shape.points[$0.landmark]) },
      middle: scaled(shape.eyeMiddle), eyeDistance: shape.eyeDistance * scale.x)
  }
}
