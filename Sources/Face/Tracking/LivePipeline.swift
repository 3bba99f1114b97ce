internal import Foundation

/// The samples of a recording as they would have come onto the screen while it was recorded.
///
/// Each sample stands for a picture of the camera. What becomes of it depends on the samples before it
/// alone, never on the frames that are asked for.
public struct LivePipeline {
  /// Times that differ by less are the same, in milliseconds; files have them to 0.1 ms.
  private static let toleranceMs = 0.05

  private let options: LiveOptions
  private let timeOffsetMs: Double
  /// Until when the tracker is busy, and when the app asks it next.
  private var (busyUntilMs, dueMs) = (-Double.infinity, -Double.infinity)
  private var lastShownMs = -Double.infinity

  /// Makes a pipeline.
  ///
  /// - Parameter timeOffsetMs: what brings the samples' times onto the video's timeline, on which the
  ///   screen is drawn.
  public init(_ options: LiveOptions, timeOffsetMs: Double) {
    (self.options, self.timeOffsetMs) = (options, timeOffsetMs)
  }

  /// A sample at the time at which it is shown, with that at which it was taken; nil for one that the
  /// tracker never saw.
  public mutating func shown(_ sample: TrackingSample) -> TrackingSample? {
    let takenMs = sample.timestampMs
    let isBusy = takenMs < busyUntilMs - Self.toleranceMs
    guard takenMs >= dueMs - Self.toleranceMs, !isBusy || options.drop == .none else { return nil }
    let period = 1000 / options.inferenceFPS
    // On a grid, so that 25 pictures a second give 15 answers in the mean, and not 12.5; after a pause
    // the grid begins anew.
    dueMs = (takenMs - dueMs < period ? dueMs : takenMs) + period
    busyUntilMs = max(takenMs, busyUntilMs) + options.latencyMs
    var shown = sample
    shown.takenMs = takenMs
    shown.timestampMs = max(drawnMs(notBefore: busyUntilMs), lastShownMs.nextUp)
    lastShownMs = shown.timestampMs
    return shown
  }

  /// When the screen is drawn next.
  private func drawnMs(notBefore timeMs: Double) -> Double {
    let refreshMs = 1000 / options.displayFPS
    let refresh = ((timeMs + timeOffsetMs - Self.toleranceMs) / refreshMs).rounded(.up)
    return max(refresh * refreshMs - timeOffsetMs, timeMs)
  }
}
