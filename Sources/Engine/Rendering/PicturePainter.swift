import Filters
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
  private var filter: FilterPainter?

  /// Makes a painter of pictures of the session's output size, or of another one.
  init(
    _ session: RecordingSession, _ output: OutputSettings, size: PixelSize<OutputSpace>? = nil
  ) throws {
    try output.checkFilter()
    painter = try session.painter(size: size)
    filter = output.filter.map { FilterPainter($0) }
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
    let time = frame.timestampMs
    // Of the clip, so that a filter tells brightness as it does in the clip.
    let matrix = frame.encoding.matrix
    let placements = try painter.placements(atMs: time)
    let ground = PremultipliedRGBA8(try frame.scaled(to: size).toStraightRGBA8())
    var picture = try composed(ground, placements)
    try filter?.apply(to: &picture, atMs: time, matrix: matrix)
    return (finished(picture), placements)
  }

  /// The avatars of a frame alone, on a transparent ground, and where their layers went.
  mutating func overlay(
    at frame: borrowing VideoFrame
  ) throws -> (picture: StraightRGBA8, placements: [LayerPlacement]) {
    let placements = try painter.placements(atMs: frame.timestampMs)
    return (finished(try composed(PremultipliedRGBA8(size: size), placements)), placements)
  }

  private mutating func composed(
    _ ground: PremultipliedRGBA8, _ placements: [LayerPlacement]
  ) throws -> StraightRGBA8 {
    var picture = ground
    try unsafe picture.withMutablePicture { try unsafe painter.paint(placements, onto: $0) }
    return StraightRGBA8(picture)
  }

  private func finished(_ picture: StraightRGBA8) -> StraightRGBA8 {
    mirrored ? picture.flippedHorizontally() : picture
  }
}
