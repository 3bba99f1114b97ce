import ClipReading
package import Frames

extension ClipReader {
  /// The tick of a whole clip that is 0 in an output with its times, or with those of a rate; nil for a part,
  /// which begins at 0 with its first frame.
  package func outputOrigin(at rate: FrameRate?, speed: PlaybackSpeed = .own) -> Int64? {
    guard part == .whole else { return nil }
    let (origin, timeBase) = (info.timelineOrigin, info.timeBase)
    return rate.map { $0.ticks(at: origin, speed.output(timeBase)) } ?? origin
  }
}
