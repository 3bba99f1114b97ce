import Drawing
import JSON
import Session
import Text

extension HudTheme {
  /// Reads a theme, or throws everything that is wrong with it.
  ///
  /// - Parameter base: what holds for members that the file leaves out.
  package init(json bytes: [UInt8], onto base: HudTheme) throws(HudFaults) {
    self = base
    let log = JSONFaultLog<HudFault.Kind>()
    if bytes.count > HudThemeChoice.byteLimit {
      log.report(
        .overLimit(
          found: "more than \(HudThemeChoice.byteLimit) bytes",
          limit: "\(HudThemeChoice.byteLimit)"),
        at: TextPlace(line: 1, column: 1), path: "")
    } else if let root = HudField.root(of: bytes, log: log) {
      read(root)
    }
    guard log.faults.isEmpty else { throw HudFaults(log) }
  }

  private mutating func read(_ field: HudField) {
    let keys = ["format", "fonts", "sizes", "colours", "radii", "easing", "times"]
    guard let object = field.object(keys: keys) else { return }
    object.required("format")?.checkFormat(Self.format)
    object["fonts"].map { fonts.read($0) }
    object["sizes"].map { sizes.read($0) }
    object["colours"].map { colours.read($0) }
    object["radii"].map { radii.read($0) }
    object["easing"].map { easing.read($0) }
    object["times"].map { times.read($0) }
  }
}

extension HudTheme.Fonts {
  fileprivate mutating func read(_ field: HudField) {
    guard let object = field.object(keys: ["families", "weight"]) else { return }
    if let list = object["families"]?.list(1...16, "font families") {
      families = list.compactMap { $0.text().map(PlainText.cleaned) }
    }
    weight = object["weight"]?.integer(in: 100...1000) ?? weight
  }
}

extension HudTheme.Sizes {
  fileprivate mutating func read(_ field: HudField) {
    guard let object = field.object(keys: ["prompt", "hint", "score", "halo"]) else { return }
    prompt = object["prompt"]?.number(in: 1...20) ?? prompt
    hint = object["hint"]?.number(in: 1...20) ?? hint
    score = object["score"]?.number(in: 1...20) ?? score
    halo = object["halo"]?.number(in: 0...1) ?? halo
  }
}

extension HudTheme.Colours {
  fileprivate mutating func read(_ field: HudField) {
    let keys = [
      "text", "hint", "score", "halo", "track", "fillFrom", "fillTo", "success", "icon", "stars",
    ]
    guard let object = field.object(keys: keys) else { return }
    text = object["text"]?.colour() ?? text
    hint = object["hint"]?.colour() ?? hint
    score = object["score"]?.colour() ?? score
    halo = object["halo"]?.colour() ?? halo
    track = object["track"]?.colour() ?? track
    fillFrom = object["fillFrom"]?.colour() ?? fillFrom
    fillTo = object["fillTo"]?.colour() ?? fillTo
    success = object["success"]?.colour() ?? success
    icon = object["icon"]?.colour() ?? icon
    if let list = object["stars"]?.list(1...8, "colours") {
      stars = list.compactMap { $0.colour() }
    }
  }
}

extension HudTheme.Radii {
  fileprivate mutating func read(_ field: HudField) {
    guard let object = field.object(keys: ["ring", "ringWidth", "bar", "star"]) else { return }
    ring = object["ring"]?.number(in: 2...20) ?? ring
    ringWidth = object["ringWidth"]?.number(in: 0.2...5) ?? ringWidth
    bar = object["bar"]?.number(in: 0.2...4) ?? bar
    star = object["star"]?.number(in: 0.5...8) ?? star
  }
}

extension HudTheme.Easings {
  fileprivate mutating func read(_ field: HudField) {
    guard let object = field.object(keys: ["enter", "fill", "count"]) else { return }
    enter = object["enter"]?.choice(of: "easing") ?? enter
    fill = object["fill"]?.choice(of: "easing") ?? fill
    count = object["count"]?.choice(of: "easing") ?? count
  }
}

extension HudTheme.Times {
  fileprivate mutating func read(_ field: HudField) {
    let keys = ["enterMs", "leaveMs", "hintMs", "countMs", "starsMs"]
    guard let object = field.object(keys: keys) else { return }
    // Scores that were reached longer ago than this are not counted up any more.
    let most = SessionMoment.countingMs
    enterMs = object["enterMs"]?.number(in: 0...most) ?? enterMs
    leaveMs = object["leaveMs"]?.number(in: 0...most) ?? leaveMs
    hintMs = object["hintMs"]?.number(in: 0...600_000) ?? hintMs
    countMs = object["countMs"]?.number(in: 0...most) ?? countMs
    starsMs = object["starsMs"]?.number(in: 0...most) ?? starsMs
  }
}

extension HudField {
  /// A colour: `#RRGGBB`, with two digits more for its opacity.
  fileprivate func colour() -> Colour? {
    guard let text = text() else { return nil }
    guard let colour = Colour(hexadecimal: text) else {
      report(.unfit(found: "\"\(Shown.text(text))\"", expected: "#RRGGBB or #RRGGBBAA"))
      return nil
    }
    return colour
  }

  fileprivate func list(_ count: ClosedRange<Int>, _ what: String) -> [HudField]? {
    guard let list = list() else { return nil }
    guard count.contains(list.count) else {
      report(
        .unfit(
          found: "\(list.count) of them",
          expected: "\(count.lowerBound) to \(count.upperBound) \(what)"))
      return nil
    }
    return list
  }

  /// Reports another format than the one that is read.
  fileprivate func checkFormat(_ format: String) {
    guard case .string(let found) = node.value else {
      report(.wrongType(expected: "the text \"\(format)\"", found: node.typeName))
      return
    }
    if found != format {
      report(.unfit(found: "\"\(Shown.text(found))\"", expected: "\"\(format)\""))
    }
  }
}
