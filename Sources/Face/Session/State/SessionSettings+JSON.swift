internal import JSON

extension SessionSettings {
  /// The settings as a session file says them, every member written out.
  var json: JSONValue {
    .object([
      ("format", .string(Self.format)), ("mode", .string(mode.rawValue)),
      ("startMs", .number(startMs)), ("endMs", .optional(endMs)),
      ("player", .object([("choose", .string(player.rawValue))])), ("teeth", teeth.json),
      ("fist", fist.json), ("brushing", brushing.json), ("gaps", gaps.json),
      ("times", times.json), ("full", full.json), ("score", score.json),
      ("gestures", gestures.json),
    ])
  }
}

extension JSONValue {
  /// A number, or `null`.
  static func optional(_ number: Double?) -> JSONValue { number.map { .number($0) } ?? .null }
}

extension SessionSettings.TeethSettings {
  fileprivate var json: JSONValue {
    .object([
      ("signal", .string(signal.rawValue)), ("openAbove", .number(openAbove)),
      ("closedBelow", .number(closedBelow)), ("holdMs", .number(holdMs)),
    ])
  }
}

extension SessionSettings.FistSettings {
  fileprivate var json: JSONValue {
    .object([
      ("fingers", .integer(fingers)), ("curledBelow", .number(curledBelow)),
      ("openAbove", .number(openAbove)), ("thumb", .string(thumb.rawValue)),
    ])
  }
}

extension SessionSettings.BrushingSettings {
  fileprivate var json: JSONValue {
    .object([
      ("hand", .string(hand.rawValue)), ("windowMs", .number(windowMs)),
      ("baselineMs", .number(baselineMs)), ("speedAbove", .number(speedAbove)),
      ("fastShare", .number(fastShare)), ("directionChanges", .integer(directionChanges)),
      ("deadBandM", .number(deadBandM)), ("coverage", .number(coverage)),
    ])
  }
}

extension SessionSettings.GapSettings {
  fileprivate var json: JSONValue {
    .object([
      ("joinMs", .number(joinMs)), ("faceLostMs", .number(faceLostMs)),
      ("handLostMs", .number(handLostMs)),
    ])
  }
}

extension SessionSettings.TimeSettings {
  fileprivate var json: JSONValue {
    .object([
      ("cameraMs", .number(cameraMs)), ("confirmMs", .number(confirmMs)),
      ("hintMs", .number(hintMs)), ("promptMs", .number(promptMs)), ("pauseMs", .number(pauseMs)),
      ("abandonMs", .number(abandonMs)),
    ])
  }
}

extension SessionSettings.FullSettings {
  fileprivate var json: JSONValue {
    .object([
      ("quadrantMs", .number(quadrantMs)), ("quadrants", .array(quadrants.map { .string($0) })),
    ])
  }
}

extension SessionSettings.ScoreSettings {
  fileprivate var json: JSONValue {
    .object([
      ("teeth", .integer(teeth)), ("gesture", .integer(gesture)),
      ("completion", .integer(completion)), ("perSecond", .integer(perSecond)),
    ])
  }
}

extension GestureSettings {
  fileprivate var json: JSONValue {
    .object([
      ("source", .string(source.rawValue)), ("canned", canned.json), ("custom", custom.json),
    ])
  }
}

extension GestureSettings.Filter {
  fileprivate var json: JSONValue {
    .object([
      ("scoreThreshold", .number(scoreThreshold)), ("maxResults", .integer(maxResults)),
      ("categoryAllowlist", .array(categoryAllowlist.map { .string($0) })),
      ("categoryDenylist", .array(categoryDenylist.map { .string($0) })),
      ("displayNamesLocale", .string(displayNamesLocale)),
    ])
  }
}
