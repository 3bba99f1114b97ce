import ClipReading
import Filters
import Recipe

/// When the recording was taken, by which a filter may choose its season.
extension OpenRecording {
  /// Where containers state the time, those first that state it as the clock on the wall showed it.
  private static let dateTags = ["com.apple.quicktime.creationdate", "creation_time"]

  /// The day of a recording: what `recording.json` says, or else its clip; nil where neither does.
  static func date(of settings: RenderSettings, _ info: ClipInfo) -> RecordingDate? {
    settings.recording.date
      ?? dateTags.lazy.compactMap { info.metadata[$0] }
      .compactMap { RecordingDate(iso8601: $0) }.first
  }

  /// A note of the season that the recording's day chose; nil where none was chosen so.
  static func seasonNote(_ asked: RenderSettings, _ date: RecordingDate?) -> String? {
    guard let date, asked.passes.takesDate else { return nil }
    return "the filter season is of \(Season(on: date).name): the recording is of \(date)"
  }
}
