internal import ClipReading
internal import Frames
public import Isolation
internal import PictureMotion
import Recordings
internal import Timelines
internal import Tracking
internal import TrackingFiles

/// Measures how well the overlay sits on the faces of a recording.
public struct AlignJob: Sendable {
  private let settings: AlignSettings

  /// Makes the job.
  public init(_ settings: AlignSettings) {
    self.settings = settings
  }

  /// What was measured.
  public struct Outcome: Sendable {
    /// The figures.
    public var report: AlignmentReport
    /// The worst frames, the worst first.
    public var worst: [AlignWorstFrame]
    /// What could not be read of the clip, in one line; nil where all of it was.
    public var damage: String?
  }

  /// Does the job.
  ///
  /// - Throws: `AlignError`, `RenderingError`, and the errors of the stages.
  public func run(cancellation: Cancellation = Cancellation()) throws -> Outcome {
    var settings = settings
    let render = settings.render
    var options = ReadingOptions()
    options.threads = render.threads > 0 ? render.threads : 1
    options.allowsDamagedStill = render.allowsDamagedStill
    let clip = try render.recording.open(.whole, options)
    let scene = clip.info.sceneSize
    settings.render.tracking = render.tracking.beside(clip)
    var faces = try AlignFaces(
      settings, clip, wearing: AlignOverlay.avatars(settings), cancellation)
    var overlay = try AlignOverlay(
      settings, scene: scene, upright: clip.info.uprightSize, faces)
    var meter = AlignMeter(settings, mapping: faces.timelines.scene)
    var skin =
      settings.measuresSkin
      ? try AlignSkin(settings, clip.info, faces) : nil
    var lag = AlignPictureLag(clip.info, faces)
    let reference = try settings.reference.map { path in
      // What was said of the recording's own tracking file is not said of another.
      let options = TrackingFileOptions(
        fallbackSize: render.tracking.size, skipsBadSamples: render.tracking.skipsBadSamples
      ).beside(clip)
      return try AlignReference(path: path, options: options, scene: scene)
    }
    var (frames, lastMs) = (0, 0.0)
    while let frame = try clip.nextFrame() {
      if cancellation.isRequested { throw RenderingError.interrupted }
      let (index, time) = (frame.index, frame.timestampMs)
      let seen = try faces.at(time) {
        overlay.observe($0)
        skin?.observe($0)
      }
      let placed = try overlay.frame(index, atMs: time, seen.smoothed)
      try skin?.add(frame, seen, placed: placed)
      try lag.add(frame, seen)
      meter.add(
        AlignMeter.Moment(
          frame: index, timeMs: time, seen: seen, placed: placed,
          reference: try reference?.faces(frame: index, atMs: time)))
      (frames, lastMs) = (frames + 1, time)
    }
    guard frames > 0 else { throw AlignError.noFrames(clip.path) }
    try reference?.finish(frames: frames, lastMs: lastMs)
    try overlay.finish(frames: frames)
    // The motion of the last frames may be in samples that come after them.
    lag.add(try faces.at(lastMs + PictureLagMeter.reachMs) { _ in }.samples)

    var report = meter.finish()
    skin?.tell(&report)
    lag.tell(&report)
    report.placements = overlay.name
    report.reference = settings.reference
    report.notes += render.recording.notes + faces.notes + overlay.notes(frames: frames)
    if let expected = faces.header.clipSHA256,
      let line = ClipHash.mismatch(of: clip.path, expected: expected)
    {
      report.notes.append(line)
    }
    if let reference, reference.matched < frames {
      report.notes.append(
        "the reference has annotations for \(reference.matched) of the \(frames) frames")
    }
    if report[.missedFaces] == 100 {
      report.notes.append(
        "not one face of the reference was found; does it belong to another recording?")
    }
    if let reference, reference.unmatched > 0 {
      report.notes.append(
        "\(reference.unmatched) annotations belong to no frame of the clip and were left out")
    }
    let damage = clip.damage.isClean ? nil : "\(clip.path): the clip is damaged: \(clip.damage)"
    if let damage { report.notes.append(damage) }
    return Outcome(report: report, worst: meter.worst.frames, damage: damage)
  }
}
