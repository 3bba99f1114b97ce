import Isolation
import Recordings
import Requests
import Terminal
import Tracker

/// The recording of a verb, which is tracked first where it has no tracking file.
enum TrackedRecording {
  /// Keeps the clip that comes by standard input, and names it in the request; nil where none does.
  ///
  /// It is there as long as the result.
  static func streamed(_ request: inout RenderRequest) throws -> StreamedInput? {
    guard request.video == "-" else { return nil }
    let input = try StreamedInput(frames: request.raw)
    request.video = input.path
    return input
  }

  /// The recording of a request; what is reported of its tracking is written as lines.
  ///
  /// - Parameter isNeeded: whether anything depends on what a tracker saw.
  static func location(
    of request: RenderRequest, isNeeded: Bool, _ tracking: AutomaticTracking?,
    _ cancellation: Cancellation, progress style: ProgressStyle = .auto
  ) throws -> RecordingLocation {
    try request.checkFolders()
    let place = tracking?.place ?? .ownProcess
    return try reporting(progress: style, place, saying: ", which has no tracking file") { report in
      try request.recordingLocation(
        tracking: tracking, isNeeded: isNeeded,
        Libraries.trackers(beside: request.avatarLibrary(), for: place),
        isCancelled: { cancellation.isRequested }, report: report)
    }
  }

  /// Settings with faces covered, where the request asks for it; what is reported of the look for them is written as
  /// lines.
  static func covered(
    _ request: RenderRequest, _ settings: RenderSettings, _ tracking: AutomaticTracking?,
    _ cancellation: Cancellation, progress style: ProgressStyle = .auto
  ) throws -> RenderSettings {
    guard request.cover != nil else { return settings }
    try OutputFiles.check([request.coverReport], overwrites: request.output.overwrites)
    let place = tracking?.place ?? .ownProcess
    return try reporting(progress: style, place, saying: " for faces to cover") { report in
      try request.covered(
        settings, tracking: tracking,
        Libraries.trackers(beside: request.avatarLibrary(), for: place), cancellation,
        report: report)
    }
  }

  /// Does something whose tracking is reported as lines.
  private static func reporting<Result>(
    progress style: ProgressStyle, _ place: TrackerPlace, saying why: String,
    _ body: (@escaping (AutomaticTracking.Event) -> Void) throws -> Result
  ) throws -> Result {
    // The progress of a process that is isolated is told to programs alone.
    let style = place == .thisProcess && style != .json ? .none : style
    var progress: TrackProgress?
    defer { progress?.end() }
    return try body { event in
      switch event {
      case .note(let line): StandardStreams.message("note: \(line)")
      case .began(let media):
        StandardStreams.message("tracking \(media)\(why)")
        progress = TrackProgress(style, phase: "tracking")
      case .progress(let told): progress?.report(told)
      case .finished(let summary):
        progress?.end()
        for line in TrackText.closing(summary) { StandardStreams.message(line) }
        StandardStreams.message("tracked: \(TrackText.counts(summary))")
      }
    }
  }
}
