public import AvatarFiles
import Filters
import Geometry
import Imaging
import Placement
import Tracking
import TrackingFiles
import Video

/// Puts avatars on single pictures that come as bytes, from any thread, as many at a time as callers
/// like: the hot path of the service.
///
/// A still recording's `SnapshotJob` gives the same picture. Of a JPEG that becomes a JPEG of the
/// same size, the planes themselves are drawn on, so what no layer touches keeps its decoded value;
/// all other pictures are composited in RGB. Avatars and their textures are kept.
public final class FrameRenderer: Sendable {
  /// What is taken and kept at most.
  public let limits: FrameLimits
  private let shelf: AvatarShelf
  private let benches = JPEGBenches()

  /// Makes a renderer whose avatars are looked up in a library; they are kept once they were used.
  public convenience init(library: AvatarLibrary) {
    self.init(library: library, limits: FrameLimits())
  }

  /// Makes a renderer with limits of its own.
  public init(library: AvatarLibrary, limits: FrameLimits) {
    self.limits = limits
    shelf = AvatarShelf(library, limits: limits)
  }

  /// Makes a renderer that looks after replaced packages more often than each second.
  package init(library: AvatarLibrary, limits: FrameLimits, recheckInterval: Duration) {
    self.limits = limits
    shelf = AvatarShelf(library, limits: limits, recheckInterval: recheckInterval)
  }

  /// The memory of the textures that are kept, in bytes.
  public var textureBytes: Int { shelf.textureBytes }

  /// Renders one picture.
  ///
  /// - Throws: the errors of the stages (`ImagingError`, `TrackingFault`, `AvatarPackageError`,
  ///   `RenderingError`), as `SnapshotJob.render` does.
  public func render(_ request: FrameRequest) throws -> FrameResult {
    var watch = StageWatch()
    var stages = FrameStages()
    let picture = try FramePicture(request, limits: limits)
    stages.decode = watch.lap()
    let costumes = try FrameCostumes(request, from: shelf, limits: limits)
    stages.track = watch.lap()
    if picture.isPlanar,
      var result = try renderPlanes(request, picture, costumes, &watch, &stages)
    {
      result.stages = stages
      return result
    }
    var result = try renderColours(request, picture, costumes, &watch, &stages)
    result.stages = stages
    return result
  }

  /// Draws on the planes of a JPEG; nil for one whose planes cannot be drawn on.
  private func renderPlanes(
    _ request: FrameRequest, _ picture: FramePicture, _ costumes: FrameCostumes,
    _ watch: inout StageWatch, _ stages: inout FrameStages
  ) throws -> FrameResult? {
    try benches.borrow { bench throws -> FrameResult? in
      defer { stages.encode = watch.lap() }
      guard try bench.decode(request.picture, limits: limits.sides), let size = bench.size,
        !request.mirrored || bench.isFlippable
      else { return nil }
      stages.decode += watch.lap()
      var scene = try FrameScene(request, picture, costumes, output: size, limits: limits)
      stages.track += watch.lap()
      if !scene.placements.isEmpty {
        _ = try unsafe bench.withMutablePicture { try unsafe scene.paint(onto: $0) }
      }
      if var filter = request.filter.map({ FilterPainter($0) }) {
        _ = try unsafe bench.withMutablePicture {
          try unsafe filter.apply(to: $0, atMs: scene.timestampMs)
        }
      }
      if request.mirrored { bench.flipHorizontally() }
      stages.composite += watch.lap()
      return scene.result(try bench.encode(quality: picture.encoding.quality), picture.encoding)
    }
  }

  /// Draws in RGB.
  private func renderColours(
    _ request: FrameRequest, _ picture: FramePicture, _ costumes: FrameCostumes,
    _ watch: inout StageWatch, _ stages: inout FrameStages
  ) throws -> FrameResult {
    let size = try picture.outputSize
    var scene = try FrameScene(request, picture, costumes, output: size, limits: limits)
    stages.track += watch.lap()
    var ground: PremultipliedRGBA8
    if request.overlayOnly {
      ground = PremultipliedRGBA8(size: size)
    } else {
      let decoded = try picture.decoded(request, limits.sides)
      stages.decode += watch.lap()
      ground = PremultipliedRGBA8(try scaled(consume decoded, to: size))
    }
    if !scene.placements.isEmpty {
      _ = try unsafe ground.withMutablePicture { try unsafe scene.paint(onto: $0) }
    }
    var straight = StraightRGBA8(ground)
    try request.filter?.apply(
      to: &straight, atMs: scene.timestampMs, matrix: picture.matrix)
    let finished = request.mirrored ? straight.flippedHorizontally() : straight
    stages.composite += watch.lap()
    defer { stages.encode = watch.lap() }
    return scene.result(try finished.encoded(as: picture.encoding), picture.encoding)
  }

  private func scaled(
    _ picture: consuming StraightRGBA8, to size: PixelSize<OutputSpace>
  ) throws -> StraightRGBA8 {
    if picture.width == size.width, picture.height == size.height { return picture }
    // A store of its own: one that is kept would grow with every size that a client thinks of.
    return try VideoFrame(picture, memory: FrameMemory()).scaled(to: size).toStraightRGBA8()
  }
}
