internal import Files
public import Problems
public import Tracking

/// Why a tracking file could not be written.
public enum TrackingWriteError: Error, Hashable, Sendable {
  /// The system refused.
  case cannotWrite(file: String, reason: String)
  /// Another run writes the same file.
  case inUse(file: String, kept: String)
  /// A sample holds a number that JSON cannot.
  case notFinite(timestampMs: Double)
  /// A sample is not after the one before.
  case timeNotIncreasing(timestampMs: Double, previousMs: Double)
}

extension TrackingWriteError: CustomStringConvertible {
  /// One line that says what failed.
  public var description: String {
    switch self {
    case .cannotWrite(let file, let reason):
      "\(file): cannot be written (\(reason)), expected a folder that can be written and has room"
    case .inUse(let file, let kept):
      "\(file): another run is writing it, in \(kept); wait for its end, or name another output"
    case .notFinite(let time):
      "the sample at \(shortest(time)) ms: found a number that is not finite, expected none"
    case .timeNotIncreasing(let time, let previous):
      "the sample at \(shortest(time)) ms: found after \(shortest(previous)) ms, expected rising times"
    }
  }
}

extension TrackingWriteError {
  /// A file that could not be written.
  init(_ fault: FileFault) {
    let reason =
      switch fault.reason {
      case .isFolder: "it is a folder"
      case .failed(let reason): reason
      default: "\(fault.reason)"
      }
    self = .cannotWrite(file: fault.path, reason: reason)
  }
}

extension TrackingWriteError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .cannotWrite, .inUse: .cannotWrite
    case .notFinite, .timeNotIncreasing: .internal
    }
  }
}

/// Writes the format `avatar-tracking/1`, sample by sample; packed where the name ends in `.gz` or
/// `.zst`.
///
/// Coordinates, matrices and scores are rounded to seven decimals, times are exact. The file appears
/// under its name with `finish()`; without it nothing is left behind, unless what was written is
/// kept to go on with.
public final class TrackingWriter {
  private let sink: any LineSink
  private let samples: SampleText
  private var text = JSONText()
  private var lastTime = -Double.infinity

  /// Opens a file and writes the header.
  ///
  /// `video` is the name of the clip that the samples belong to, `tracker` what made them.
  public init(
    path: String, header: TrackingHeader, video: String? = nil, tracker: TrackerNote? = nil
  ) throws(TrackingWriteError) {
    samples = SampleText(header: header)
    sink = try ByteSink(path: path)
    try sink.write(TrackingHeaderText.line(header, video: video, tracker: tracker))
  }

  /// Opens a file whose lines are kept beside it until it is complete, so that another run can go
  /// on: `PartialTracking` says what is there.
  ///
  /// - Parameter resuming: what an earlier run left, whose header this one shares; nil to begin anew.
  public init(
    keepingAt place: KeptPlace, header: TrackingHeader, video: String? = nil,
    tracker: TrackerNote? = nil, resuming: PartialTracking? = nil
  ) throws(TrackingWriteError) {
    samples = SampleText(header: header)
    let sink = try KeptSink(at: place, resumingAt: resuming?.byteCount)
    self.sink = sink
    if let resuming {
      lastTime = resuming.lastTimeMs ?? lastTime
    } else {
      try sink.write(TrackingHeaderText.line(header, video: video, tracker: tracker))
    }
  }

  /// Writes a sample; its time must be after the last one's.
  public func write(_ sample: TrackingSample) throws(TrackingWriteError) {
    guard sample.timestampMs > lastTime else {
      throw .timeNotIncreasing(timestampMs: sample.timestampMs, previousMs: lastTime)
    }
    text.removeAll()
    samples.write(sample, &text)
    guard !text.hasNotFinite else { throw .notFinite(timestampMs: sample.timestampMs) }
    lastTime = sample.timestampMs
    try sink.write(text.bytes)
  }

  /// Leaves nothing behind, not even what would be kept.
  public func discard() {
    sink.discard()
  }

  /// The file of a single picture, in memory: the bytes that a file of one sample has.
  public static func bytes(
    of sample: TrackingSample, header: TrackingHeader, tracker: TrackerNote? = nil
  ) throws(TrackingWriteError) -> [UInt8] {
    var text = JSONText()
    SampleText(header: header).write(sample, &text)
    guard !text.hasNotFinite else { throw .notFinite(timestampMs: sample.timestampMs) }
    return TrackingHeaderText.line(header, video: nil, tracker: tracker) + text.bytes
  }

  /// Completes the file and gives it its name.
  public func finish() throws(TrackingWriteError) {
    try sink.finish()
  }
}
