internal import Foundation
public import Review
public import Session

extension ReviewSession.Run {
  /// What is drawn of a trace, by its members' names.
  private static let trackNames = [
    "mouthOpenScore", "teethVisible", "teethHeldMs", "shakeEnergy", "fastShare", "directionChanges",
  ]

  /// Reads the lines of a log and of a trace; what is no such line is left out.
  public init(events: [String], signals: [String]) {
    self.init(states: [], events: [], timesMs: [], tracks: [])
    for line in events {
      guard let object = Self.object(line), let timeMs = Self.number(object["timestampMs"])
      else { continue }
      self.events.append(.init(timestampMs: timeMs, line: line))
      if let outcome = object["outcome"] as? String {
        states.append(.init(name: outcome, startMs: timeMs, isOutcome: true))
      } else if object["event"] as? String == "state", let state = object["state"] as? String {
        states.append(.init(name: state, startMs: timeMs))
      }
    }
    let samples = signals.compactMap(Self.object).filter { Self.number($0["timestampMs"]) != nil }
    timesMs = samples.compactMap { Self.number($0["timestampMs"]) }
    guard !samples.isEmpty else { return }
    // A member that only some sessions have is no track of the others.
    let names = Self.trackNames.filter { name in samples.contains { $0[name] != nil } }
    tracks = names.map { name in
      ReviewSession.Track(name: name, values: samples.map { Self.number($0[name]) })
    }
  }

  private static func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }

  private static func object(_ line: String) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
  }
}

extension ReviewSession {
  /// The numbers of a session file that tracks are held against.
  public static func thresholds(of settings: SessionSettings) -> [Threshold] {
    let teeth =
      settings.teeth.signal == .teethVisible ? "teethVisible" : "mouthOpenScore"
    return [
      Threshold(track: teeth, name: "teeth.openAbove", value: settings.teeth.openAbove),
      Threshold(track: teeth, name: "teeth.closedBelow", value: settings.teeth.closedBelow),
      Threshold(track: "teethHeldMs", name: "teeth.holdMs", value: settings.teeth.holdMs),
      Threshold(
        track: "fastShare", name: "brushing.fastShare", value: settings.brushing.fastShare),
      Threshold(
        track: "directionChanges", name: "brushing.directionChanges",
        value: Double(settings.brushing.directionChanges)),
    ]
  }
}
