import TestSupport
import Testing

/// The sample's story in which the game is played, and what the game makes of it.
@Suite struct SampleSessionTests {
  /// The times follow from the story: the mouth's score is a line between frames, so the gate passes
  /// 400 ms after the line rose through 0.35; the hand's last sample passes the other gate.
  private static let log = """
    {"format": "avatar-session-events/1", "mode": "short"}
    {"timestampMs": 0, "event": "state", "state": "selectAvatar", "score": 0, "from": null}
    {"timestampMs": 0, "event": "state", "state": "cameraInit", "score": 0, "from": "selectAvatar"}
    {"timestampMs": 0, "event": "state", "state": "promptTeeth", "score": 0, "from": "cameraInit"}
    {"timestampMs": 0, "event": "faceFound", "state": "promptTeeth", "score": 0}
    {"timestampMs": 1682.6, "event": "gateReset", "state": "promptTeeth", "score": 0, \
    "gate": "teeth", "heldMs": 307.4, "reason": "closed"}
    {"timestampMs": 2500, "event": "hint", "state": "promptTeeth", "score": 0, "hint": "openMouth"}
    {"timestampMs": 2873.2, "event": "gatePassed", "state": "promptTeeth", "score": 10, \
    "gate": "teeth", "openedMs": 2473.2, "source": "jawOpen"}
    {"timestampMs": 2873.2, "event": "state", "state": "teethConfirmed", "score": 10, \
    "from": "promptTeeth"}
    {"timestampMs": 3873.2, "event": "state", "state": "promptBrushGesture", "score": 10, \
    "from": "teethConfirmed"}
    {"timestampMs": 4333.3, "event": "handFound", "state": "promptBrushGesture", "score": 10}
    {"timestampMs": 6373.2, "event": "hint", "state": "promptBrushGesture", "score": 10, \
    "hint": "shakeFaster"}
    {"timestampMs": 7666.7, "event": "gatePassed", "state": "promptBrushGesture", "score": 20, \
    "gate": "brushing", "hand": "Right", "fastShare": 0.5139, "directionChanges": 2, \
    "shakeEnergy": 0.0912}
    {"timestampMs": 7666.7, "event": "state", "state": "brushGestureConfirmed", "score": 20, \
    "from": "promptBrushGesture"}
    {"timestampMs": 8666.7, "event": "state", "state": "completed", "score": 40, \
    "from": "brushGestureConfirmed"}
    {"timestampMs": 8666.7, "event": "outcome", "state": "completed", "score": 40, \
    "outcome": "completed", "brushedMs": 0}

    """

  @Test(arguments: Thorough.cases(["128x72", "96x96"], sample: 1))
  func `the story has its log exactly at any size, and a card its points and duration`(size: String)
    throws
  {
    let folder = try ScratchFolder()
    let sample = try Program.product.run(
      ["sample", "--story", "brushing", "--size", size, "-o", "play"], in: folder)
    #expect(sample.exitCode == 0, "\(sample.error)")
    let session = try Program.product.run(
      ["session", "run", "play", "--session", "play/session.json", "--events", "-"], in: folder)
    #expect(session.text == Self.log)
    #expect(
      session.error
        == "completed: score 40, teeth passed at 2873.2 ms, brushing passed at 7666.7 ms\n")
    if size == "128x72" { try checkCard(in: folder) }
  }

  /// A card with the session is the one whose fields were written by hand.
  private func checkCard(in folder: ScratchFolder) throws {
    func card(_ name: String, _ words: String...) throws -> [UInt8] {
      try Program.product.succeed(
        ["snapshot", "play", "--avatar", "none", "--at", "9", "-o", "\(name).png"]
          + ["--card", "brushing", "--card-ratio", "1:1"] + words, in: folder)
      return try folder.bytes("\(name).png")
    }
    let played = ["--session", "play/session.json"]
    let told = try card("told", "--badge", "40", "--subtitle", "Done in 0:08")
    #expect(try card("played", played[0], played[1]) == told)
    // What the caller writes goes before.
    let written = try card("written", played[0], played[1], "--badge", "7", "--subtitle", "Mei")
    #expect(try written == card("plain", "--badge", "7", "--subtitle", "Mei"))
  }

  @Test func `an unknown story is refused with those that there are`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.product.run(
      ["sample", "--story", "brush", "-o", "play"], in: folder)
    #expect(outcome.exitCode == 64)
    #expect(outcome.error.contains("visit") && outcome.error.contains("brushing"))
  }
}
