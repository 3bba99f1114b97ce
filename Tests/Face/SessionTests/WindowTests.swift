import Foundation
import Geometry
import Session
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// The trace against figures that were written out from the rules a second time.
struct WindowTests {
  private func expectSame(_ samples: [TrackingSample], _ signals: [SessionSignals]) {
    var naive = NaiveHands()
    var hands = 0
    for (sample, found) in zip(samples, signals) {
      let expected = naive.add(sample)
      #expect(found.hands.count == expected.count)
      for (hand, figures) in zip(found.hands, expected) {
        hands += 1
        #expect(hand.isFist == figures.isFist)
        #expect((hand.speed == nil) == (figures.speed == nil))
        #expect(abs((hand.speed ?? 0) - (figures.speed ?? 0)) < 1e-9)
      }
      let leading = expected.enumerated().min { a, b in
        if a.element.isFist != b.element.isFist { return a.element.isFist }
        return a.element.energy > b.element.energy
      }?.element
      #expect(found.isFist == leading?.isFist ?? false)
      #expect(abs(found.shakeEnergy - (leading?.energy ?? 0)) < 1e-9)
      #expect(abs(found.fastShare - (leading?.fastShare ?? 0)) < 1e-9)
      #expect(found.directionChanges == leading?.changes ?? 0, "at \(sample.timestampMs) ms")
    }
    #expect(hands > 20 && samples.count == signals.count)
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)),
    arguments: ["gesture", "signing"])
  func `real hands`(name: String) throws {
    let reader = try TrackingReader(path: SharedData.file("recordings/\(name)/tracking.jsonl").path)
    var samples: [TrackingSample] = []
    while let sample = try reader.next() { samples.append(sample) }
    expectSame(samples, try play(samples, header: reader.header).signals)
    let flat = samples.map { sample in
      var sample = sample
      for index in sample.hands.indices { sample.hands[index].worldLandmarks = [] }
      return sample
    }
    expectSame(flat, try play(flat, header: reader.header).signals)
  }

  @Test(arguments: [10.0, 24, 30, 60])
  func `made hands that shake, stop and are lost`(rate: Double) throws {
    let recording = MadeRecording(hand: { time in
      if 4000..<4200 ~= time || 6000..<6500 ~= time { return nil }
      let amplitude = time < 3000 ? 0.03 : time < 5000 ? 0.007 : 0.05
      return (
        amplitude * sin(2 * .pi * 2.7 * time / 1000) + 0.00002 * time, Int(time / 700) % 3 != 0
      )
    })
    let samples = recording.samples(9000, perSecond: rate)
    expectSame(samples, try play(samples).signals)
  }
}
