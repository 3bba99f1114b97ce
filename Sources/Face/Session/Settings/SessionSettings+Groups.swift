import JSON
import Text

extension SessionSettings.TeethSettings {
  mutating func read(_ field: SettingsField) {
    guard let object = field.object(keys: ["signal", "openAbove", "closedBelow", "holdMs"]) else {
      return
    }
    signal = object["signal"]?.choice(of: "signal") ?? signal
    openAbove =
      object["openAbove"]?.number("a number from 0 to less than 1") { $0 >= 0 && $0 < 1 }
      ?? openAbove
    closedBelow =
      object["closedBelow"]?.number("a number from 0 to less than 1") { $0 >= 0 && $0 < 1 }
      ?? closedBelow
    holdMs = object["holdMs"]?.number(in: 0...10_000) ?? holdMs
    object.checkOrder("closedBelow", closedBelow, "openAbove", openAbove)
  }
}

extension SessionSettings.FistSettings {
  mutating func read(_ field: SettingsField) {
    guard let object = field.object(keys: ["fingers", "curledBelow", "openAbove", "thumb"]) else {
      return
    }
    fingers = object["fingers"]?.integer(in: 1...4) ?? fingers
    curledBelow = object["curledBelow"]?.number(above0UpTo: 2) ?? curledBelow
    openAbove = object["openAbove"]?.number(above0UpTo: 2) ?? openAbove
    thumb = object["thumb"]?.choice(of: "thumb") ?? thumb
    object.checkOrder("curledBelow", curledBelow, "openAbove", openAbove)
  }
}

extension SessionSettings.BrushingSettings {
  mutating func read(_ field: SettingsField) {
    let keys = [
      "hand", "windowMs", "baselineMs", "speedAbove", "fastShare", "directionChanges", "deadBandM",
      "coverage",
    ]
    guard let object = field.object(keys: keys) else { return }
    hand = object["hand"]?.choice(of: "hand") ?? hand
    windowMs = object["windowMs"]?.number(in: 200...5000) ?? windowMs
    baselineMs = object["baselineMs"]?.number(in: 20...2500) ?? baselineMs
    speedAbove = object["speedAbove"]?.number(above0UpTo: 10) ?? speedAbove
    fastShare = object["fastShare"]?.number(above0UpTo: 1) ?? fastShare
    directionChanges = object["directionChanges"]?.integer(in: 0...50) ?? directionChanges
    deadBandM = object["deadBandM"]?.number(above0UpTo: 0.2) ?? deadBandM
    coverage = object["coverage"]?.number(above0UpTo: 1) ?? coverage
    object.checkOrder("baselineMs", baselineMs, "windowMs", windowMs / 2, as: "half of windowMs")
  }
}

extension SessionSettings.GapSettings {
  mutating func read(_ field: SettingsField) {
    guard let object = field.object(keys: ["joinMs", "faceLostMs", "handLostMs"]) else { return }
    joinMs = object["joinMs"]?.milliseconds() ?? joinMs
    faceLostMs = object["faceLostMs"]?.milliseconds() ?? faceLostMs
    handLostMs = object["handLostMs"]?.milliseconds() ?? handLostMs
    object.checkOrder("joinMs", joinMs, "faceLostMs", faceLostMs)
    object.checkOrder("joinMs", joinMs, "handLostMs", handLostMs)
  }
}

extension SessionSettings.TimeSettings {
  mutating func read(_ field: SettingsField) {
    let keys = ["cameraMs", "confirmMs", "hintMs", "promptMs", "pauseMs", "abandonMs"]
    guard let object = field.object(keys: keys) else { return }
    cameraMs = object["cameraMs"]?.milliseconds() ?? cameraMs
    confirmMs = object["confirmMs"]?.milliseconds() ?? confirmMs
    hintMs = object["hintMs"]?.number(in: Self.shortestHintMs...SettingsField.longestMs) ?? hintMs
    promptMs = object["promptMs"]?.milliseconds() ?? promptMs
    pauseMs = object["pauseMs"]?.milliseconds() ?? pauseMs
    abandonMs = object["abandonMs"]?.milliseconds() ?? abandonMs
  }
}

extension SessionSettings.FullSettings {
  mutating func read(_ field: SettingsField) {
    guard let object = field.object(keys: ["quadrantMs", "quadrants"]) else { return }
    quadrantMs =
      object["quadrantMs"]?.number(above0UpTo: SettingsField.longestMs) ?? quadrantMs
    quadrants = object["quadrants"]?.names(1...Self.quadrantLimit, "names") ?? quadrants
  }
}

extension SessionSettings.ScoreSettings {
  mutating func read(_ field: SettingsField) {
    guard let object = field.object(keys: ["teeth", "gesture", "completion", "perSecond"]) else {
      return
    }
    teeth = object["teeth"]?.integer(in: 0...1000) ?? teeth
    gesture = object["gesture"]?.integer(in: 0...1000) ?? gesture
    completion = object["completion"]?.integer(in: 0...1000) ?? completion
    perSecond = object["perSecond"]?.integer(in: 0...1000) ?? perSecond
  }
}

extension GestureSettings {
  mutating func read(_ field: SettingsField) {
    guard let object = field.object(keys: ["source", "canned", "custom"]) else { return }
    source = object["source"]?.choice(of: "source") ?? source
    object["canned"].map { canned.read($0) }
    object["custom"].map { custom.read($0) }
  }
}

extension GestureSettings.Filter {
  mutating func read(_ field: SettingsField) {
    let keys = [
      "scoreThreshold", "maxResults", "categoryAllowlist", "categoryDenylist", "displayNamesLocale",
    ]
    guard let object = field.object(keys: keys) else { return }
    let names = 0...Self.nameLimit
    scoreThreshold = object["scoreThreshold"]?.number(in: 0...1) ?? scoreThreshold
    maxResults = object["maxResults"]?.results(upTo: Self.resultsLimit) ?? maxResults
    categoryAllowlist = object["categoryAllowlist"]?.names(names, "names") ?? categoryAllowlist
    categoryDenylist = object["categoryDenylist"]?.names(names, "names") ?? categoryDenylist
    displayNamesLocale = object["displayNamesLocale"]?.text() ?? displayNamesLocale
    if !categoryAllowlist.isEmpty, !categoryDenylist.isEmpty, let field = object["categoryDenylist"]
    {
      field.report(
        .contradiction(found: "both lists", expected: "an allowlist or a denylist, not both"))
    }
  }
}

extension SettingsField {
  fileprivate func results(upTo limit: Int) -> Int? {
    number("a whole number other than 0 from -\(limit) to \(limit)") { number in
      number != 0 && Int(exactly: number).map { (-limit...limit).contains($0) } ?? false
    }.map { Int($0) }
  }
}

extension JSONObject<SessionFault.Kind> {
  /// Reports two members, one of which must be given, whose first one is above the second.
  fileprivate func checkOrder(
    _ low: String, _ lowValue: Double, _ high: String, _ highValue: Double, as name: String? = nil
  ) {
    guard lowValue > highValue, let field = self[low] ?? self[high] else { return }
    let isLow = self[low] != nil
    field.report(
      .contradiction(
        found: Shown.number(isLow ? lowValue : highValue),
        expected: isLow
          ? "at most \(name ?? high) (\(Shown.number(highValue)))"
          : "at least \(low) (\(Shown.number(lowValue)))"))
  }
}
