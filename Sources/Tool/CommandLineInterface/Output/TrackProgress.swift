import Rendering
import Terminal
import Tracker

/// Tells how far a tracker is.
final class TrackProgress {
  private let reporter: ProgressReporter
  private let meter = ProgressMeter(expectedFrames: nil)
  /// Whether there may be a bar, whose line has to be left.
  private var isTold = false

  /// Begins to count time.
  ///
  /// - Parameter phase: as `ProgressReporter` has it.
  init(_ style: ProgressStyle, phase: String? = nil) {
    reporter = ProgressReporter(style, phase: phase)
  }

  /// Tells it, where it is due.
  func report(_ progress: TrackJob.Progress) {
    isTold = true
    var told = meter.progress(
      progress.frames, outTimeMs: progress.timeMs, isFinished: progress.isFinished)
    told.frameCount = progress.expectedFrames
    reporter.report(told)
  }

  /// Leaves the bar's line, once: whatever comes next, an error too, has a line of its own.
  func end() {
    if isTold { reporter.end() }
    isTold = false
  }
}
