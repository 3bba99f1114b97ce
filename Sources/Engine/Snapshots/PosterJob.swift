import ClipReading
public import Imaging
public import Isolation
import Recipe
public import Recordings

/// Makes the poster of a clip: a still that players and galleries show in its place.
public struct PosterJob: Sendable {
  private var settings: SnapshotSettings

  /// Makes the job.
  ///
  /// - Parameters:
  ///   - render: the clip's settings.
  ///   - second: the time of the frame on the recording's timeline; nil for the one of the clip's part that is fittest
  ///     to be shared, by `BestFrame`.
  public init(_ render: RenderSettings, at second: Double?, encoding: PictureEncoding) {
    var render = render
    // The sidecar is that of the clip, and a picture is not shown twice side by side.
    render.output.placements = nil
    if render.replay == .both { render.replay = .live }
    settings = SnapshotSettings(render)
    settings.encoding = encoding
    if let second {
      settings.render.part = .moment(second)
    } else {
      settings.choice = .best
    }
  }

  /// Makes the poster, as the bytes of its file.
  ///
  /// - Throws: as `SnapshotJob.render`.
  public func render(cancellation: Cancellation = Cancellation()) throws -> SnapshotResult {
    try SnapshotJob(settings).render(cancellation: cancellation)
  }
}
