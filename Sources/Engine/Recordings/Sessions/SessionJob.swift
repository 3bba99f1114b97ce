import ClipReading
import Geometry
public import Isolation
public import Recipe
public import Session
import Timelines
import Tracking
public import TrackingFiles

/// Replays the session of a recording from its tracking alone; pictures are decoded only for a session that asks for
/// what they show of the teeth.
public struct SessionJob: Sendable {
  /// What the replay came to.
  public struct Report: Sendable {
    /// The session as it stands at the end.
    public var session: BrushingSession
    /// What a person should know about the tracking.
    public var notes: [String]
    /// The plan, with what was read of the clip's pictures, so that a render does not read it again.
    public var plan: SessionPlan
    /// When the moments are that were looked for.
    public var moments: EventMoments
  }

  private let path: String
  private let options: TrackingFileOptions
  private let media: String?
  private let plan: SessionPlan
  /// How the clip's pictures are read, where that is more than their path.
  public var recording: RecordingLocation?
  /// The moments that are looked for in the log.
  public var moments: [EventMoment] = []

  /// Makes the job.
  ///
  /// - Parameters:
  ///   - path: the tracking file.
  ///   - media: the clip beside it, which tells the size of a dump's picture, and which the tracking has
  ///     to belong to; a part of a session may lie elsewhere in time.
  public init(
    tracking path: String, besides media: String?, options: TrackingFileOptions,
    _ plan: SessionPlan
  ) {
    (self.path, self.media, self.plan) = (path, media, plan)
    self.options = Self.sized(options, besides: media)
  }

  /// Opens a tracking file as the job does.
  public static func reader(
    _ path: String, besides media: String?
  ) throws(TrackingFault) -> TrackingReader {
    try TrackingReader(path: path, options: sized(TrackingFileOptions(), besides: media))
  }

  /// The options with the size of the clip's picture, which a dump does not say itself.
  private static func sized(
    _ options: TrackingFileOptions, besides media: String?
  ) -> TrackingFileOptions {
    let asksClip =
      options.size == nil || options.timeUnit == .frames || options.timeOffset == .first
    guard asksClip, let media, let clip = try? ClipReader(path: media) else { return options }
    return options.beside(clip)
  }

  /// Does the job.
  ///
  /// - Parameters:
  ///   - event: takes the lines of the log, without the lines' ends, the header first.
  ///   - signals: takes the lines of the trace.
  public func run(
    event: (String) throws -> Void, signals: (String) throws -> Void,
    cancellation: Cancellation = Cancellation()
  ) throws -> Report {
    try run(
      begun: { try event(SessionEvent.header($0.settings.mode)) },
      happened: { try event($0.line) }, signals: { try signals($0.line) },
      cancellation: cancellation)
  }

  /// Does the job, and hands on what happened as it is, not as lines.
  func run(
    begun: (BrushingSession) throws -> Void = { _ in },
    happened: (SessionEvent) throws -> Void, signals: (SessionSignals) throws -> Void,
    cancellation: Cancellation
  ) throws -> Report {
    let fit = try weigh()
    try fit?.check()
    let reader = try TrackingReader(path: path, options: options)
    let (plan, damage) = try seen(reader.header, cancellation)
    var session = try plan.begin(reader.header, of: path)
    try begun(session)
    var found = EventMoments(moments)
    func take(_ events: [SessionEvent]) throws {
      for event in events {
        found.add(event)
        try happened(event)
      }
    }
    while let sample = try reader.next() {
      try cancellation.check()
      let step = try session.add(sample, of: path)
      try take(step.events)
      if let stands = step.signals { try signals(stands) }
    }
    if !plan.isPart { try take(session.finish(path)) }
    return Report(
      session: session,
      notes: [damage].compactMap(\.self) + (fit?.notes ?? []) + Self.notes(reader, session),
      plan: plan, moments: found)
  }

  /// The plan with what its session asks for of the clip's pictures, for sessions that are run otherwise.
  package func seenPlan(cancellation: Cancellation) throws -> SessionPlan {
    try seen(TrackingReader(path: path, options: options).header, cancellation).plan
  }

  /// The plan with what the session asks for of the clip's pictures.
  private func seen(
    _ header: TrackingHeader, _ cancellation: Cancellation
  ) throws -> (plan: SessionPlan, damage: String?) {
    guard let media, try plan.settings(askingForPictures: header) != nil else { return (plan, nil) }
    return try ClipTeeth(tracking: path, options: options) { [recording] in
      try recording?.openUncovered() ?? ClipReader(path: media)
    }.plan(plan, cancellation: cancellation)
  }

  /// Weighs the tracking against the clip, where that can be opened and the session is a whole one.
  private func weigh() throws -> TrackingFit? {
    guard !plan.isPart, plan.resuming == nil, let media,
      let clip = try? recording?.openUncovered() ?? ClipReader(path: media)
    else { return nil }
    let beside = options.beside(clip)
    var fit = try TrackingFit(of: path, beside, against: clip)
    let header = try TrackingReader(path: path, options: beside).header
    if try plan.settings(askingForPictures: header) != nil {
      fit.judgePictures(of: path, beside, against: clip)
    }
    return fit
  }

  private static func notes(_ reader: TrackingReader, _ session: BrushingSession) -> [String] {
    var notes = reader.notes
    if session.sawHandWithoutWorldLandmarks {
      notes.append(
        "hands without world landmarks: their size was taken from the lengths of an average hand")
    }
    return notes
  }
}
