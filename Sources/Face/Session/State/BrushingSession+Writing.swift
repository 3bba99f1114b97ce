internal import JSON
internal import Tracking

extension BrushingSession {
  /// The name of the format of a kept state, with its version.
  public static let stateFormat = "avatar-session-state/1"

  /// All that the session remembers, as JSON: what `init(resuming:header:settings:)` goes on from.
  public var stateText: String {
    JSONValue.object([
      ("format", .string(Self.stateFormat)), ("settings", settings.json),
      ("picture", .string(picture.description)), ("machine", machine.json),
      ("player", observer.follower.player.map(\.json) ?? .null),
      ("trackCount", .integer(observer.tracker.trackCount)),
      ("tracks", .array(observer.tracker.tracks.map(\.json))),
      ("sawHandWithoutWorldLandmarks", .bool(observer.sawHandWithoutWorld)),
    ]).text + "\n"
  }
}

extension SessionMachine {
  fileprivate var json: JSONValue {
    .object([
      ("state", .string(state.rawValue)), ("score", .integer(score)),
      ("outcome", .optional(outcome?.rawValue)), ("endedMs", .optional(endedMs)),
      ("hasStarted", .bool(hasStarted)),
      ("enteredMs", .number(enteredMs)), ("promptedMs", .optional(promptedMs)),
      ("teethPassedMs", .optional(teethPassedMs)),
      ("brushingPassedMs", .optional(brushingPassedMs)), ("hintCount", .integer(hintCount)),
      ("lastSampleMs", .optional(lastSampleMs)), ("faceMs", .optional(face.lastMs)),
      ("faceTracked", .bool(face.isTracked)), ("handMs", .optional(hand.lastMs)),
      ("handTracked", .bool(hand.isTracked)), ("fistMs", .optional(fistMs)),
      ("teeth", teeth.json), ("brushed", brushed.map(\.json) ?? .null),
    ])
  }
}

extension TeethGate {
  fileprivate var json: JSONValue {
    .object([
      ("openedMs", .optional(openedMs)), ("heldMs", .number(heldMs)),
      ("lastMs", .optional(lastMs)), ("lastScore", .number(lastScore)),
    ])
  }
}

extension BrushedTime {
  fileprivate var json: JSONValue {
    .object([
      ("totalMs", .number(totalMs)), ("seconds", .integer(seconds)),
      ("quadrant", .integer(quadrant)), ("lastBrushingMs", .number(lastBrushingMs)),
      ("lastHandMs", .number(lastHandMs)), ("brushedLast", .bool(brushedLast)),
      ("isHinted", .bool(isHinted)),
    ])
  }
}

extension PlayerFollower.Player {
  fileprivate var json: JSONValue {
    .object([
      ("id", id.map { .integer($0) } ?? .null),
      ("box", .array([box.left, box.top, box.right, box.bottom].map { .number($0) })),
      ("lastMs", .number(lastMs)),
    ])
  }
}

extension HandTrack {
  fileprivate var json: JSONValue {
    .object([
      ("number", .integer(number)), ("firstMs", .number(firstMs)), ("spread", .number(spread)),
      ("moments", .array(moments.map(\.json))),
    ])
  }
}

extension HandTrack.Moment {
  fileprivate var json: JSONValue {
    .object([
      ("timeMs", .number(timeMs)), ("x", .number(palm.x)), ("y", .number(palm.y)),
      ("metresPerPixel", .optional(metresPerPixel)), ("fist", .bool(isFist)),
      ("handedness", .optional(handedness?.rawValue)), ("score", .number(score)),
    ])
  }
}
