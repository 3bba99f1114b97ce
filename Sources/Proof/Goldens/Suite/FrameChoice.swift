/// Which frames of a recording a case shows.
public enum FrameChoice: Hashable, Sendable {
  /// The one frame on show at a time, in seconds on the clip's timeline.
  case moment(Double)
  /// The one frame of a number, counted from 0.
  case frame(Int)
  /// The frames on show at several times, rising.
  case moments([Double])
  /// Every `every`th frame of a range, its first one included.
  case range(ClosedRange<Int>, every: Int)
  /// All frames of the clip.
  case whole

  /// Whether it is a single picture, and so `<case>.png`; otherwise it is `<case>/<frame>.png`.
  public var isStill: Bool {
    switch self {
    case .moment, .frame: true
    case .moments, .range, .whole: false
    }
  }

  /// How many frames there are, where the clip has them all; 0 for all of a clip that was not read.
  public var count: Int {
    switch self {
    case .moment, .frame: 1
    case .moments(let times): times.count
    case .whole: 0
    case .range(let range, let every): (range.upperBound - range.lowerBound) / every + 1
    }
  }
}
