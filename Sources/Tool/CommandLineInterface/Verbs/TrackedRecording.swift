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
    // The progress of a process that is isolated is told to programs alone.
    let style = place == .thisProcess && style != .json ? .none : style
    var progress: TrackProgress?
    defer { progress?.end() }
    return try request.recordingLocation(
      tracking: tracking, isNeeded: isNeeded,
      Libraries.trackers(beside: request.avatarLibrary(), for: place),
      isCancelled: { cancellation.isRequested }
    ) { event in
      switch event {
      case .note(let line): StandardStreams.message("note: \(line)")
      case .began(let media):
        StandardStreams.message("tracking \(media), which has no tracking file")
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
