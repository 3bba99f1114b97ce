import Recipe
import Recordings
import Rendering
import Session
import TestSupport
import Testing
import Timelines
import TrackingFiles

/// The replay of a file, and an app that has a tracker instead.
@Suite struct SessionReplayTests {
  @Test(arguments: [SessionSettings.Mode.short, .full])
  func `samples that are fed as they come give the lines of the replay`(
    mode: SessionSettings.Mode
  ) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(SyntheticGame().text, to: "t.jsonl")
    var settings = SessionSettings()
    settings.mode = mode
    var replayed: [String] = []
    let job = SessionJob(
      tracking: path, besides: nil, options: TrackingFileOptions(), SessionPlan(settings: settings))
    _ = try job.run(event: { replayed.append($0) }, signals: { replayed.append($0) })

    let tracker = try TrackingReader(path: path, options: TrackingFileOptions())
    var session = BrushingSession(settings, header: tracker.header)
    var told = [SessionEvent.header(mode)]
    while let sample = try tracker.next() {
      let step = try session.add(sample)
      told += step.events.map(\.line) + [step.signals?.line].compactMap(\.self)
    }
    told += try session.finish().map(\.line)
    #expect(told == replayed)
    #expect(told.contains { $0.contains("\"gate\": \"brushing\"") })
  }
}
