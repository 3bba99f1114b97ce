import FaceModel
import Foundation
import Geometry
import Session
import Testing
import Tracking

/// The states, deadlines and hints, each at its exact time.
struct SessionStateTests {
  private func lines(_ played: Played, _ name: String) -> [String] {
    played.lines.filter { $0.contains("\"event\": \"\(name)\"") }
  }

  @Test func `the log of a game played well`() throws {
    let played = try play(MadeRecording.played.samples(8000, perSecond: 50))
    // The jaw opens between the samples at 980 and 1000 ms, through 0.35 at 980 + 20 * 0.25 / 0.6.
    let opened = 980 + 20 * 0.25 / 0.6
    let expected = #"""
      {"timestampMs": 0, "event": "state", "state": "selectAvatar", "score": 0, "from": null}
      {"timestampMs": 0, "event": "state", "state": "cameraInit", "score": 0, \#
      "from": "selectAvatar"}
      {"timestampMs": 0, "event": "state", "state": "promptTeeth", "score": 0, \#
      "from": "cameraInit"}
      {"timestampMs": 0, "event": "faceFound", "state": "promptTeeth", "score": 0}
      {"timestampMs": 1388.3, "event": "gatePassed", "state": "promptTeeth", "score": 10, \#
      "gate": "teeth", "openedMs": 988.3, "source": "jawOpen"}
      {"timestampMs": 1388.3, "event": "state", "state": "teethConfirmed", "score": 10, \#
      "from": "promptTeeth"}
      {"timestampMs": 2388.3, "event": "state", "state": "promptBrushGesture", "score": 10, \#
      "from": "teethConfirmed"}
      """#
    #expect(played.lines.prefix(7).joined(separator: "\n") == expected)
    #expect(abs(opened + 400 - 1388.3) < 0.05)
    // The hand is seen from 3000 ms on, its window is full 800 ms later.
    let gate = try #require(played.entered(.brushGestureConfirmed))
    #expect(gate == 3800)
    #expect(
      played.lines.suffix(2) == [
        #"{"timestampMs": 4800, "event": "state", "state": "completed", "score": 40, "#
          + #""from": "brushGestureConfirmed"}"#,
        #"{"timestampMs": 4800, "event": "outcome", "state": "completed", "score": 40, "#
          + #""outcome": "completed", "brushedMs": 0}"#,
      ])
  }

  @Test func `an opening that is too short is reset, at the line's crossing`() throws {
    let short = MadeRecording(jaw: { 1000..<1200 ~= $0 ? 0.6 : 0.1 })
    let resets = lines(try play(short.samples(3000, perSecond: 50)), "gateReset")
    // Up through 0.35 at 980 + 10 ms; down from 0.6 at 1180 to 0.1 at 1200, through 0.3 at 1192 ms.
    #expect(
      resets == [
        #"{"timestampMs": 1192, "event": "gateReset", "state": "promptTeeth", "score": 0, "#
          + #""gate": "teeth", "heldMs": 202, "reason": "closed"}"#
      ])
  }

  @Test func `the gate passes at its moment even if the next sample is closed`() throws {
    // Open from 990 to 1392 ms: 402 ms, the next sample after 1390 ms is a closed one.
    let exact = MadeRecording(jaw: { 1000..<1400 ~= $0 ? 0.6 : 0.1 })
    #expect(try play(exact.samples(3000, perSecond: 50)).entered(.teethConfirmed) == 1390)
  }

  @Test func `unseen time neither counts nor resets, until the face is lost`() throws {
    func gap(_ lengthMs: Double) throws -> Played {
      let recording = MadeRecording(jaw: { time in
        time > 1200 && time < 1200 + lengthMs ? nil : time >= 1000 ? 0.6 : 0.1
      })
      return try play(recording.samples(4000, perSecond: 50))
    }
    // 210 ms are counted up to 1200 ms, the rest of 400 ms from 1500 ms on.
    #expect(try gap(300).entered(.teethConfirmed) == 1690)
    let lost = try gap(600)
    #expect(
      lines(lost, "gateReset") == [
        #"{"timestampMs": 1700, "event": "gateReset", "state": "promptTeeth", "score": 0, "#
          + #""gate": "teeth", "heldMs": 210, "reason": "unseen"}"#
      ])
    #expect(lines(lost, "faceLost").count == 1)
    #expect(lost.entered(.teethConfirmed) == 2200)
  }

  @Test func `closed lips show no teeth`() throws {
    var recording = MadeRecording.played
    recording.change = { $0.faces[0].blendshapes[.mouthClose] = 0.5 }
    #expect(try play(recording.samples(8000)).entered(.teethConfirmed) == nil)
  }

  @Test func `time-outs, hints and being abandoned`() throws {
    var settings = SessionSettings()
    settings.endMs = 100_000
    #expect(
      try play([], settings).lines.last
        == #"{"timestampMs": 10000, "event": "outcome", "state": "cameraInit", "score": 0, "#
        + #""outcome": "timedOut", "brushedMs": 0}"#)
    let gone = try play(MadeRecording().samples(1000, perSecond: 50), settings)
    // The hint of that time comes before the end.
    #expect(gone.hints(.showFace) == [8000, 16_000])
    #expect(gone.outcome == .abandoned && gone.events.last?.timestampMs == 16_000)
    let shut = try play(MadeRecording().samples(70_000, perSecond: 10), settings)
    #expect(shut.hints(.openMouth) == [8000, 16_000, 24_000, 32_000, 40_000, 48_000, 56_000])
    #expect(shut.outcome == .timedOut && shut.events.last?.timestampMs == 60_000)
    let ended = try play(MadeRecording.played.samples(2000, perSecond: 50))
    #expect(ended.outcome == .ended && ended.events.last?.timestampMs == 2000)
  }

  @Test func `hints while brushing is asked for`() throws {
    var settings = SessionSettings()
    settings.times.hintMs = 2000
    let recording = MadeRecording(
      jaw: { 1000..<2500 ~= $0 ? 0.7 : 0.1 },
      hand: { $0 < 5000 ? nil : (0, $0 >= 7000) })
    let played = try play(recording.samples(9500, perSecond: 50), settings)
    let asked = try #require(played.entered(.promptBrushGesture))
    #expect(played.hints(.showHand) == [asked + 2000])
    #expect(played.hints(.makeFist) == [asked + 4000])
    #expect(played.hints(.shakeFaster) == [asked + 6000])
  }

  @Test func `full mode counts brushed time exactly, without pauses`() throws {
    var settings = SessionSettings()
    settings.mode = .full
    settings.full.quadrantMs = 2000
    settings.full.quadrants = ["one", "two"]
    settings.times.pauseMs = 1000
    let played = try play(MadeRecording.played.samples(9000, perSecond: 50), settings)
    let gate = try #require(played.entered(.brushGestureConfirmed))
    #expect(
      lines(played, "quadrant") == [
        #"{"timestampMs": 3800, "event": "quadrant", "state": "brushGestureConfirmed", "score": 20, "#
          + #""quadrant": "one", "index": 1}"#,
        #"{"timestampMs": 5800, "event": "quadrant", "state": "brushGestureConfirmed", "score": 22, "#
          + #""quadrant": "two", "index": 2}"#,
      ])
    #expect(played.events.last?.timestampMs == gate + 4000)
    #expect(played.events.last?.score == 10 + 10 + 4 + 20)
    #expect(played.lines.last?.contains(#""brushedMs": 4000"#) == true)

    var pausing = MadeRecording.played
    pausing.hand = { time in
      time < 3000 || 5000..<7500 ~= time ? nil : (0.03 * sin(6 * .pi * time / 1000), true)
    }
    let paused = try play(pausing.samples(12_000, perSecond: 50), settings)
    #expect(paused.hints(.keepBrushing) == [5980])
    // 1180 ms before the pause; the new window is full at 8300 ms, 2820 ms are left.
    #expect(paused.lines.last?.hasPrefix(#"{"timestampMs": 11120, "#) == true)
    #expect(paused.outcome == .completed)
  }

  @Test func `an arm that merely moves is not brushing`() throws {
    typealias Hand = @Sendable (Double) -> (metres: Double, isFist: Bool)?
    let hands: [(name: String, hand: Hand)] = [
      ("one sweep", { (0.0003 * $0, true) }),
      ("too slow", { (0.03 * sin(.pi * $0 / 1000), true) }),
      ("too small", { (0.004 * sin(6 * .pi * $0 / 1000), true) }),
      ("an open hand", { (0.03 * sin(6 * .pi * $0 / 1000), false) }),
    ]
    for (name, hand) in hands {
      let recording = MadeRecording(jaw: MadeRecording.played.jaw, hand: hand)
      let played = try play(recording.samples(8000))
      #expect(played.entered(.promptBrushGesture) != nil)
      #expect(played.entered(.brushGestureConfirmed) == nil, "\(name)")
    }
  }
}
