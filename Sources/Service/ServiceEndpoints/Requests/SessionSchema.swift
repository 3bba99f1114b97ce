internal import JSON
internal import ServiceInterface

/// The schema of the part `session`, which `SessionSettings` reads.
enum SessionSchema {
  static let settings = NamedSchema(
    "SessionSettings",
    .object(
      "What a session asks for; every member may be left out, and `{}` is the game's own"
        + " (Documentation/session.md).",
      [
        "format": .text().with("const", "avatar-session/1"),
        "mode": .choice(of: ["short", "full"]),
        "startMs": time, "endMs": .nullable(time), "player": player, "teeth": teeth, "fist": fist,
        "brushing": brushing, "gaps": gaps, "times": times, "full": full, "score": score,
        "gestures": gestures,
      ], required: [], isClosed: true))

  /// Milliseconds of a session.
  private static let time = JSONSchema.number(from: 0, to: 600_000)
  private static let word = JSONSchema.text(pattern: "\\S")

  private static let player = JSONSchema.object(
    "Whose session it is.", ["choose": .choice(of: ["largest", "leftmost", "rightmost"])],
    required: [], isClosed: true)

  private static let teeth = JSONSchema.object(
    "When the teeth are shown.",
    [
      "signal": .choice(of: ["auto", "jawOpen", "lips", "teethVisible"]),
      "openAbove": .number(from: 0, below: 1), "closedBelow": .number(from: 0, below: 1),
      "holdMs": .number(from: 0, to: 10_000),
    ], required: [], isClosed: true)

  private static let fist = JSONSchema.object(
    "When a hand is a fist.",
    [
      "fingers": .whole(from: 1, to: 4), "curledBelow": .number(to: 2, above: 0),
      "openAbove": .number(to: 2, above: 0), "thumb": .choice(of: ["any", "folded"]),
    ], required: [], isClosed: true)

  private static let brushing = JSONSchema.object(
    "When a fist brushes.",
    [
      "hand": .choice(of: ["any", "left", "right"]), "windowMs": .number(from: 200, to: 5000),
      "baselineMs": .number(from: 20, to: 2500), "speedAbove": .number(to: 10, above: 0),
      "fastShare": .number(to: 1, above: 0), "directionChanges": .whole(from: 0, to: 50),
      "deadBandM": .number(to: 0.2, above: 0), "coverage": .number(to: 1, above: 0),
    ], required: [], isClosed: true)

  private static let gaps = JSONSchema.object(
    "Which gaps are passed over.", ["joinMs": time, "faceLostMs": time, "handLostMs": time],
    required: [], isClosed: true)

  private static let times = JSONSchema.object(
    "How long the states last.",
    [
      "cameraMs": time, "confirmMs": time, "promptMs": time, "pauseMs": time, "abandonMs": time,
      "hintMs": .number(from: 1, to: 600_000),
    ], required: [], isClosed: true)

  private static let full = JSONSchema.object(
    "What the mode full asks for.",
    [
      "quadrantMs": .number(to: 600_000, above: 0),
      "quadrants": .list(of: word, from: 1, to: 16),
    ], required: [], isClosed: true)

  private static let points = JSONSchema.whole(from: 0, to: 1000)
  private static let score = JSONSchema.object(
    "What is rewarded.",
    ["teeth": points, "gesture": points, "completion": points, "perSecond": points],
    required: [], isClosed: true)

  private static let gestures = JSONSchema.object(
    "Where gestures come from.",
    [
      "source": .choice(of: ["auto", "rules", "recogniser"]),
      "canned": categories("The recogniser's own categories."),
      "custom": categories("Categories of the app's own."),
    ], required: [], isClosed: true)

  private static func categories(_ description: String) -> JSONSchema {
    .object(
      description,
      [
        "scoreThreshold": .number(from: 0, to: 1),
        "maxResults": .whole(from: -1_000_000, to: 1_000_000).with("not", ["const": 0]),
        "categoryAllowlist": .list(of: word, to: 256),
        "categoryDenylist": .list(of: word, to: 256), "displayNamesLocale": word,
      ], required: [], isClosed: true)
  }
}
