public import Isolation
import Session
import Shot
import Tracking
public import TrackingFiles

/// What a clip's pictures show of the teeth, as sessions with `teeth.signal: teethVisible` take it.
public struct TeethReport: Encodable, Sendable {
  /// The samples with a face; those in which teeth are shown, in which they are not, and that do not tell.
  public var samples = 0, shown = 0, hidden = 0, unsure = 0
  /// The largest share, and when it was seen on the tracker's clock.
  public var most = 0.0, mostAtMs: Double?

  /// Reads a recording that has a tracking file.
  public init(
    _ recording: RecordingLocation, tracking path: String, options: TrackingFileOptions,
    cancellation: Cancellation = Cancellation()
  ) throws {
    let least = SessionSettings().teeth.openAbove
    try ClipTeeth(tracking: path, options: options, open: { try recording.open() }).read(
      cancellation: cancellation
    ) { sample, readings in
      samples += 1
      guard let share = readings.compactMap({ $0?.toldShare }).max() else {
        unsure += 1
        return
      }
      if share >= least { shown += 1 } else { hidden += 1 }
      if share > most { (most, mostAtMs) = (share, sample.timestampMs) }
    }
  }
}
