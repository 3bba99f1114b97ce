import Geometry
import Testing
import Tracking

/// The samples as they come onto a screen, held against what a queue does by hand.
@Suite struct LivePipelineTests {
  /// What becomes of pictures taken at times: when each was taken and shown.
  private func shown(
    _ times: [Double], _ options: LiveOptions, offset: Double = 0
  ) -> [(taken: Double, shown: Double)] {
    var pipeline = LivePipeline(options, timeOffsetMs: offset)
    return times.compactMap { pipeline.shown(TrackingSample(timestampMs: $0)) }
      .map { ($0.takenMs ?? .nan, $0.timestampMs) }
  }

  private func every(_ fps: Double, _ count: Int) -> [Double] {
    (0..<count).map { Double($0) * 1000 / fps }
  }

  @Test func `a busy tracker drops what comes until it has answered`() {
    // 30 pictures a second, 70 ms each: the third of each three is the first after the answer.
    let options = LiveOptions(inferenceFPS: 240, latencyMs: 70, displayFPS: 240)
    let found = shown(every(30, 9), options)
    #expect(found.map { ($0.taken / 1000 * 30).rounded() } == [0, 3, 6])
    for (taken, shown) in found {
      // The screen is drawn 240 times a second.
      #expect(shown >= taken + 70 - 0.06 && shown < taken + 70 + 1000 / 240 + 0.01)
    }
  }

  @Test func `a queue that drops nothing falls behind`() {
    let options = LiveOptions(inferenceFPS: 240, latencyMs: 70, drop: .none, displayFPS: 240)
    let found = shown(every(30, 9), options)
    #expect(found.count == 9)
    for (index, result) in found.enumerated() {
      let ready = Double(index + 1) * 70
      #expect(result.shown >= ready - 0.06 && result.shown < ready + 1000 / 240 + 0.01)
    }
  }

  @Test(arguments: [(30.0, 15.0, 150), (25, 15, 150), (60, 15, 150), (30, 10, 100), (10, 15, 100)])
  func `the app asks as often as it says in the mean`(camera: Double, asked: Double, count: Int) {
    let options = LiveOptions(inferenceFPS: asked, latencyMs: 0)
    let found = shown(every(camera, Int(camera * 10)), options)
    #expect(abs(found.count - count) <= 1)
  }

  /// Every second picture at 30 a second, from the first one on and from one on that comes after a pause.
  @Test func `the first picture, and one after a pause, are asked about once`() {
    let options = LiveOptions(inferenceFPS: 15, latencyMs: 0)
    let times = every(30, 10) + every(30, 10).map { $0 + 5020 }
    let asked = shown(times, options).map(\.taken)
    #expect(asked == stride(from: 0, to: 20, by: 2).map { times[$0] })
  }

  @Test(arguments: [0.0, 7.3, -12])
  func `what is shown begins with a drawing of the screen`(offset: Double) {
    let options = LiveOptions(latencyMs: 61, displayFPS: 60)
    for (taken, shown) in shown(every(30, 90), options, offset: offset) {
      let refreshes = (shown + offset) * 60 / 1000
      #expect(abs(refreshes - refreshes.rounded()) < 0.004)
      #expect(shown - taken >= 60.9 && shown - taken < 61 + 1000 / 60 + 0.06)
    }
  }

  @Test func `several answers between two drawings come in their order`() {
    let options = LiveOptions(inferenceFPS: 240, latencyMs: 0, displayFPS: 10)
    let found = shown(every(100, 50), options)
    #expect(found.count == 50)
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.shown < $1.shown })
  }
}
