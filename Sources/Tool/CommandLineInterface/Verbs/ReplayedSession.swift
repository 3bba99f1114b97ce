import Files
import Isolation
import Recipe
import Recordings
import Requests
import Session
import Terminal

/// A replayed session whose files get their names when all is done.
struct ReplayedSession: ~Copyable {
  /// What it came to.
  let report: SessionJob.Report
  private let log: LineOutput
  private let trace: LineOutput
  private let state: String?

  /// Replays the session of a request's recording, if one is asked for, or a moment that one of its events names; the
  /// request has seconds for such moments then.
  static func ifAsked(
    by request: inout RenderRequest, _ recording: RecordingLocation, _ cancellation: Cancellation
  ) throws -> ReplayedSession? {
    guard request.session.isAsked || !request.eventMoments.isEmpty else { return nil }
    try SessionArguments.checkOutputs(request.session, besides: request.output.path)
    let replayed = try ReplayedSession(
      request, recording, overwrites: request.output.overwrites, cancellation)
    try request.place(replayed.report.moments)
    return replayed
  }

  /// Puts seconds in the place of events that name moments of a request; gives the session's plan where one is asked
  /// for and was replayed for that.
  static func placing(
    _ request: inout RenderRequest, _ recording: RecordingLocation, _ cancellation: Cancellation
  ) throws -> SessionPlan? {
    guard !request.eventMoments.isEmpty else { return nil }
    let report = try job(request, recording).run(
      event: { _ in }, signals: { _ in }, cancellation: cancellation)
    try request.place(report.moments)
    return request.session.isAsked ? report.plan : nil
  }

  /// What a render or a picture takes over of a session that is asked for, not of one that only tells moments.
  static func plan(_ report: SessionJob.Report?, for request: RenderRequest) -> SessionPlan? {
    request.session.isAsked ? report?.plan : nil
  }

  /// Replays the session of a recording.
  ///
  /// - Parameter recording: where it is; nil for what the request names, be it a tracking file alone.
  init(
    _ request: RenderRequest, _ recording: RecordingLocation? = nil, overwrites: Bool,
    _ cancellation: Cancellation
  ) throws {
    let job = try Self.job(request, recording)
    var log = try LineOutput(request.session.events, overwrites: overwrites)
    var trace = try LineOutput(request.session.signals, overwrites: overwrites)
    report = try job.run(
      event: { try log.write($0) }, signals: { try trace.write($0) },
      cancellation: cancellation)
    self.log = log
    self.trace = trace
    state = request.session.stateOut
  }

  /// Gives the files their names, and says what is to be known.
  consuming func finish() throws {
    let (report, state) = (report, state)
    try log.finish()
    try trace.finish()
    if let state {
      try AtomicFile.write([UInt8](report.session.stateText.utf8), to: state, replacing: true)
    }
    for note in report.notes { StandardStreams.message("note: \(note)") }
  }

  private static func job(
    _ request: RenderRequest, _ recording: RecordingLocation?
  ) throws -> SessionJob {
    var (tracking, location) = (request.trackingFile, RecordingLocation?.none)
    if recording != nil || request.recording != nil || request.video != nil {
      let found = try recording ?? request.recordingLocation()
      (tracking, location) = (found.tracking, found)
      guard tracking != nil else { throw SessionError.untracked(found.media) }
    }
    guard let tracking else {
      throw UsageError("missing recording; give its folder, or its tracking file with --tracking")
    }
    var job = SessionJob(
      tracking: tracking, besides: location?.media, options: request.tracking,
      try request.session.plan())
    job.recording = location
    job.moments = request.eventMoments
    return job
  }
}
