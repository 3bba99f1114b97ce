package import Frames

/// The frames of a clip at a speed, as many of them as its rate allows.
///
/// A faster output would have more frames a second than the clip: of those that lie within one period of the clip's
/// rate in the output, counted from the part's first frame, the first is handed out, and is shown until the next.
/// What is handed out of more than all frames is numbered from 0.
package struct ThinnedFrames: ~Copyable {
  private let clip: ClipReader
  /// Nil where all frames are handed out.
  private let periods: Periods?
  /// The numbers that are handed out; nil for all.
  private let numbers: ClosedRange<Int>?
  private var upcoming: VideoFrame?
  private var hasBegun = false
  private var firstMs: Double?
  private var period = 0.0
  private var number: Int

  /// The periods of a clip's rate in the output.
  struct Periods {
    /// One of them, and half a period in the clip, in milliseconds of the clip.
    private let output, half: Double

    /// Nil where all frames are handed out.
    init?(of clip: ClipReader, for speed: PlaybackSpeed) {
      guard speed.value > 1, let rate = clip.info.averageFrameRate else { return nil }
      (output, half) = (1000 * speed.value / rate.value, 500 / rate.value)
    }

    /// The number of the period in which a frame lies.
    ///
    /// Half a period from where numbers change, times may be rounded, or come a little early or late.
    func number(atMs ms: Double, from firstMs: Double) -> Double {
      ((ms - firstMs + half) / output).rounded(.down)
    }
  }

  /// Makes a reader of a clip, or of a part of it, from which nothing was read yet.
  ///
  /// - Parameters:
  ///   - numbers: which of the frames that are handed out of the whole, of which the part's first one is the first
  ///     of these; nil for all.
  ///   - firstMs: when the first frame of the whole is shown; nil for that of the part.
  package init(
    of clip: ClipReader, for speed: PlaybackSpeed, numbers: ClosedRange<Int>? = nil,
    firstMs: Double? = nil
  ) {
    self.clip = clip
    (self.numbers, self.firstMs, number) = (numbers, firstMs, numbers?.lowerBound ?? 0)
    periods = Periods(of: clip, for: speed)
  }

  /// The next frame, with the clip's time; nil at the end.
  package mutating func next() throws(VideoError) -> VideoFrame? {
    guard let periods else { return try clip.nextFrame() }
    if !hasBegun {
      hasBegun = true
      upcoming = try clip.nextFrame()
      let partMs = Self.timeMs(of: upcoming)
      period = periods.number(atMs: partMs, from: firstMs ?? partMs)
      firstMs = firstMs ?? partMs
    }
    if let numbers, number > numbers.upperBound { return nil }
    guard var frame = upcoming.take() else { return nil }
    while let after = try clip.nextFrame() {
      let found = periods.number(atMs: after.timestampMs, from: firstMs ?? 0)
      guard found == period else {
        period = found
        frame.duration = after.pts - frame.pts
        upcoming = consume after
        break
      }
      frame.duration = after.pts - frame.pts + max(after.duration, 0)
    }
    frame.index = number
    number += 1
    return frame
  }

  private static func timeMs(of frame: borrowing VideoFrame?) -> Double {
    switch frame {
    case .some(let frame): frame.timestampMs
    case .none: 0
    }
  }
}
