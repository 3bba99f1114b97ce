package import Frames

/// The frames of a clip, not of a still, at a rate of their own: at each time of a grid, the frame that is on show then.
///
/// The grid begins with the clip's first frame, so the times of a part are those of the whole. Where the
/// clip itself has a frame at a time of the grid, the time is that frame's own. Frames are counted along
/// the grid, and their ticks are those of the rate.
package struct EvenFrames: ~Copyable {
  /// When a frame is shown, in milliseconds, and for how long by what it says; 0 for nothing.
  private struct Times {
    var frame: Int
    var startMs, lengthMs: Double

    init(of frame: borrowing VideoFrame, _ timeBase: Rational) {
      (self.frame, startMs) = (frame.index, frame.timestampMs)
      lengthMs = Double(frame.duration) * 1000 * timeBase.value
    }
  }

  private let clip: ClipReader
  /// Milliseconds of the clip from frame to frame.
  private let periodMs: Double
  private let rate: FrameRate
  private let numbers: ClosedRange<Int>?
  private let firstMs: Double
  private let firstTick: Int64
  /// The frame on show, and the one after it.
  private var shown, upcoming: VideoFrame?
  private var shownTimes, upcomingTimes: Times?
  /// When the first frame after the part is shown.
  private var afterMs: Double?
  private var number = 0
  private var hasBegun = false
  private var handedOutAny = false

  /// A time of the grid this near to a frame's, in milliseconds, is that frame's: containers round times
  /// to a millisecond.
  static let toleranceMs = 0.6

  /// Makes a reader of a clip, or of a part of it, from which nothing was read yet.
  ///
  /// - Parameters:
  ///   - speed: how fast the clip is shown: the rate is that of the output.
  ///   - numbers: the frames that are handed out, counted along the grid; nil for all of the part's.
  package init(
    of clip: ClipReader, at rate: FrameRate, speed: PlaybackSpeed = .own,
    numbers: ClosedRange<Int>? = nil
  ) {
    (self.clip, self.rate, self.numbers) = (clip, rate, numbers)
    firstMs = clip.info.milliseconds(atPts: clip.info.startPts)
    firstTick = rate.ticks(at: clip.info.startPts, speed.output(clip.info.timeBase))
    periodMs = rate.periodMs * speed.value
  }

  /// The next frame; nil at the end.
  ///
  /// - Throws: also where one frame is on show for longer than `VideoLimits.longestRepeat`, and where no
  ///   time of the grid lies in the part.
  package mutating func next() throws(VideoError) -> VideoFrame? {
    if !hasBegun { try begin() }
    if let numbers, number > numbers.upperBound { return nil }
    while let upcomingMs = upcomingTimes?.startMs, upcomingMs <= timeMs + Self.toleranceMs {
      try advance()
    }
    guard let times = shownTimes, timeMs < endMs(of: times) - Self.toleranceMs else {
      if handedOutAny { return nil }
      throw .emptyRange(
        path: clip.path, asked: "\(clip.part) at \(rate)", available: "none at those times")
    }
    guard var frame = try copyOfShown() else { return nil }
    let isItsOwn = abs(timeMs - times.startMs) <= Self.toleranceMs
    frame.timestampMs = isItsOwn ? times.startMs : timeMs
    frame.pts = firstTick + Int64(number) * FrameRate.ticksPerFrame
    frame.duration = FrameRate.ticksPerFrame
    frame.index = number
    number += 1
    handedOutAny = true
    return frame
  }

  private var timeMs: Double { firstMs + Double(number) * periodMs }

  private mutating func begin() throws(VideoError) {
    hasBegun = true
    try lookAhead()
    guard let partMs = upcomingTimes?.startMs else { return }
    try advance()
    // Times that are believed are below 10^14 milliseconds, and periods are at least 1.
    let before = Self.number(atMs: partMs, from: firstMs, periodMs: periodMs)
    number = max(Int(exactly: before) ?? 0, numbers?.lowerBound ?? 0)
  }

  private mutating func lookAhead() throws(VideoError) {
    guard let frame = try clip.nextFrame() else {
      upcoming = nil
      upcomingTimes = nil
      afterMs = try clip.timeAfterPart()
      return
    }
    upcomingTimes = Times(of: frame, clip.info.timeBase)
    upcoming = consume frame
  }

  private mutating func advance() throws(VideoError) {
    shownTimes = upcomingTimes
    shown = upcoming.take()
    try lookAhead()
    guard let times = shownTimes else { return }
    let seconds = (endMs(of: times) - times.startMs) / 1000
    guard seconds <= clip.limits.longestRepeat else {
      throw .frameTooLong(
        path: clip.path, frame: times.frame, seconds: seconds,
        maximum: clip.limits.longestRepeat)
    }
  }

  /// Until when the frame on show is shown.
  private func endMs(of times: Times) -> Double {
    if let upcomingMs = upcomingTimes?.startMs ?? afterMs { return upcomingMs }
    return times.startMs + Self.lengthMs(times.lengthMs, clip.info)
  }

  /// How long the last frame of a clip is shown, in milliseconds.
  static func lengthMs(of frame: borrowing VideoFrame, in info: ClipInfo) -> Double {
    lengthMs(Double(frame.duration) * 1000 * info.timeBase.value, info)
  }

  private static func lengthMs(_ statedMs: Double, _ info: ClipInfo) -> Double {
    let usualMs = info.averageFrameRate.map { 1000 / $0.value } ?? 0
    // A frame of which nothing is known is shown at its own time.
    return max(statedMs > 0 ? statedMs : usualMs, 3 * toleranceMs)
  }

  /// The number of the first frame of the grid that is not before a time, as a number that may be beyond all.
  static func number(atMs timeMs: Double, from firstMs: Double, periodMs: Double) -> Double {
    max(((timeMs - toleranceMs - firstMs) / periodMs).rounded(.up), 0)
  }

  private func copyOfShown() throws(VideoError) -> VideoFrame? {
    switch shown {
    case .some(let frame): try frame.copied()
    case .none: nil
    }
  }
}
