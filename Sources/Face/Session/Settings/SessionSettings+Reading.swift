import JSON
import Text

extension SessionSettings {
  /// The longest session file that is read, in bytes; one with every member has a fortieth of it.
  public static let byteLimit = 64 * 1024

  /// Reads a session file, or throws everything that is wrong with it.
  ///
  /// Every member may be left out; a member that is not known is a fault.
  public init(json bytes: some Collection<UInt8>) throws(SessionFaults) {
    let log = JSONFaultLog<SessionFault.Kind>()
    self.init()
    SettingsField.root(of: bytes, limit: Self.byteLimit, what: "the file's size", log: log)
      .map { read($0) }
    guard log.faults.isEmpty else {
      throw SessionFaults(log)
    }
  }

  /// Takes what an object says; what it does not say stays as it is.
  mutating func read(_ field: SettingsField) {
    let keys = [
      "format", "mode", "startMs", "endMs", "player", "teeth", "fist", "brushing", "gaps", "times",
      "full", "score", "gestures",
    ]
    guard let object = field.object(keys: keys) else { return }
    object["format"]?.checkFormat(Self.format)
    mode = object["mode"]?.choice(of: "mode") ?? mode
    startMs = object["startMs"]?.milliseconds() ?? startMs
    readEnd(object["endMs"])
    if let player = object["player"]?.object(keys: ["choose"]) {
      self.player = player["choose"]?.choice(of: "choice") ?? self.player
    }
    object["teeth"].map { teeth.read($0) }
    object["fist"].map { fist.read($0) }
    object["brushing"].map { brushing.read($0) }
    object["gaps"].map { gaps.read($0) }
    object["times"].map { times.read($0) }
    object["full"].map { full.read($0) }
    object["score"].map { score.read($0) }
    object["gestures"].map { gestures.read($0) }
  }

  private mutating func readEnd(_ field: SettingsField?) {
    guard let field else { return }
    if case .null = field.node.value {
      endMs = nil
      return
    }
    endMs = field.milliseconds()
    if let endMs, endMs < startMs {
      field.report(
        .contradiction(
          found: Shown.number(endMs), expected: "at least startMs (\(Shown.number(startMs)))"))
    }
  }
}

/// One value of a session file.
typealias SettingsField = JSONField<SessionFault.Kind>

extension SettingsField {
  /// The longest time of a session file, in milliseconds.
  static var longestMs: Double { 600_000 }

  /// A time.
  func milliseconds() -> Double? { number(in: 0...Self.longestMs) }

  func number(above0UpTo limit: Double) -> Double? {
    number("a number above 0, at most \(Shown.number(limit))") { $0 > 0 && $0 <= limit }
  }

  /// Names, as many as a list may have.
  func names(_ count: ClosedRange<Int>, _ what: String) -> [String]? {
    guard let list = list() else { return nil }
    guard count.contains(list.count) else {
      report(
        .contradiction(
          found: "\(list.count) of them",
          expected: "\(count.lowerBound) to \(count.upperBound) \(what)"))
      return nil
    }
    return list.compactMap { $0.text() }
  }

  /// Reports another format than the one that is read.
  func checkFormat(_ format: String) {
    guard case .string(let found) = node.value else {
      report(.wrongType(expected: "the text \"\(format)\"", found: node.typeName))
      return
    }
    if found != format {
      report(.wrongFormat(found: "\"\(Shown.text(found))\"", expected: "\"\(format)\""))
    }
  }
}
