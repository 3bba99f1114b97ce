public import AvatarFiles
import Frames
import Imaging
import Passes
import Placement
import Recipe
import Recordings

/// Puts avatars on single pictures that come as bytes, from any thread, as many at a time as callers
/// like: the hot path of the service.
///
/// A still recording's `SnapshotJob` gives the same picture. Of a JPEG that becomes a JPEG of the
/// same size, the planes themselves are drawn on, so what no layer touches keeps its decoded value;
/// all other pictures are composited in RGB. Avatars and their textures are kept.
public final class FrameRenderer: Sendable {
  /// What is taken and kept at most.
  public let limits: FrameLimits
  private let cache: AvatarCache
  private let scenes: SceneCache
  private let planes = JPEGPool()

  /// Makes a renderer whose avatars are looked up in a library; they are kept once they were used.
  public convenience init(library: AvatarLibrary) {
    self.init(library: library, limits: FrameLimits())
  }

  /// Makes a renderer with limits of its own.
  public init(library: AvatarLibrary, limits: FrameLimits) {
    self.limits = limits
    cache = AvatarCache(library, limits: limits)
    scenes = SceneCache(byteLimit: limits.sceneBytes)
  }

  /// Makes a renderer that looks after replaced packages more often than each second.
  package init(library: AvatarLibrary, limits: FrameLimits, recheckInterval: Duration) {
    self.limits = limits
    cache = AvatarCache(library, limits: limits, recheckInterval: recheckInterval)
    scenes = SceneCache(byteLimit: limits.sceneBytes)
  }

  /// The memory that the textures that are kept may take, in bytes.
  public var textureBytes: Int { cache.textureBytes }

  /// Renders one picture.
  ///
  /// - Throws: the errors of the stages (`ImagingError`, `TrackingFault`, `AvatarPackageError`,
  ///   `RenderingError`), as `SnapshotJob.render` does.
  public func render(_ request: FrameRequest) throws -> FrameResult {
    var watch = StageWatch()
    var stages = FrameStages()
    let picture = try FramePicture(request, limits: limits)
    stages.decode = watch.lap()
    let avatars = try RequestAvatars(request, from: cache, limits: limits)
    stages.track = watch.lap()
    if picture.isPlanar,
      var result = try renderPlanes(request, picture, avatars, &watch, &stages)
    {
      result.stages = stages
      return result
    }
    var result = try renderColours(request, picture, avatars, &watch, &stages)
    result.stages = stages
    return result
  }

  /// Draws on the planes of a JPEG; nil for one whose planes cannot be drawn on.
  private func renderPlanes(
    _ request: FrameRequest, _ picture: FramePicture, _ avatars: RequestAvatars,
    _ watch: inout StageWatch, _ stages: inout FrameStages
  ) throws -> FrameResult? {
    try planes.borrow { jpeg throws -> FrameResult? in
      defer { stages.encode = watch.lap() }
      guard try jpeg.decode(request.picture, limits: limits.sides),
        jpeg.size == picture.framing.drawn,
        !request.passes.mirrored || jpeg.isFlippable
      else { return nil }
      stages.decode += watch.lap()
      var scene = try FrameComposition(request, picture, avatars, scenes, limits: limits)
      stages.track += watch.lap()
      var surface = jpeg
      try scene.draw(on: &surface)
      stages.composite += watch.lap()
      return scene.result(try jpeg.encode(quality: picture.encoding.quality), picture.encoding)
    }
  }

  /// Draws in RGB.
  private func renderColours(
    _ request: FrameRequest, _ picture: FramePicture, _ avatars: RequestAvatars,
    _ watch: inout StageWatch, _ stages: inout FrameStages
  ) throws -> FrameResult {
    var scene = try FrameComposition(request, picture, avatars, scenes, limits: limits)
    let framing = scene.framing
    stages.track += watch.lap()
    var surface: PictureSurface
    if request.passes.overlayOnly {
      // The avatars alone are drawn without the picture, unless what it shows hides or lights them.
      let guide =
        request.passes.occluders.contains(.hands) || scene.looksAtPicture
        ? try shown(of: picture.decoded(request, limits.sides), in: framing) : nil
      stages.decode += watch.lap()
      surface = PictureSurface(transparent: framing.drawn, guide: guide)
    } else {
      let decoded = try picture.decoded(request, limits.sides)
      stages.decode += watch.lap()
      surface = PictureSurface(
        try shown(of: consume decoded, in: framing), matrix: picture.matrix)
    }
    try scene.draw(on: &surface)
    let finished = framing.framed(
      surface.picture(), mirrored: request.passes.mirrored,
      bars: RGBA8(0, 0, 0, request.passes.overlayOnly ? 0 : 255))
    stages.composite += watch.lap()
    defer { stages.encode = watch.lap() }
    return scene.result(try finished.encoded(as: picture.encoding), picture.encoding)
  }

  private func shown(
    of picture: consuming StraightRGBA8, in framing: OutputFraming
  ) throws -> StraightRGBA8 {
    if framing.drawn == framing.picture.stored, !framing.isCut { return picture }
    // A store of its own: one that is kept would grow with every size that a client thinks of.
    return try framing.shown(of: VideoFrame(picture, memory: FrameMemory())).toStraightRGBA8()
  }
}
