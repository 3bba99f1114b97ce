import Avatars
import Geometry
import Imaging
import Passes
import Placement
import ShareCards
import Video

/// Makes a picture of one frame of a recording: to look at, or to share.
///
/// The stages, in this order, each of which may be left out: choose, render, crop,
/// card, scale, passes of the cut picture, encode.
public struct SnapshotJob: Sendable {
  private let settings: SnapshotSettings

  /// Makes the job.
  public init(_ settings: SnapshotSettings) {
    self.settings = settings
  }

  /// Makes the job of a frame as it is; the part of the settings is the frame: `.moment`, or
  /// `.frames` with one frame.
  public init(_ settings: RenderSettings) {
    self.settings = SnapshotSettings(settings)
  }

  /// Makes the picture, and writes the sidecar if one is asked for.
  ///
  /// - Throws: the errors of the stages, as `RenderJob.run` does.
  public func render(cancellation: Cancellation = Cancellation()) throws -> SnapshotResult {
    var sidecar = try Sidecar(settings.render.output)
    let (part, choice) = try chosen(cancellation)
    let (rendered, summary) = try rendered(part, cancellation)
    var stages = SnapshotStages(rendered)
    try stages.crop(to: settings.crop)
    try stages.set(in: card(cancellation))
    stages.scale(to: settings.crop, within: settings.bounds)
    try stages.draw(rendered.state, as: settings.render.output.passes)
    let bytes = try settings.encoding.map { try stages.picture.encoded(as: $0) }
    try cancellation.check()
    try sidecar.write(stages.placements)
    try sidecar.finish()
    return SnapshotResult(
      picture: stages.picture, bytes: bytes, placements: stages.placements,
      alternativeText: alternativeText(rendered),
      faceCount: rendered.faces.count, choice: choice,
      summary: summary.adding(notes: [choice?.note].compactMap(\.self) + stages.notes))
  }

  private func alternativeText(_ rendered: PicturesJob.Picture) -> String {
    let picture = AlternativeText.of(
      rendered.faces.map(\.avatar), scenes: rendered.scenes,
      overlayOnly: settings.render.output.passes.overlayOnly)
    guard let card = settings.card else { return picture }
    return AlternativeText.of(picture: picture, onCardTitled: card.fields.title)
  }

  /// The card, which knows what the session came to where one is replayed.
  private func card(_ cancellation: Cancellation) throws -> ShareCardStage? {
    guard var card = settings.card, let plan = settings.render.session,
      let tracking = settings.render.recording.tracking
    else { return settings.card }
    let job = SessionJob(
      tracking: tracking, besides: settings.render.recording.media,
      options: settings.render.tracking, plan)
    card.fields.session = try job.tally(cancellation: cancellation)
    return card
  }

  /// Which frame, and why it was chosen where nobody named it.
  private func chosen(
    _ cancellation: Cancellation
  ) throws -> (part: ClipPart, choice: BestFrame.Report?) {
    guard settings.choice == .best else { return (settings.render.part, nil) }
    let report = try BestFrame(settings.render).find(cancellation: cancellation)
    return (.frames(report.best.frame...report.best.frame), report)
  }

  /// The frame with its avatars.
  private func rendered(
    _ part: ClipPart, _ cancellation: Cancellation
  ) throws -> (PicturesJob.Picture, RenderSummary) {
    var settings = settings.render
    settings.part = part
    var first: PicturesJob.Picture?
    var job = PicturesJob(settings)
    // What is laid out in the whole picture waits until it is cut.
    if self.settings.crop != nil { job.scope = .frame }
    let summary = try job.run(cancellation: cancellation, most: 1) { first = $0 }
    guard let first else {
      throw RenderingError.noSuchFrame(
        reason: "\(settings.recording.media): no frame at \(part)")
    }
    return (first, summary)
  }
}
