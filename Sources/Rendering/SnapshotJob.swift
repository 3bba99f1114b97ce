public import Imaging
import Placement
import Video

/// Renders one frame of a recording as a picture.
public struct SnapshotJob: Sendable {
  private let settings: RenderSettings

  /// Makes the job; the part of the settings is the frame: `.moment`, or `.frames` with one frame.
  public init(_ settings: RenderSettings) {
    self.settings = settings
  }

  /// Renders the frame, writes the sidecar if one is asked for, and gives the picture.
  public func render(
    cancellation: Cancellation = Cancellation()
  ) throws -> (picture: StraightRGBA8, summary: RenderSummary) {
    let session = try RecordingSession(settings, squarePixels: true, checksPictures: false)
    var painter = try PicturePainter(session, settings.output)
    var sidecar = try Sidecar(settings.output)
    guard let frame = try session.clip.nextFrame() else {
      throw RenderingError.noSuchFrame(
        reason: "\(session.clip.path): no frame at \(settings.part)")
    }
    try cancellation.check()
    let (index, time) = (frame.index, frame.timestampMs)
    let (picture, placements) = try painter.paint(frame)
    try sidecar.write(frame: index, atMs: time, size: session.outputSize, placements)
    try sidecar.finish()
    return (
      picture,
      RenderSummary(
        frames: 1, output: settings.output.path, notes: session.notes, damage: session.damage)
    )
  }
}
