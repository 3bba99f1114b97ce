import Session
import Testing
import Tracking

// The code of the DocC article; ArticleTests finds it here.
private func log(of samples: [TrackingSample], header: TrackingHeader) throws -> [String] {
  var session = BrushingSession(SessionSettings(), header: header)
  var events: [SessionEvent] = []
  for sample in samples {
    events += try session.add(sample).events
  }
  events += try session.finish()
  return events.map(\.line)
}

@Suite struct SessionArticleTests {
  @Test func `the log of the article is that of the session that was played`() throws {
    let samples = MadeRecording.played.samples(8000)
    let lines = try log(of: samples, header: try MadeRecording.header())
    #expect(lines == (try play(samples).events.map(\.line)))
    #expect(lines.last?.contains("completed") == true)
  }
}
