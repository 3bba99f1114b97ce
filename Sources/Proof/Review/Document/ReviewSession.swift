/// The session of a case: what was expected to happen and what happened, over time.
public struct ReviewSession: Hashable, Codable, Sendable {
  /// One run of the session.
  public struct Run: Hashable, Codable, Sendable {
    /// The states from their times on, by time, and last how it ended.
    public var states: [State]
    /// The lines of the log, without its header.
    public var events: [Event]
    /// When each sample was taken, in milliseconds.
    public var timesMs: [Double]
    /// What was measured at the samples; all as long as `timesMs`.
    public var tracks: [Track]

    /// Makes a run.
    public init(states: [State], events: [Event], timesMs: [Double], tracks: [Track]) {
      (self.states, self.events, self.timesMs, self.tracks) = (states, events, timesMs, tracks)
    }
  }

  /// A state, or how the session ended.
  public struct State: Hashable, Codable, Sendable {
    /// Its name.
    public var name: String
    /// When it was entered, in milliseconds.
    public var startMs: Double
    /// Whether it is how the session ended, rather than a state.
    public var isOutcome: Bool

    /// Makes a state.
    public init(name: String, startMs: Double, isOutcome: Bool = false) {
      (self.name, self.startMs, self.isOutcome) = (name, startMs, isOutcome)
    }
  }

  /// A line of the log.
  public struct Event: Hashable, Codable, Sendable {
    /// When it happened, in milliseconds.
    public var timestampMs: Double
    /// The whole line.
    public var line: String

    /// Makes an event.
    public init(timestampMs: Double, line: String) {
      (self.timestampMs, self.line) = (timestampMs, line)
    }
  }

  /// What was measured at every sample.
  public struct Track: Hashable, Codable, Sendable {
    /// Its name in the trace.
    public var name: String
    /// A value a sample; nil where there is none.
    public var values: [Double?]

    /// Makes a track.
    public init(name: String, values: [Double?]) {
      (self.name, self.values) = (name, values)
    }
  }

  /// A number of the session file that a track is held against.
  public struct Threshold: Hashable, Codable, Sendable {
    /// The track's name.
    public var track: String
    /// Its path in the session file.
    public var name: String
    /// In the unit of the track.
    public var value: Double

    /// Makes a threshold.
    public init(track: String, name: String, value: Double) {
      (self.track, self.name, self.value) = (track, name, value)
    }
  }

  /// What was recorded; nil where there is no golden.
  public var expected: Run?
  /// What happened now.
  public var actual: Run
  /// What the tracks are held against.
  public var thresholds: [Threshold]
  /// Times that an observer wrote down beside the recording: from, to, and what.
  public var labels: [Label]

  /// A span of time with a name.
  public struct Label: Hashable, Codable, Sendable {
    /// What happens in it.
    public var name: String
    /// From when to when, in milliseconds.
    public var startMs, endMs: Double

    /// Makes a label.
    public init(name: String, startMs: Double, endMs: Double) {
      (self.name, self.startMs, self.endMs) = (name, startMs, endMs)
    }
  }

  /// Makes the session of a case.
  public init(
    expected: Run? = nil, actual: Run, thresholds: [Threshold] = [], labels: [Label] = []
  ) {
    (self.expected, self.actual) = (expected, actual)
    (self.thresholds, self.labels) = (thresholds, labels)
  }
}
