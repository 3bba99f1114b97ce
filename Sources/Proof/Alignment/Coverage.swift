/// Whether the overlay was there whenever a face was.
public struct CoverageMeter: Sendable {
  private var withFace = 0
  private var covered = 0
  private var without = 0
  private var gap: (sinceMs: Double, frames: Int)?
  private var longest = (ms: 0.0, frames: 0)
  private var last: (timeMs: Double, stepMs: Double)?

  /// Makes a meter.
  public init() {}

  /// Adds the next frame: which faces are seen in it, and which of them have the overlay.
  ///
  /// A frame is covered where every face that is seen has a layer that shows.
  public mutating func add(atMs time: Double, seen: Set<Int>, covered drawn: Set<Int>) {
    let step = last.map { time - $0.timeMs } ?? 0
    last = (time, step)
    guard !seen.isEmpty else {
      without += 1
      endGap(atMs: time)
      return
    }
    withFace += 1
    if seen.isSubset(of: drawn) {
      covered += 1
      endGap(atMs: time)
    } else {
      gap = (gap?.sinceMs ?? time, (gap?.frames ?? 0) + 1)
    }
  }

  private mutating func endGap(atMs time: Double) {
    guard let open = gap else { return }
    longest.ms = max(longest.ms, time - open.sinceMs)
    longest.frames = max(longest.frames, open.frames)
    gap = nil
  }

  /// What was found.
  public struct Result: Hashable, Sendable {
    /// Frames in which a face is seen.
    public var framesWithFace: Int
    /// Frames in which none is.
    public var framesWithoutFace: Int
    /// The share of the frames with a face that have the overlay on each, in percent; nil for none.
    public var percent: Double?
    /// The longest stretch of frames with a face that lacks the overlay, in milliseconds: from the
    /// first of them to the next frame that is none.
    public var longestGapMs: Double
    /// The most frames of such a stretch.
    public var longestGapFrames: Int
  }

  /// Ends the clip, and tells what was found.
  public mutating func finish() -> Result {
    // The last frame is on show for as long as the one before it.
    if let last { endGap(atMs: last.timeMs + last.stepMs) }
    return Result(
      framesWithFace: withFace, framesWithoutFace: without,
      percent: withFace == 0 ? nil : 100 * Double(covered) / Double(withFace),
      longestGapMs: longest.ms, longestGapFrames: longest.frames)
  }
}
