import Geometry
import Imaging
import Placement
import Video

/// Composites a frame in RGB, as pictures are: artwork keeps its full colour resolution, which a
/// clip's 4:2:0 would halve.
struct PicturePainter {
  private var painter: FramePainter
  private let size: PixelSize<OutputSpace>
  private let mirrored: Bool
  private let overlayOnly: Bool

  /// Makes a painter of pictures of the session's output size, or of another one.
  init(
    _ session: RecordingSession, _ output: OutputSettings, size: PixelSize<OutputSpace>? = nil
  ) throws {
    painter = try session.painter(size: size)
    self.size = size ?? session.outputSize
    mirrored = output.mirrored
    overlayOnly = output.overlayOnly
  }

  /// The last frame's faces, in the picture's pixels.
  func faces(_ placements: [LayerPlacement]) -> [PictureFace] { painter.pictureFaces(placements) }

  /// The finished picture of a frame, and where its layers went.
  mutating func paint(
    _ frame: consuming VideoFrame
  ) throws -> (picture: StraightRGBA8, placements: [LayerPlacement]) {
    if overlayOnly { return try overlay(at: frame) }
    let placements = try painter.placements(atMs: frame.timestampMs)
    let ground = PremultipliedRGBA8(try frame.scaled(to: size).toStraightRGBA8())
    return (try finished(ground, placements), placements)
  }

  /// The avatars of a frame alone, on a transparent ground, and where their layers went.
  mutating func overlay(
    at frame: borrowing VideoFrame
  ) throws -> (picture: StraightRGBA8, placements: [LayerPlacement]) {
    let placements = try painter.placements(atMs: frame.timestampMs)
    return (try finished(PremultipliedRGBA8(size: size), placements), placements)
  }

  private mutating func finished(
    _ ground: PremultipliedRGBA8, _ placements: [LayerPlacement]
  ) throws -> StraightRGBA8 {
    var picture = ground
    try unsafe picture.withMutablePicture { try unsafe painter.paint(placements, onto: $0) }
    let straight = StraightRGBA8(picture)
    return mirrored ? straight.flippedHorizontally() : straight
  }
}
