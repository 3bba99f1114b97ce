package import Avatars
package import Recipe
package import Session
package import Tracking

/// What a recording holds beside its faces over time: the player's hands, and the session where one is
/// asked for.
///
/// Times are asked for in order. Like faces it follows the samples alone, so that a part of a clip
/// shows what the whole does: samples are read one ahead, what happens between two acts at its own
/// time, and what moves, moves evenly from one to the next.
package struct MomentTimeline {
  private var session: BrushingSession
  private let isSessionShown: Bool
  private let isPart: Bool
  private let path: String
  private let source: () throws -> TrackingSample?

  /// The sample that was reached last, and the one after it with what happens up to it.
  private var reached: SessionSignals?
  private var ahead: BrushingSession.Step?
  private var isAtEnd = false
  private var hands = HandMoments()
  private var course: SessionSignalTimeline
  private var drawn: SessionMomentTimeline
  private var motions: MotionTimeline?
  /// When each motion of hands was made last.
  private var motionsMs: [HandMotion.Kind: Double] = [:]

  /// Makes the timeline of a tracking file's samples, nil at their end.
  ///
  /// - Parameters:
  ///   - plan: the session; nil where none is asked for, and hands alone are followed.
  ///   - isLive: whether later samples are not known.
  ///   - motions: the same samples, for motions of hands, which look farther ahead; nil where none is followed.
  ///   - path: the tracking file, for messages.
  package init(
    _ plan: SessionPlan?, header: TrackingHeader, path: String, isLive: Bool = false,
    motions: (() throws -> TrackingSample?)? = nil,
    source: @escaping () throws -> TrackingSample?
  ) throws(SessionError) {
    session = try (plan ?? SessionPlan()).begin(header, of: path)
    (isSessionShown, isPart) = (plan != nil, plan?.isPart ?? false)
    (self.path, self.source) = (path, source)
    self.motions = motions.map { MotionTimeline(header, isLive: isLive, source: $0) }
    (course, drawn) = (SessionSignalTimeline(session), SessionMomentTimeline(session))
  }

  /// What holds at a time of the clip, in milliseconds.
  package mutating func moment(atMs timeMs: Double) throws -> RecordedMoment {
    try reach(timeMs)
    var moment = RecordedMoment()
    hands.show(in: &moment, atMs: timeMs, next: ahead?.signals, session.settings.gaps)
    for motion in try motions?.reach(timeMs) ?? [] { motionsMs[motion.kind] = motion.timeMs }
    for (kind, madeMs) in motionsMs {
      moment["gesture.\(kind.rawValue)"] = SignalSource.eventStrength(afterMs: timeMs - madeMs)
    }
    if isSessionShown {
      var course = course
      for event in ahead?.events ?? [] where event.timestampMs <= timeMs { course.take(event) }
      course.show(in: &moment, atMs: timeMs, session.settings)
    }
    return moment
  }

  /// How the session stands at a time of the clip, in milliseconds; the game's own, where none is
  /// asked for.
  package mutating func session(atMs timeMs: Double) throws -> SessionMoment {
    try reach(timeMs)
    return drawn.moment(atMs: timeMs, next: ahead, session.settings)
  }

  /// Takes the samples up to a time, and the one after them.
  private mutating func reach(_ timeMs: Double) throws {
    while let next = try next(), let signals = next.signals,
      signals.timestampMs <= timeMs + FaceTimeline.exactMs
    {
      next.events.forEach { course.take($0) }
      course.take(signals)
      hands.take(signals)
      drawn.take(next, signals)
      (reached, ahead) = (signals, nil)
    }
  }

  /// The next sample within the session's times, or at the end what happens last.
  private mutating func next() throws -> BrushingSession.Step? {
    while ahead == nil, !isAtEnd {
      if let sample = try source() {
        let step = try session.add(sample, of: path)
        // Samples outside of the session's times say nothing.
        ahead = step.signals == nil ? nil : step
      } else {
        isAtEnd = true
        if !isPart { ahead = BrushingSession.Step(events: try session.finish(path), signals: nil) }
      }
    }
    return ahead
  }
}

extension BrushingSession {
  /// Takes a sample of a file.
  package mutating func add(
    _ sample: TrackingSample, of path: String
  ) throws(SessionError) -> Step {
    do {
      return try add(sample)
    } catch {
      throw .unfit(path, error)
    }
  }

  /// Ends with the last sample of a file.
  package mutating func finish(_ path: String) throws(SessionError) -> [SessionEvent] {
    do {
      return try finish()
    } catch {
      throw .unfit(path, error)
    }
  }
}
