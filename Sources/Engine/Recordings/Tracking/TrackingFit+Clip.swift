package import ClipReading
import Frames
package import TrackingFiles

extension TrackingFit {
  /// A clip of which this share of the frames has a sample in reach, by the frames that its header tells,
  /// is believed without counting its own.
  private static let plainShare = 0.75

  /// Weighs a file against an opened clip.
  ///
  /// - Parameter options: those of the file `beside` the clip.
  package init(
    of path: String, _ options: TrackingFileOptions, against clip: ClipReader
  ) throws {
    let skim = try TrackingSkim(path: path, options: options)
    var weighed = Clip(scene: clip.info.sceneSize, stored: clip.info.uprightSize, frames: nil)
    if let frames = clip.info.evenFrames {
      weighed.frames = frames
      self.init(skim, options, against: weighed)
      if faults.isEmpty, Double(framesInReach) >= Self.plainShare * Double(frames.count) { return }
    }
    // A pass over the packets tells when each frame is shown.
    weighed.frames = try options.clipTimes?.all() ?? clip.frameTimes()
    self.init(skim, options, against: weighed)
  }
}

extension ClipInfo {
  /// When frames are shown if the header is right and they follow each other evenly, in milliseconds; nil
  /// where it does not say.
  fileprivate var evenFrames: [Double]? {
    guard let rate = averageFrameRate?.value, rate > 0, let duration, duration > 0,
      let count = Int(exactly: (duration * rate).rounded()),
      (2...Self.mostEvenFrames).contains(count)
    else { return nil }
    let first = milliseconds(atPts: startPts)
    return (0..<count).map { first + Double($0) * 1000 / rate }
  }

  /// More frames than this, a day of 60 a second, are counted rather than believed.
  private static let mostEvenFrames = 24 * 3600 * 60
}
