/// What the times of a tracking file count.
public enum TimeUnit: String, CaseIterable, Sendable {
  /// Milliseconds: what `timestampMs` says, unless the header or the options say otherwise.
  case milliseconds = "ms"
  case seconds = "s"
  case microseconds = "us"
  case nanoseconds = "ns"
  /// Frames of the clip, counted from 0.
  case frames

  /// The unit in words, for messages.
  public var words: String {
    switch self {
    case .milliseconds: "milliseconds"
    case .seconds: "seconds"
    case .microseconds: "microseconds"
    case .nanoseconds: "nanoseconds"
    case .frames: "frame numbers"
    }
  }

  /// How many milliseconds one of it is; nil for frames, whose times only the clip knows.
  public var inMilliseconds: Double? {
    switch self {
    case .milliseconds: 1
    case .seconds: 1000
    case .microseconds: 1e-3
    case .nanoseconds: 1e-6
    case .frames: nil
    }
  }
}

/// What is added to the times of a tracking file, to get the clip's.
public enum TimeOffset: Hashable, Sendable {
  /// So many milliseconds.
  case ms(Double)
  /// What puts the first sample on the clip's first frame.
  case first

  /// The offsets that can be asked for, in milliseconds: times of a wall clock reach to 2286.
  public static let range = -1e13...1e13
}

/// What the numbers of landmarks and corners count.
public enum Coordinates: String, CaseIterable, Sendable {
  /// Parts of the tracker's picture, 0 to 1 within it.
  case parts
  case pixels
}
