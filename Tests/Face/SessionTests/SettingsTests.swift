import Session
import Testing

/// The session file: defaults, and every fault with its place.
struct SettingsTests {
  private func faults(_ json: String) -> [String] {
    do throws(SessionFaults) {
      _ = try SessionSettings(json: Array(json.utf8))
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }

  @Test func `an empty object asks for the game`() throws {
    #expect(try SessionSettings(json: Array("{}".utf8)) == SessionSettings())
  }

  @Test func `every member is read`() throws {
    let settings = try SessionSettings(
      json: Array(
        #"""
        {"format": "avatar-session/1", "mode": "full", "startMs": 5, "endMs": 900,
         "player": {"choose": "rightmost"},
         "teeth": {"signal": "lips", "openAbove": 0.5, "closedBelow": 0.4, "holdMs": 300},
         "fist": {"fingers": 3, "curledBelow": 0.9, "openAbove": 1.1, "thumb": "folded"},
         "brushing": {"hand": "left", "windowMs": 1000, "baselineMs": 100, "speedAbove": 0.3,
           "fastShare": 0.6, "directionChanges": 3, "deadBandM": 0.02, "coverage": 0.9},
         "gaps": {"joinMs": 100, "faceLostMs": 200, "handLostMs": 150},
         "times": {"cameraMs": 1, "confirmMs": 2, "hintMs": 3, "promptMs": 4, "pauseMs": 5,
           "abandonMs": 6},
         "full": {"quadrantMs": 7, "quadrants": ["a", "b"]},
         "score": {"teeth": 1, "gesture": 2, "completion": 3, "perSecond": 4},
         "gestures": {"source": "rules",
           "canned": {"scoreThreshold": 0.5, "maxResults": 2, "categoryDenylist": ["None"]},
           "custom": {"categoryAllowlist": ["Brush"], "displayNamesLocale": "de"}}}
        """#.utf8))
    var expected = SessionSettings()
    (expected.mode, expected.startMs, expected.endMs) = (.full, 5, 900)
    expected.player = .rightmost
    (expected.teeth.signal, expected.teeth.holdMs) = (.lips, 300)
    (expected.teeth.openAbove, expected.teeth.closedBelow) = (0.5, 0.4)
    (expected.fist.fingers, expected.fist.thumb) = (3, .folded)
    (expected.fist.curledBelow, expected.fist.openAbove) = (0.9, 1.1)
    (expected.brushing.hand, expected.brushing.windowMs) = (.left, 1000)
    (expected.brushing.baselineMs, expected.brushing.speedAbove) = (100, 0.3)
    (expected.brushing.fastShare, expected.brushing.directionChanges) = (0.6, 3)
    (expected.brushing.deadBandM, expected.brushing.coverage) = (0.02, 0.9)
    (expected.gaps.joinMs, expected.gaps.faceLostMs, expected.gaps.handLostMs) = (100, 200, 150)
    (expected.times.cameraMs, expected.times.confirmMs, expected.times.hintMs) = (1, 2, 3)
    (expected.times.promptMs, expected.times.pauseMs, expected.times.abandonMs) = (4, 5, 6)
    (expected.full.quadrantMs, expected.full.quadrants) = (7, ["a", "b"])
    (expected.score.teeth, expected.score.gesture) = (1, 2)
    (expected.score.completion, expected.score.perSecond) = (3, 4)
    expected.gestures.source = .rules
    (expected.gestures.canned.scoreThreshold, expected.gestures.canned.maxResults) = (0.5, 2)
    expected.gestures.canned.categoryDenylist = ["None"]
    expected.gestures.custom.categoryAllowlist = ["Brush"]
    expected.gestures.custom.displayNamesLocale = "de"
    #expect(settings == expected)
  }

  @Test(arguments: [
    (#"{"gaps": {"joinMS": 1}}"#, #"gaps.joinMS: unknown key "joinMS"; did you mean "joinMs"?"#),
    (#"{"teeths": {}}"#, #"teeths: unknown key "teeths"; did you mean "teeth"?"#),
    (#"{"format": "avatar-session/2"}"#, #"format: found "avatar-session/2", expected "avatar-se"#),
    (#"{"mode": "ful"}"#, #"mode: "ful" is not a known mode; did you mean "full"?"#),
    (#"{"startMs": 600001}"#, "startMs: 600001 found, a number from 0 to 600000 expected"),
    (#"{"startMs": 10, "endMs": 5}"#, "endMs: found 5, expected at least startMs (10)"),
    (#"{"teeth": {"openAbove": 1}}"#, "teeth.openAbove: 1 found"),
    (#"{"teeth": {"closedBelow": 0.4}}"#, "teeth.closedBelow: found 0.4, expected at most openAb"),
    (#"{"teeth": {"openAbove": 0.2}}"#, "teeth.openAbove: found 0.2, expected at least closedBe"),
    (#"{"teeth": {"holdMs": 10001}}"#, "teeth.holdMs: 10001 found"),
    (#"{"fist": {"fingers": 5}}"#, "fist.fingers: 5 found, a whole number from 1 to 4 expected"),
    (#"{"fist": {"fingers": 2.5}}"#, "fist.fingers: 2.5 found"),
    (#"{"fist": {"curledBelow": 0}}"#, "fist.curledBelow: 0 found"),
    (#"{"fist": {"curledBelow": 1.06}}"#, "fist.curledBelow: found 1.06, expected at most openAb"),
    (#"{"brushing": {"windowMs": 199}}"#, "brushing.windowMs: 199 found"),
    (#"{"brushing": {"baselineMs": 401}}"#, "brushing.baselineMs: found 401, expected at most ha"),
    (#"{"brushing": {"coverage": 0}}"#, "brushing.coverage: 0 found, a number above 0, at most 1"),
    (#"{"brushing": {"fastShare": 1.01}}"#, "brushing.fastShare: 1.01 found"),
    (#"{"brushing": {"directionChanges": 51}}"#, "brushing.directionChanges: 51 found"),
    (#"{"gaps": {"joinMs": 301}}"#, "gaps.joinMs: found 301, expected at most handLostMs (300)"),
    (#"{"gaps": {"faceLostMs": 200}}"#, "gaps.faceLostMs: found 200, expected at least joinMs"),
    (#"{"times": {"hintMs": 0}}"#, "times.hintMs: 0 found"),
    (#"{"full": {"quadrants": []}}"#, "full.quadrants: found 0 of them, expected 1 to 16 names"),
    (#"{"full": {"quadrants": [3]}}"#, "full.quadrants[0]: a string expected, a number found"),
    (#"{"score": {"teeth": -1}}"#, "score.teeth: -1 found, a whole number from 0 to 1000"),
    (#"{"gestures": {"canned": {"maxResults": 0}}}"#, "gestures.canned.maxResults: 0 found"),
    (
      #"{"gestures": {"custom": {"categoryAllowlist": ["a"], "categoryDenylist": ["b"]}}}"#,
      "gestures.custom.categoryDenylist: found both lists"
    ),
    (#"{"player": {"choose": "middle"}}"#, #"player.choose: "middle" is not a known choice"#),
    (#"[]"#, "an object expected, a list found"),
    (#"{"startMs": 1e999}"#, "startMs: inf found"),
    (#"{"startMs": 1, "startMs": 2}"#, #"startMs: duplicate key "startMs""#),
    (#"{"mode""#, "not JSON"),
  ])
  func `a fault says where it is, what was found and what is expected`(
    json: String, words: String
  ) {
    let found = faults(json)
    #expect(found.count == 1 && found[0].contains(words), "\(found)")
  }

  @Test func `all faults are found at once`() {
    #expect(faults(#"{"mode": 1, "teeth": {"holdMs": -1, "x": 2}, "endMs": "no"}"#).count == 4)
  }

  @Test(arguments: [
    #"{"brushing": {"directionChanges": 0, "windowMs": 5000, "baselineMs": 2500, "coverage": 1}}"#,
    #"{"teeth": {"openAbove": 0.99, "closedBelow": 0, "holdMs": 10000}, "endMs": null}"#,
    #"{"gaps": {"joinMs": 0, "faceLostMs": 0, "handLostMs": 0}, "startMs": 600000}"#,
    #"{"fist": {"curledBelow": 2, "openAbove": 2, "fingers": 1}, "times": {"hintMs": 1}}"#,
    #"{"gestures": {"canned": {"maxResults": -5, "categoryAllowlist": []}}}"#,
  ])
  func `the ends of the ranges are within them`(json: String) {
    #expect(faults(json) == [])
  }

  @Test func `a file is so long and no longer`() {
    func text(_ bytes: Int) -> String { "{" + String(repeating: " ", count: bytes - 2) + "}" }
    #expect(faults(text(SessionSettings.byteLimit)) == [])
    #expect(
      faults(text(SessionSettings.byteLimit + 1)).first?.contains("65537 bytes found") == true)
  }
}
