import Avatars
import Geometry
import Imaging
import Placement
import Tracking
import TrackingFiles

/// One sample and the avatars on its faces: the way from the request to placed layers, which is the
/// one that clips and snapshots take.
struct FrameScene {
  /// Where every visible layer goes.
  let placements: [LayerPlacement]
  /// The sample's time on the timeline in milliseconds.
  var timestampMs: Double { record.timestampMs }
  private var painter: FramePainter
  private let record: PlacementRecord
  private let faceCount: Int
  private let alternativeText: String

  /// Reads the sample and places the layers.
  init(
    _ request: FrameRequest, _ picture: FramePicture, _ costumes: FrameCostumes,
    output: PixelSize<OutputSpace>, limits: FrameLimits
  ) throws {
    let source = try TrackingSource(
      bytes: request.tracking, options: request.trackingOptions,
      clipSize: picture.size.retyped(as: TrackerSpace.self),
      needsPose: request.placement.mode == .matrix)
    let sample = try Self.onlySample(of: source)
    faceCount = sample?.faces.count ?? 0
    guard faceCount <= limits.faces else {
      throw RenderingError.overLimit(.faces, found: faceCount, limit: limits.faces)
    }
    let scene = picture.size.retyped(as: SceneSpace.self)
    let wardrobe = costumes.wardrobe
    var waiting = sample
    painter = try FramePainter(
      timeline: FaceTimeline(
        header: source.header,
        source: {
          defer { waiting = nil }
          return waiting
        }),
      placer: Placer(
        avatars: wardrobe.avatars, scene: SceneMapping(header: source.header, scene: scene),
        output: OutputMapping(scene: scene, output: output, mirrored: request.mirrored),
        options: request.placement),
      wardrobe: wardrobe)
    let time = (sample?.timestampMs ?? 0) + source.header.timeOffsetMs
    placements = sample == nil ? [] : try painter.placements(atMs: time)
    guard placements.count <= limits.layers else {
      throw RenderingError.overLimit(
        .layers, found: placements.count, limit: limits.layers)
    }
    record = PlacementRecord(frame: 0, timestampMs: time, output: output, placements: placements)
    let worn = Self.worn(placements, wardrobe.avatars)
    let bare = [Avatar?](repeating: nil, count: max(0, faceCount - worn.count))
    alternativeText = AlternativeText.of(worn + bare, overlayOnly: request.overlayOnly)
  }

  /// Draws the layers onto a picture that is not mirrored yet.
  mutating func paint(onto picture: MutablePicture) throws {
    try unsafe painter.paint(placements, onto: picture)
  }

  /// The result with the picture's bytes.
  func result(_ bytes: [UInt8], _ encoding: PictureEncoding) -> FrameResult {
    FrameResult(
      bytes: bytes, format: encoding.format, placements: record, faceCount: faceCount,
      alternativeText: alternativeText)
  }

  /// The sample of a tracking file that has one, or none.
  private static func onlySample(of source: TrackingSource) throws -> TrackingSample? {
    let sample = try source.next()
    guard try sample == nil || source.next() == nil else {
      throw RenderingError.overLimit(.trackingSamples, found: 2, limit: 1)
    }
    return sample
  }

  /// The avatars that faces wear, from left to right as the viewer sees them.
  private static func worn(
    _ placements: [LayerPlacement], _ avatars: [MeasuredAvatar]
  ) -> [Avatar?] {
    var worn: [Int: (x: Double, avatar: Int)] = [:]
    for placement in placements where worn[placement.face] == nil {
      let middle = Point2.mean(of: placement.corners.corners)?.x ?? 0
      worn[placement.face] = (middle, placement.avatarIndex)
    }
    return worn.sorted { ($0.value.x, $0.key) < ($1.value.x, $1.key) }.map { entry in
      avatars[entry.value.avatar].avatar
    }
  }
}
