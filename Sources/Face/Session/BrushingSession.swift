internal import Geometry
public import Tracking

/// The brushing game's session, fed with what a tracker sees: live in an app, or from a recording.
///
/// A value: a copy goes on by itself. The same samples give the same events, however they are fed.
///
///     var session = BrushingSession(SessionSettings(), header: header)
///     for sample in samples {
///       let step = try session.add(sample)
///       for event in step.events { print(event.line) }
///     }
///     for event in try session.finish() { print(event.line) }
public struct BrushingSession: Sendable {
  /// What a sample brings.
  public struct Step: Sendable {
    /// What happened up to the sample and with it, by time.
    public var events: [SessionEvent]
    /// How the session stands then; nil for a sample outside of the session's times.
    public var signals: SessionSignals?

    /// Makes a step.
    public init(events: [SessionEvent], signals: SessionSignals?) {
      (self.events, self.signals) = (events, signals)
    }
  }

  /// The most events of a session that is fed, or of a part of it: more than a recording of the longest time
  /// brings at 60 samples a second, if all that can be found and lost is with every sample.
  public static let eventLimit = SessionMachine.eventLimit

  var machine: SessionMachine
  var observer = PlayerObserver()
  let picture: UprightPicture
  private let camera: PerspectiveCamera
  private let timeOffsetMs: Double
  /// How far the pictures show teeth, for `teeth.signal: teethVisible`; nil for unseen.
  public var teeth: TeethReadings?
  /// The events so far.
  private var eventCount = 0

  /// What the session asks for.
  public var settings: SessionSettings { machine.settings }
  /// The state.
  public var state: SessionState { machine.state }
  /// The points so far.
  public var score: Int { machine.score }
  /// How the session ended; nil while it goes on.
  public var outcome: SessionOutcome? { machine.outcome }
  /// When the teeth were shown; nil where they were not.
  public var teethPassedMs: Double? { machine.teethPassedMs }
  /// When brushing was seen; nil where it was not.
  public var brushingPassedMs: Double? { machine.brushingPassedMs }
  /// How long the session was played up to now, in milliseconds: from the first prompt to the end, or to
  /// the last sample while it goes on; 0 before the first prompt.
  public var playedMs: Double {
    guard let promptedMs = machine.promptedMs else { return 0 }
    return max((machine.endedMs ?? machine.lastSampleMs ?? promptedMs) - promptedMs, 0)
  }
  /// How long was brushed up to now, in milliseconds: counted in the mode `full` alone.
  public var brushedMs: Double { machine.brushed?.totalMs ?? 0 }
  /// Whether a hand had no world landmarks, so that its size was taken from average lengths.
  public var sawHandWithoutWorldLandmarks: Bool { observer.sawHandWithoutWorld }

  /// Begins a session.
  ///
  /// - Parameter header: the size, turn and mirroring of the tracker's picture, and what is added to the
  ///   samples' times.
  public init(_ settings: SessionSettings, header: TrackingHeader) {
    self.init(SessionMachine(settings), header)
  }

  init(_ machine: SessionMachine, _ header: TrackingHeader) {
    self.machine = machine
    picture = UprightPicture(header)
    camera = header.camera
    timeOffsetMs = header.timeOffsetMs
  }

  /// Takes the next sample; its time must be after the last one's.
  ///
  /// A deadline acts with the next sample that comes after it, at its own time.
  ///
  /// - Throws: where a hand has more samples in one window than are kept, or there are more events than
  ///   `eventLimit`.
  public mutating func add(_ sample: TrackingSample) throws(SessionFault) -> Step {
    let timeMs = sample.timestampMs + timeOffsetMs
    guard isInside(timeMs) else { return Step(events: [], signals: nil) }
    let seen = try observer.observe(
      sample, atMs: timeMs, settings, picture, camera, teeth: teeth)
    machine.add(seen)
    return Step(events: try takeEvents(), signals: signals(seen))
  }

  /// Ends the session at its end, or at the last sample, after the deadlines up to then.
  ///
  /// - Returns: what happened last.
  /// - Throws: where there are more events than `eventLimit`.
  public mutating func finish() throws(SessionFault) -> [SessionEvent] {
    machine.finish()
    return try takeEvents()
  }

  private mutating func takeEvents() throws(SessionFault) -> [SessionEvent] {
    let events = machine.takeEvents()
    eventCount += events.count
    guard eventCount <= Self.eventLimit else {
      throw SessionFault(
        .overLimit(
          what: "events of the session", found: "more than \(Self.eventLimit)",
          limit: "\(Self.eventLimit)"))
    }
    return events
  }

  /// Whether a sample counts; what was seen already does not count twice.
  private func isInside(_ timeMs: Double) -> Bool {
    timeMs.isFinite && timeMs > machine.lastSampleMs ?? -.infinity
      && timeMs >= settings.startMs - Tolerance.ms
      && timeMs <= (settings.endMs ?? .infinity) + Tolerance.ms
  }

  private func teethVisible(_ seen: Observation) -> SessionSignals.Teeth? {
    settings.teeth.signal == .teethVisible ? .init(visible: seen.mouth?.value) : nil
  }

  private func signals(_ seen: Observation) -> SessionSignals {
    let leading = seen.leading
    return SessionSignals(
      timestampMs: seen.timeMs, state: state, score: score, faceTracked: machine.face.isTracked,
      mouthOpenScore: seen.mouthOpen?.value, teethVisible: teethVisible(seen),
      teethHeldMs: machine.teeth.heldMs,
      handTracked: machine.hand.isTracked, isFist: leading?.track.isFist ?? false,
      shakeEnergy: leading?.window.shakeEnergy ?? 0, fastShare: leading?.window.fastShare ?? 0,
      directionChanges: leading?.window.directionChanges ?? 0,
      brushedMs: brushedMs,
      hands: seen.hands.map { seen in
        SessionSignals.Hand(
          handedness: seen.hand.handedness?.rawValue, gesture: seen.hand.gesture.name,
          gestureScore: seen.hand.gesture.score, isFist: seen.track.isFist,
          speed: seen.window.speed, palm: seen.hand.palm)
      },
      leading: leading.map { leading in
        SessionSignals.LeadingHand(
          place: leading.hand.palm / picture.uprightSize, speed: leading.window.speed ?? 0,
          nearMouth: seen.mouthPlace?.nearness(of: leading.hand.trackerPalm) ?? 0,
          stroke: leading.window.stroke)
      },
      isBrushing: seen.isBrushing)
  }
}
