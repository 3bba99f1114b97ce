internal import Geometry
internal import JSON
internal import Tracking

// The parts of a kept state, each with its own faults.
extension SettingsField {
  /// The largest time of a state, in milliseconds: thirty thousand years.
  private static var timeLimit: Double { 1e15 }

  /// Reads a value that may be `null`.
  func ifAny<Value>(_ read: (SettingsField) -> Value?) -> Value? {
    if case .null = node.value { nil } else { read(self) }
  }

  private func time() -> Double? { number(in: -Self.timeLimit...Self.timeLimit) }

  /// The states and what they remember.
  func machine(_ settings: SessionSettings) -> SessionMachine? {
    let keys = [
      "state", "score", "outcome", "endedMs", "hasStarted", "enteredMs", "promptedMs",
      "teethPassedMs", "brushingPassedMs", "hintCount", "lastSampleMs", "faceMs", "faceTracked",
      "handMs",
      "handTracked", "fistMs", "teeth", "brushed",
    ]
    guard let object = object(keys: keys) else { return nil }
    func optionalTime(_ key: String) -> Double? { object[key]?.ifAny { $0.time() } }
    var machine = SessionMachine(settings)
    machine.state = object.required("state")?.choice(of: "state") ?? machine.state
    machine.score = object.required("score")?.integer(in: 0...100_000_000) ?? 0
    machine.outcome = object["outcome"]?.ifAny { $0.choice(of: "outcome") }
    machine.endedMs = optionalTime("endedMs")
    machine.hasStarted = object.required("hasStarted")?.truth() ?? false
    machine.enteredMs = object.required("enteredMs")?.time() ?? 0
    machine.promptedMs = optionalTime("promptedMs")
    machine.teethPassedMs = optionalTime("teethPassedMs")
    machine.brushingPassedMs = optionalTime("brushingPassedMs")
    machine.hintCount = object.required("hintCount")?.integer(in: 0...1_000_000) ?? 0
    machine.lastSampleMs = optionalTime("lastSampleMs")
    machine.face.lastMs = optionalTime("faceMs")
    machine.face.isTracked = object.required("faceTracked")?.truth() ?? false
    machine.hand.lastMs = optionalTime("handMs")
    machine.hand.isTracked = object.required("handTracked")?.truth() ?? false
    machine.fistMs = optionalTime("fistMs")
    machine.teeth = object.required("teeth")?.teethGate() ?? machine.teeth
    machine.brushed = object["brushed"]?.ifAny { $0.brushedTime(settings) }
    let isBrushing =
      [.brushGestureConfirmed, .completed].contains(machine.state) && settings.mode == .full
    if isBrushing != (machine.brushed != nil) {
      (object["brushed"] ?? self).report(
        .contradiction(
          found: isBrushing ? "none" : "a brushed time", expected: "one in the mode full alone"))
    }
    return machine
  }

  private func teethGate() -> TeethGate? {
    guard let object = object(keys: ["openedMs", "heldMs", "lastMs", "lastScore"]) else {
      return nil
    }
    var gate = TeethGate()
    gate.openedMs = object["openedMs"]?.ifAny { $0.time() }
    gate.heldMs = object.required("heldMs")?.number(in: 0...Self.timeLimit) ?? 0
    gate.lastMs = object["lastMs"]?.ifAny { $0.time() }
    gate.lastScore = object.required("lastScore")?.number(in: 0...1) ?? 0
    return gate
  }

  private func brushedTime(_ settings: SessionSettings) -> BrushedTime? {
    let keys = [
      "totalMs", "seconds", "quadrant", "lastBrushingMs", "lastHandMs", "brushedLast", "isHinted",
    ]
    guard let object = object(keys: keys) else { return nil }
    let quadrants = settings.full.quadrants.count
    let longestMs = settings.full.quadrantMs * Double(quadrants) + Tolerance.ms
    var brushed = BrushedTime(
      totalMs: object.required("totalMs")?.number(in: 0...longestMs) ?? 0,
      seconds: object.required("seconds")?.integer(in: 0...1_000_000) ?? 0,
      lastBrushingMs: object.required("lastBrushingMs")?.time() ?? 0,
      lastHandMs: object.required("lastHandMs")?.time() ?? 0)
    // All of them are done where the session is completed.
    brushed.quadrant = object.required("quadrant")?.integer(in: 0...quadrants) ?? 0
    brushed.brushedLast = object.required("brushedLast")?.truth() ?? false
    brushed.isHinted = object.required("isHinted")?.truth() ?? false
    return brushed
  }

  /// The player's face.
  func player() -> PlayerFollower.Player? {
    guard let object = object(keys: ["id", "box", "lastMs"]) else { return nil }
    let sides = object.required("box")?.list()?.compactMap {
      $0.number(in: -Self.timeLimit...Self.timeLimit)
    }
    guard let lastMs = object.required("lastMs")?.time(), let sides, let field = object["box"]
    else { return nil }
    guard sides.count == 4, let box = FaceBox(sides) else {
      field.report(
        .contradiction(found: "\(sides.count) sides", expected: "left, top, right, bottom"))
      return nil
    }
    // A number that a file may give has no more than 64 bits; it is kept as it is or not at all.
    let id = object["id"]?.ifAny { $0.integer(in: Int.min...Int.max) }
    return PlayerFollower.Player(id: id, box: box, lastMs: lastMs)
  }

  /// The hands that are tracked, of so many that there ever were.
  func tracks(_ count: Int) -> [HandTrack]? {
    guard let list = list() else { return nil }
    guard list.count <= HandTracker.trackLimit else {
      report(
        .overLimit(
          what: "tracks", found: "\(list.count)", limit: "\(HandTracker.trackLimit)"))
      return nil
    }
    return list.compactMap { $0.track(count) }
  }

  private func track(_ count: Int) -> HandTrack? {
    guard let object = object(keys: ["number", "firstMs", "spread", "moments"]),
      let number = object.required("number")?.integer(in: 0...max(count - 1, 0)),
      let firstMs = object.required("firstMs")?.time(),
      let spread = object.required("spread")?.number(in: 0...Self.timeLimit),
      let field = object.required("moments"), let list = field.list()
    else { return nil }
    let moments = list.compactMap { $0.moment() }
    let isRising = zip(moments, moments.dropFirst()).allSatisfy { $0.timeMs < $1.timeMs }
    guard isRising, (1...PlayerObserver.windowSampleLimit).contains(moments.count) else {
      field.report(
        .contradiction(
          found: "\(moments.count) samples\(isRising ? "" : " out of order")",
          expected: "1 to \(PlayerObserver.windowSampleLimit) by rising time"))
      return nil
    }
    return HandTrack(number: number, firstMs: firstMs, spread: spread, moments: moments)
  }

  private func moment() -> HandTrack.Moment? {
    let keys = ["timeMs", "x", "y", "metresPerPixel", "fist", "handedness", "score"]
    guard let object = object(keys: keys), let timeMs = object.required("timeMs")?.time(),
      let x = object.required("x")?.number(in: -Self.timeLimit...Self.timeLimit),
      let y = object.required("y")?.number(in: -Self.timeLimit...Self.timeLimit),
      let isFist = object.required("fist")?.truth(),
      let score = object.required("score")?.number("a finite number", \.isFinite)
    else { return nil }
    return HandTrack.Moment(
      timeMs: timeMs, palm: SIMD2(x, y),
      metresPerPixel: object["metresPerPixel"]?.ifAny { $0.number("a finite number", \.isFinite) },
      isFist: isFist, handedness: object["handedness"]?.ifAny { $0.handedness() }, score: score)
  }

  private func handedness() -> HandSample.Handedness? {
    choice(of: "hand", known: ["Left", "Right"], HandSample.Handedness.init(rawValue:))
  }
}

extension FaceBox {
  /// A box of its left, top, right and bottom side; nil where it would be inside out.
  fileprivate init?(_ sides: [Double]) {
    guard sides.count == 4, sides[0] <= sides[2], sides[1] <= sides[3] else { return nil }
    self.init([Point2(sides[0], sides[1]), Point2(sides[2], sides[3])])
  }
}
