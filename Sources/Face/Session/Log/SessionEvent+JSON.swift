internal import JSON

extension SessionEvent {
  /// The name of the log's format, with its version.
  public static let format = "avatar-session-events/1"

  /// The first line of a log, without the line's end.
  public static func header(_ mode: SessionSettings.Mode) -> String {
    JSONValue.object([("format", .string(format)), ("mode", .string(mode.rawValue))]).text
  }

  /// The event as a line of the log, without the line's end.
  public var line: String {
    JSONValue.object(
      [
        ("timestampMs", .milliseconds(timestampMs)), ("event", .string(name.rawValue)),
        ("state", .string(state.rawValue)), ("score", .integer(score)),
      ] + members
    ).text
  }

  private var members: [(String, JSONValue)] {
    switch kind {
    case .faceFound, .faceLost, .handFound, .handLost: []
    case .state(let from): [("from", .optional(from?.rawValue))]
    case .teethPassed(let openedMs, let source):
      [
        ("gate", .string(Name.teeth)), ("openedMs", .milliseconds(openedMs)),
        ("source", .string(source.rawValue)),
      ]
    case .teethReset(let heldMs, let isUnseen):
      [
        ("gate", .string(Name.teeth)), ("heldMs", .milliseconds(heldMs)),
        ("reason", isUnseen ? "unseen" : "closed"),
      ]
    case .brushingPassed(let hand, let fastShare, let directionChanges, let shakeEnergy):
      [
        ("gate", .string(Name.brushing)), ("hand", .optional(hand)),
        ("fastShare", .decimals(fastShare)),
        ("directionChanges", .integer(directionChanges)), ("shakeEnergy", .decimals(shakeEnergy)),
      ]
    case .hint(let hint): [("hint", .string(hint.rawValue))]
    case .quadrant(let name, let index):
      [("quadrant", .string(name)), ("index", .integer(index))]
    case .outcome(let outcome, let brushedMs):
      [("outcome", .string(outcome.rawValue)), ("brushedMs", .milliseconds(brushedMs))]
    }
  }
}

extension JSONValue {
  /// A time, to a tenth of a millisecond.
  static func milliseconds(_ timeMs: Double) -> JSONValue { .number(rounded(timeMs, by: 10)) }

  /// Any other number, to four places.
  static func decimals(_ number: Double) -> JSONValue { .number(rounded(number, by: 10_000)) }

  /// Any other number, or `null`.
  static func decimals(_ number: Double?) -> JSONValue { number.map { .decimals($0) } ?? .null }

  /// The decimal that is nearest to the number itself; of two equally near ones the even one.
  ///
  /// The product is rounded too: where it seems to lie in the middle, what was lost of it decides.
  private static func rounded(_ number: Double, by scale: Double) -> Double {
    let product = number * scale
    guard product.isFinite, abs(product) < 0x1p52 else { return number }
    var whole = product.rounded(.toNearestOrEven)
    let lost = (-product).addingProduct(number, scale)
    if abs(product - product.rounded(.towardZero)) == 0.5, lost != 0 {
      whole = lost > 0 ? product.rounded(.up) : product.rounded(.down)
    }
    // Without the sign of a zero.
    return whole == 0 ? 0 : whole / scale
  }
}
