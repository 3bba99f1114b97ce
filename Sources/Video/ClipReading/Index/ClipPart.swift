/// The part of a clip that is read.
public enum ClipPart: Hashable, Sendable {
  /// Every frame.
  case whole
  /// Frames by their place, counted from 0, both ends included; an end past the last frame is the
  /// last frame.
  case frames(ClosedRange<Int>)
  /// Frames shown from `start` (included) to `end` (not included), in seconds on the clip's
  /// timeline; nil is the clip's own end.
  case seconds(start: Double?, end: Double?)
  /// The one frame on show at a time, in seconds on the clip's timeline.
  case moment(Double)
}

extension ClipPart: CustomStringConvertible {
  /// The part in words: `frames 10 to 20`.
  public var description: String {
    switch self {
    case .whole: "the whole clip"
    case .frames(let range): "frames \(range.lowerBound) to \(range.upperBound)"
    case .seconds(let start, let end):
      "seconds \(start.map { "\($0)" } ?? "0") to \(end.map { "\($0)" } ?? "the end")"
    case .moment(let second): "second \(second)"
    }
  }
}

/// How far a time may lie from a frame's to mean that frame, in milliseconds.
///
/// Matroska rounds to whole milliseconds, trackers to whole microseconds.
let timeToleranceMs = 0.5
