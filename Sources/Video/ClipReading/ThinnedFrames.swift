package import Frames

/// The frames of a clip at a speed, as many of them as its rate allows.
///
/// A faster output would have more frames a second than the clip: of those that lie within one period of the clip's
/// rate in the output, counted from the part's first frame, the first is handed out, and is shown until the next.
/// What is handed out of more than all frames is numbered from 0.
package struct ThinnedFrames: ~Copyable {
  private let clip: ClipReader
  /// A period of the rate in the output, and half of one in the clip, in milliseconds of the clip; nil where all
  /// frames are handed out.
  private let periods: (output: Double, half: Double)?
  private var upcoming: VideoFrame?
  private var hasBegun = false
  private var firstMs = 0.0
  private var period = 0.0
  private var number = 0

  /// Makes a reader of a clip, or of a part of it, from which nothing was read yet.
  package init(of clip: ClipReader, for speed: PlaybackSpeed) {
    self.clip = clip
    periods = clip.info.averageFrameRate.flatMap { rate in
      speed.value > 1 ? (1000 * speed.value / rate.value, 500 / rate.value) : nil
    }
  }

  /// The next frame, with the clip's time; nil at the end.
  package mutating func next() throws(VideoError) -> VideoFrame? {
    guard let periods else { return try clip.nextFrame() }
    if !hasBegun {
      hasBegun = true
      upcoming = try clip.nextFrame()
      firstMs = Self.timeMs(of: upcoming)
    }
    guard var frame = upcoming.take() else { return nil }
    while let after = try clip.nextFrame() {
      // Half a period from where numbers change, times may be rounded, or come a little early or late.
      let found = ((after.timestampMs - firstMs + periods.half) / periods.output).rounded(.down)
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
