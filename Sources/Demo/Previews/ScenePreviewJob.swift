import Compositing
import Drawing
import Foundation
import Geometry
public import Imaging
import Passes
import Placement
import Recipe
import Recordings
public import SceneFiles
import Scenes
import Timelines
import Tracking

/// Shows a scene on its printed card in some poses and at some times, side by side.
public struct ScenePreviewJob: Sendable {
  /// The size of one picture, in pixels.
  public static let cell = (width: 320, height: 400)

  /// How the card lies before the camera.
  private struct Pose {
    var label: String
    /// How far its upper edge is tilted away, and how far it is turned, in degrees.
    var tilt, turn: Double
    /// Whether the picture is flipped, as a selfie preview shows it.
    var isMirrored = false
  }

  private static let poses = [
    Pose(label: "front", tilt: 0, turn: 0), Pose(label: "tilted 40", tilt: 40, turn: 0),
    Pose(label: "tilted 30, turned 35", tilt: 30, turn: 35),
    Pose(label: "tilted 40, mirrored", tilt: 40, turn: 0, isMirrored: true),
  ]
  /// Seconds after the card is seen, and after the cue that comes at the end of these.
  private static let times = [0.5, 1.5, 3.0, 6.0]
  private static let cueTimes = [0.6, 1.4]
  /// When the cue comes, in seconds.
  private static let cueAt = 7.0
  /// Seconds from one sample to the next.
  private static let interval = 0.2
  /// The vertical field of view, in degrees.
  private static let fieldOfView = 50.0
  /// How far the card is from the camera, in widths of the card.
  private static let distance = 2.1

  private let package: ScenePackage

  /// Makes the job.
  public init(_ package: ScenePackage) { self.package = package }

  /// Renders the sheet: a row for each pose, a column for each time.
  public func render() throws -> StraightRGBA8 {
    let print = try package.printedPicture()
    var pictures: [StraightRGBA8] = []
    for pose in Self.poses { pictures += try row(pose, print) }
    let sheet = ContactSheet(columns: Self.times.count + Self.cueTimes.count).picture(of: pictures)
    guard let sheet else {
      throw RenderingError.noSuchFrame(reason: "there is no picture for the sheet")
    }
    return sheet
  }

  /// The first cue that an item begins with; nil where none does.
  private var cue: String? {
    package.scene.items.lazy.compactMap { item in
      if case .cue(let name) = item.start { name } else { nil }
    }.first
  }

  private func row(_ pose: Pose, _ print: StraightRGBA8) throws -> [StraightRGBA8] {
    let tracker = PixelSize<TrackerSpace>(clamping: Self.cell.width, Self.cell.height)
    let scene = tracker.retyped(as: SceneSpace.self)
    let image = self.image(pose, tracker)
    let background = try self.background(image, print)
    var header = TrackingHeader(size: tracker)
    header.verticalFieldOfViewDegrees = Self.fieldOfView
    let count = Int(((Self.cueAt + 3) / Self.interval).rounded())
    let samples = (0..<count).map { number in
      TrackingSample(timestampMs: 1000 * Self.interval * Double(number), images: [image])
    }
    var recipe = RenderRecipe()
    recipe.appearance.passes.mirrored = pose.isMirrored
    recipe.scenes = ScenePlan(
      scenes: [package.measured],
      cues: cue.map { [SceneCue(timeMs: 1000 * Self.cueAt, cue: $0)] } ?? [])
    let timelines = try TimelineBuilder(
      TrackedSamples(header, SharedSamples(samples)), TimelineBuilder.Clip(scene: scene), recipe)
    var recording = try timelines.timeline(
      in: OutputMapping(
        scene: scene, output: tracker.retyped(as: OutputSpace.self), mirrored: pose.isMirrored))
    var passes = try PassList(
      PassSetup(recipe.passes, avatars: LayerTextures([]), scenes: SceneTextures([package])))
    let shown =
      Self.times.map { ($0, "\($0) s") }
      + Self.cueTimes.map { (Self.cueAt + $0, "\(cue ?? "") + \($0) s") }
    return try shown.map { seconds, label in
      var surface = PictureSurface(background, matrix: .bt709)
      try passes.draw(recording.state(atMs: 1000 * seconds), on: &surface)
      var picture = surface.picture()
      try Label("\(pose.label), \(label)", size: 12).draw(
        on: &picture, at: Point2(8, Double(Self.cell.height) - 8))
      return picture
    }
  }

  /// The card as a tracker would see it.
  private func image(_ pose: Pose, _ size: PixelSize<TrackerSpace>) -> ImageSample {
    let (width, height) = (
      package.scene.picture.widthMm, package.scene.picture.widthMm * package.measured.printAspect
    )
    let camera = PinholeCamera(size: size, verticalFieldOfViewDegrees: Self.fieldOfView)
    let (tilt, turn) = (-pose.tilt * Double.pi / 180, pose.turn * Double.pi / 180)
    let (ct, st, cr, sr) = (cos(tilt), sin(tilt), cos(turn), sin(turn))
    let s = PlanarPose.scale
    // Turned in its own plane first, then tilted.
    let transform = FacialTransform(
      s * cr, s * -sr, 0, s * sr * ct, s * cr * ct, s * -st, s * sr * st, s * cr * st, s * ct,
      translation: Vector3(0, -0.12 * width * s, -Self.distance * width * s))
    let corners = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)].map { x, y in
      camera.project(transform(Point3(x * width / 2, y * height / 2, 0))) ?? Point2(0, 0)
    }
    var image = ImageSample(
      name: package.scene.picture.name,
      corners: Quad(corners[0], corners[1], corners[2], corners[3]), score: 1)
    (image.widthMm, image.pose) = (width, transform)
    return image
  }

  /// A table with the printed card on it.
  private func background(_ image: ImageSample, _ print: StraightRGBA8) throws -> StraightRGBA8 {
    let size = PixelSize<OutputSpace>(clamping: Self.cell.width, Self.cell.height)
    let canvas = try Canvas(size: size)
    canvas.paint(
      .linear(
        from: PicturePoint(0, 0), to: PicturePoint(0, Double(size.height)),
        [(0, Colour(0x8D8378)), (0.45, Colour(0x6F665C)), (1, Colour(0x4E473F))]))
    var picture = PremultipliedRGBA8(try canvas.picture())
    let corners = image.corners.map { Point2<OutputSpace>($0.x, $0.y) }
    if let map = Homography<ArtworkSpace, OutputSpace>(
      rectangle: Double(print.width), Double(print.height), to: corners)
    {
      let compositor = try Compositor()
      try unsafe picture.withMutablePicture { target in
        let texture = unsafe Texture(print, for: target.format)
        try unsafe compositor.draw(texture, at: map, onto: target)
      }
    }
    return StraightRGBA8(picture)
  }
}
