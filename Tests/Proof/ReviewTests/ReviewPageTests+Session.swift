import Foundation
import Review
import TestSupport
import Testing

extension ReviewPageTests {
  private func run(openedMs: Double) -> ReviewSession.Run {
    let times = stride(from: 0.0, through: 1000, by: 100).map(\.self)
    return ReviewSession.Run(
      states: [
        .init(name: "promptTeeth", startMs: 0), .init(name: "teethConfirmed", startMs: openedMs),
        .init(name: "ended", startMs: 1000, isOutcome: true),
      ],
      events: [
        .init(timestampMs: 0, line: #"{"event": "state"}"#),
        .init(timestampMs: openedMs, line: #"{"event": "gatePassed", "at": \#(openedMs)}"#),
        .init(timestampMs: 1000, line: SampleReview.hostile),
      ], timesMs: times,
      tracks: [.init(name: "mouthOpenScore", values: times.map { $0 < 500 ? nil : 0.4 })])
  }

  @Test func `a session has its states, curves with thresholds and log, expected beside actual`()
    throws
  {
    let folder = try ScratchFolder()
    let review = ReviewDocument(
      title: "game", createdAt: "2026-05-01T12:00:00Z", rendererVersion: "1",
      cases: [
        ReviewCase(
          name: "game", verdict: .failed, explanation: ["events differ first at line 2"],
          session: ReviewSession(
            expected: run(openedMs: 400), actual: run(openedMs: 500),
            thresholds: [.init(track: "mouthOpenScore", name: "teeth.openAbove", value: 0.35)],
            labels: [.init(name: "teeth", startMs: 450, endMs: 800)]))
      ])
    try ReviewPage(review, picturesRoot: folder.path("")).write(to: folder.path("r.html"))
    let page = try Self.page.get()
    try page.open(URL(filePath: folder.path("r.html")).absoluteString + "#case=game")
    try page.wait(until: "document.documentElement.dataset.shown")
    func count(_ selector: String) throws -> Double {
      Double(try page.number("document.querySelectorAll('#session \(selector)').length"))
    }
    #expect(try count(".timeline rect.state") == 6)
    #expect(try count(".curve .trace") == 2 && count(".limit") == 1 && count("rect.label") == 2)
    #expect(try count("li.expected") == 1 && count("li.actual") == 1 && count("li") == 4)
    // The threshold lies between the axis and the values.
    let heights = try page.text(
      "['.limit', '.axis'].map(s => document.querySelector(`#session ${s}`).getAttribute('y1')).join(' ')"
    ).split(separator: " ").compactMap { Double($0) }
    #expect(heights[0] < heights[1])
    #expect(try page.isTrue("window.broken === undefined"))
  }
}
