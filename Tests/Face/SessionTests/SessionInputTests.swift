import Geometry
import Session
import Testing
import Tracking

/// Input that lacks something, or says something odd.
struct SessionInputTests {
  @Test func `hands without world landmarks are measured by average lengths`() throws {
    var recording = MadeRecording.played
    recording.change = { sample in
      for index in sample.hands.indices { sample.hands[index].worldLandmarks = [] }
    }
    let samples = recording.samples(8000)
    #expect(try play(samples).outcome == .completed)
    var session = BrushingSession(SessionSettings(), header: try MadeRecording.header())
    for sample in samples { _ = try session.add(sample) }
    #expect(session.sawHandWithoutWorldLandmarks)
  }

  @Test func `without hands the teeth can be shown, and brushing is asked for until the end`()
    throws
  {
    var recording = MadeRecording.played
    recording.hand = { _ in nil }
    let played = try play(recording.samples(15_000))
    #expect(played.outcome == .ended && played.events.last?.state == .promptBrushGesture)
    #expect(played.hints(.showHand).count == 1)
    #expect(played.signals.allSatisfy { !$0.handTracked && $0.hands.isEmpty && $0.leading == nil })
  }

  @Test func `a gap in which the hand is lost begins its window anew`() throws {
    func passed(gapMs: Double) throws -> Double? {
      var recording = MadeRecording.played
      let hand = recording.hand
      recording.hand = { (3400..<3400 + gapMs).contains($0) ? nil : hand($0) }
      return try play(recording.samples(9000, perSecond: 50)).entered(.brushGestureConfirmed)
    }
    let unbroken = try #require(try passed(gapMs: 0))
    #expect(abs(unbroken - 3800) < 25)
    // Unseen for less than handLostMs, it is the same hand, whose fist must be covered by time again.
    let short = try #require(try passed(gapMs: 280))
    #expect(short > unbroken && short < 3680 + 800)
    // Longer than that, its window begins with the first sample after the gap.
    for gapMs in [400.0, 1000, 2000] {
      let later = try #require(try passed(gapMs: gapMs))
      #expect(abs(later - (3400 + gapMs + 800)) < 25, "\(gapMs): \(later)")
    }
  }

  @Test func `a recording that ends in the middle ends the session there, and passes no gate`()
    throws
  {
    let samples = MadeRecording.played.samples(8000, perSecond: 50)
    for (endMs, state) in [
      (1380.0, SessionState.promptTeeth), (1500, .teethConfirmed), (3500, .promptBrushGesture),
      (4500, .brushGestureConfirmed),
    ] {
      let played = try play(samples.filter { $0.timestampMs <= endMs })
      #expect(played.outcome == .ended && played.events.last?.timestampMs == endMs)
      #expect(played.events.last?.state == state)
      #expect(!played.lines.contains { $0.contains("gateReset") })
    }
    let nothing = try play([])
    #expect(nothing.outcome == .ended && nothing.signals.isEmpty)
  }

  @Test func `a session has so many events and no more, whichever call brings them`() throws {
    var settings = SessionSettings()
    settings.times.hintMs = 1
    (settings.times.promptMs, settings.times.abandonMs) = (600_000, 600_000)
    let limit = BrushingSession.eventLimit
    /// A face that is seen twice, so many milliseconds apart: a hint for each of them.
    func samples(_ lastMs: Double) -> [TrackingSample] {
      var recording = MadeRecording.played
      recording.jaw = { _ in 0 }
      recording.hand = { _ in nil }
      var two = Array(recording.samples(1000).prefix(2))
      (two[0].timestampMs, two[1].timestampMs) = (0, lastMs)
      return two
    }
    let few = try play(samples(1000), settings).events.count
    #expect(few > 1000)
    let lastMs = Double(1000 + limit - few)
    #expect(try play(samples(lastMs), settings).events.count == limit)
    for longer in [1.0, 100, 300_000] {
      let error = #expect(throws: SessionFault.self) {
        try play(samples(lastMs + longer), settings)
      }
      #expect(error?.isLimit == true && error.map { "\($0)" }?.contains("200000") == true)
    }
  }

  @Test func `a hand whose side is not said may brush where any may`() throws {
    var recording = MadeRecording.played
    recording.change = { sample in
      for index in sample.hands.indices { sample.hands[index].handedness = nil }
    }
    let played = try play(recording.samples(8000))
    #expect(played.outcome == .completed)
    #expect(played.lines.contains { $0.contains(#""hand": null"#) })
    var settings = SessionSettings()
    settings.brushing.hand = .right
    #expect(try play(MadeRecording.played.samples(8000), settings).outcome == .completed)
    #expect(try play(recording.samples(8000), settings).outcome == .ended)
    settings.brushing.hand = .left
    #expect(try play(MadeRecording.played.samples(8000), settings).outcome == .ended)
  }

  @Test func `of two players the chosen one's mouth and hands count`() throws {
    var recording = MadeRecording.played
    recording.change = { sample in
      // A smaller face to the right that does nothing, with an open hand that waves.
      sample.faces.append(MadeRecording.face(jaw: 0.1, x: 1100, size: 10))
      sample.hands.append(MadeRecording.hand(atX: 1100, isFist: false, label: .left))
      if Int(sample.timestampMs / 100) % 2 == 0 { sample.faces.reverse() }
    }
    let samples = recording.samples(8000)
    #expect(try play(samples).outcome == .completed)
    #expect(try play(samples).signals.allSatisfy { $0.hands.count <= 1 })
    var settings = SessionSettings()
    settings.player = .leftmost
    #expect(try play(samples, settings).outcome == .completed)
    settings.player = .rightmost
    let other = try play(samples, settings)
    #expect(other.entered(.teethConfirmed) == nil)
    #expect(other.signals.allSatisfy { $0.hands.map(\.handedness) == ["Left"] })
  }

  @Test func `a face that a number names is followed wherever it goes`() throws {
    var recording = MadeRecording(jaw: { _ in nil })
    recording.change = { sample in
      let swapped = sample.timestampMs >= 1500
      sample.faces = [
        MadeRecording.face(jaw: 0.7, x: swapped ? 1100 : 400, id: 4),
        MadeRecording.face(jaw: 0.1, x: swapped ? 400 : 1100, size: 10, id: 9),
      ]
    }
    let seen = try play(recording.samples(3000)).signals
    #expect(seen.allSatisfy { $0.mouthOpenScore == 0.7 || $0.mouthOpenScore == nil })
    #expect(seen.contains { $0.mouthOpenScore == 0.7 })
  }

  @Test func `samples outside of the session's times are passed over`() throws {
    var settings = SessionSettings()
    settings.startMs = 2000
    settings.endMs = 5000
    let played = try play(MadeRecording.played.samples(8000, perSecond: 50), settings)
    #expect(played.signals.first?.timestampMs == 2000 && played.signals.last?.timestampMs == 5000)
    #expect(played.events.first?.timestampMs == 2000)
    #expect(played.outcome == .ended && played.events.last?.timestampMs == 5000)
  }

  @Test func `the recogniser's gestures count where a hand has them, by all its options`() throws {
    func gesture(_ change: (inout GestureSettings) -> Void) throws -> String? {
      var settings = SessionSettings()
      change(&settings.gestures)
      var hand = MadeRecording.hand(atX: 600, isFist: false)
      hand.gestures = [
        Gesture(categoryName: "Victory", score: 0.6), Gesture(categoryName: "Thumb_Up", score: 0.7),
      ]
      hand.customGestures = [
        Gesture(categoryName: "Brush", score: 0.4), Gesture(categoryName: "None", score: 0.3),
      ]
      let sample = TrackingSample(timestampMs: 0, hands: [hand])
      return try play([sample], settings).signals.first?.hands.first
        .map { "\($0.gesture) \($0.gestureScore)" }
    }
    #expect(try gesture { _ in } == "Brush 0.4")
    #expect(try gesture { $0.source = .rules } == "Open_Palm 1.0")
    #expect(try gesture { $0.custom.scoreThreshold = 0.5 } == "Thumb_Up 0.7")
    #expect(try gesture { $0.custom.categoryDenylist = ["Brush"] } == "Thumb_Up 0.7")
    #expect(
      try gesture {
        $0.custom.categoryAllowlist = ["Other"]
        $0.canned.categoryAllowlist = ["Victory"]
      } == "Victory 0.6")
    #expect(
      try gesture {
        $0.custom.categoryAllowlist = ["Other"]
        $0.canned.scoreThreshold = 0.8
      } == "None 0.0")
    #expect(
      try gesture {
        $0.source = .rules
        $0.canned.categoryDenylist = ["Open_Palm"]
      } == "None 0.0")
  }

  /// What a hand with these lists shows, by each source: `auto`, `rules`, `recogniser`.
  @Test(
    arguments: [
      (nil, nil, ["Open_Palm 1.0", "Open_Palm 1.0", "None 0.0"]),
      ([], nil, ["None 0.0", "Open_Palm 1.0", "None 0.0"]),
      (nil, [], ["None 0.0", "Open_Palm 1.0", "None 0.0"]),
      ([], [], ["None 0.0", "Open_Palm 1.0", "None 0.0"]),
      (["Victory"], [], ["Victory 0.5", "Open_Palm 1.0", "Victory 0.5"]),
      ([], ["Brush"], ["Brush 0.5", "Open_Palm 1.0", "Brush 0.5"]),
    ] as [([String]?, [String]?, [String])])
  func `an empty list of gestures is an answer, no list is none`(
    canned: [String]?, custom: [String]?, expected: [String]
  ) throws {
    let found = try [GestureSettings.Source.auto, .rules, .recogniser].map { source in
      var settings = SessionSettings()
      settings.gestures.source = source
      var hand = MadeRecording.hand(atX: 600, isFist: false)
      hand.gestures = canned?.map { Gesture(categoryName: $0, score: 0.5) }
      hand.customGestures = custom?.map { Gesture(categoryName: $0, score: 0.5) }
      let sample = TrackingSample(timestampMs: 0, hands: [hand])
      let seen = try play([sample], settings).signals.first?.hands.first
      return seen.map { "\($0.gesture) \($0.gestureScore)" } ?? ""
    }
    #expect(found == expected)
  }

  @Test func `a window takes so many samples and no more`() throws {
    func play(_ stepMs: Double) throws -> Int {
      var session = BrushingSession(SessionSettings(), header: try MadeRecording.header())
      var count = 0
      for time in stride(from: 0.0, to: 1000, by: stepMs) {
        let hand = MadeRecording.hand(atX: 600, isFist: true)
        _ = try session.add(TrackingSample(timestampMs: time, hands: [hand]))
        count += 1
      }
      return count
    }
    #expect(try play(0.4) == 2500)
    #expect(throws: SessionFault.self) { try play(0.38) }
  }
}
