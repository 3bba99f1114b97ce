import ClipReading
import Imaging
public import Isolation
import Passes
import Recipe
public import Recordings
public import Rendering
import ShareCards

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
  /// - Parameter progress: is told how many frames were looked at, where the frame is chosen.
  /// - Throws: the errors of the stages, as `RenderJob.run` does.
  public func render(
    cancellation: Cancellation = Cancellation(),
    progress: @escaping (RenderProgress) -> Void = { _ in }
  ) throws -> SnapshotResult {
    let results = try renderAll(cancellation: cancellation, progress: progress)
    // A choice is never empty.
    guard let first = results.first else {
      throw RenderingError.noSuchFrame(
        reason: "\(settings.render.recording.media): no frame to choose from")
    }
    return first
  }

  /// Makes a picture of each frame that is chosen, best first, and writes the sidecar if one is asked for, a
  /// line a picture.
  ///
  /// - Parameter progress: is told how many frames were looked at, where the frame is chosen.
  /// - Throws: the errors of the stages, as `RenderJob.run` does.
  public func renderAll(
    cancellation: Cancellation = Cancellation(),
    progress: @escaping (RenderProgress) -> Void = { _ in }
  ) throws -> [SnapshotResult] {
    var sidecar = try Sidecar(settings.render)
    let (parts, choice) = try chosen(cancellation, progress)
    let card = try card(cancellation)
    var results: [SnapshotResult] = []
    for part in parts {
      // What was noticed of the choice is said once.
      let result = try picture(of: part, on: card, results.isEmpty ? choice : nil, cancellation)
      try sidecar.write(result.placements)
      results.append(result)
    }
    try sidecar.finish()
    return results
  }

  private func picture(
    of part: ClipPart, on card: ShareCardStage?, _ choice: BestFrame.Report?,
    _ cancellation: Cancellation
  ) throws -> SnapshotResult {
    let (rendered, summary) = try rendered(part, cancellation)
    var stages = SnapshotStages(rendered)
    try stages.crop(to: settings.crop)
    try stages.set(in: card)
    stages.scale(to: settings.crop, within: settings.bounds)
    try stages.draw(rendered.state, as: settings.render.passes)
    let bytes = try settings.encoding.map { try stages.picture.encoded(as: $0) }
    try cancellation.check()
    return SnapshotResult(
      picture: stages.picture, bytes: bytes, placements: stages.placements,
      alternativeText: alternativeText(rendered),
      faceCount: rendered.faces.count, choice: choice,
      summary: summary.adding(notes: [choice?.note].compactMap(\.self) + stages.notes))
  }

  private func alternativeText(_ rendered: PicturesJob.Picture) -> String {
    let picture = AlternativeText.of(
      rendered.faces.map(\.avatar), scenes: rendered.scenes,
      before: settings.render.passes.backgroundInWords)
    guard let card = settings.card else { return picture }
    return AlternativeText.of(picture: picture, onCardTitled: card.fields.title)
  }

  /// The card, which knows what the session came to where one is replayed.
  private func card(_ cancellation: Cancellation) throws -> ShareCardStage? {
    guard var card = settings.card, let plan = settings.render.session,
      let tracking = settings.render.recording.tracking
    else { return settings.card }
    var job = SessionJob(
      tracking: tracking, besides: settings.render.recording.media,
      options: settings.render.tracking, plan)
    job.recording = settings.render.recording
    card.fields.session = try job.tally(cancellation: cancellation)
    return card
  }

  /// Which frames, and why they were chosen where the request names none.
  private func chosen(
    _ cancellation: Cancellation, _ progress: @escaping (RenderProgress) -> Void
  ) throws -> (parts: [ClipPart], choice: BestFrame.Report?) {
    let count: Int
    switch settings.choice {
    case .first: return ([settings.render.part], nil)
    case .best: count = 1
    case .bestOf(let wanted): count = wanted
    }
    let report = try BestFrame(settings.render, count: count).find(
      cancellation: cancellation, progress: progress)
    return (report.chosen.map { .frames($0.frame...$0.frame) }, report)
  }

  /// The frame with its avatars.
  private func rendered(
    _ part: ClipPart, _ cancellation: Cancellation
  ) throws -> (PicturesJob.Picture, RenderSummary) {
    var settings =
      self.settings.choice == .first ? self.settings.render : self.settings.render.ofChosenPicture
    settings.part = part
    var first: PicturesJob.Picture?
    var job = PicturesJob(settings)
    // What is laid out in the whole picture waits until it is cut.
    if self.settings.crop != nil { job.scope = .frame }
    job.tellsOverlay = self.settings.card != nil
    let summary = try job.run(cancellation: cancellation, most: 1) { first = $0 }
    guard let first else {
      throw RenderingError.noSuchFrame(
        reason: "\(settings.recording.media): no frame at \(part)")
    }
    return (first, summary)
  }
}
