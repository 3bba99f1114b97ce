internal import JSON
internal import Text

/// What players really do in some recordings, as an observer wrote it down.
public struct SessionLabels: Hashable, Sendable {
  /// The name of the format, with its version.
  public static let format = "avatar-session-labels/1"
  /// The longest file that is read, in bytes.
  public static let byteLimit = 4 << 20
  /// The most recordings, and the most spans of one of them.
  public static let recordingLimit = 1000
  /// The most spans of a recording.
  public static let spanLimit = 1000

  /// One recording.
  public struct Recording: Hashable, Sendable {
    /// Its folder or file, relative to the labels' folder.
    public var name: String
    /// When the teeth are shown, in milliseconds, rising and apart from each other.
    public var teeth: [ClosedRange<Double>]
    /// When a fist brushes, likewise.
    public var brushing: [ClosedRange<Double>]
  }

  /// The recordings.
  public var recordings: [Recording] = []

  /// Reads a file of labels, or throws everything that is wrong with it.
  public init(json bytes: some Collection<UInt8>) throws(SessionFaults) {
    let log = JSONFaultLog<SessionFault.Kind>()
    SettingsField.root(
      of: bytes, limit: Self.byteLimit, what: "the file's size", isCut: true, log: log
    ).map { read($0) }
    guard log.faults.isEmpty else { throw SessionFaults(log) }
  }

  private mutating func read(_ root: SettingsField) {
    guard let object = root.object(keys: ["format", "recordings"]) else { return }
    object.required("format")?.checkFormat(Self.format)
    guard let field = object.required("recordings"), let list = field.list() else { return }
    guard (1...Self.recordingLimit).contains(list.count) else {
      field.report(
        .contradiction(
          found: "\(list.count) of them", expected: "1 to \(Self.recordingLimit) recordings"))
      return
    }
    recordings = list.compactMap { entry in
      guard let object = entry.object(keys: ["name", "teeth", "brushing"]) else { return nil }
      let name = object.required("name")?.text()
      let teeth = object["teeth"].map { $0.spans() } ?? []
      let brushing = object["brushing"].map { $0.spans() } ?? []
      return name.map { Recording(name: $0, teeth: teeth, brushing: brushing) }
    }
  }
}

extension SettingsField {
  /// The latest time of a label, in milliseconds: a day.
  private static var latestMs: Double { 86_400_000 }

  /// Spans of time, [from, to] each.
  fileprivate func spans() -> [ClosedRange<Double>] {
    guard let list = list() else { return [] }
    guard list.count <= SessionLabels.spanLimit else {
      report(
        .contradiction(
          found: "\(list.count) of them", expected: "at most \(SessionLabels.spanLimit) spans"))
      return []
    }
    var spans: [ClosedRange<Double>] = []
    for field in list {
      guard let pair = field.list() else { continue }
      let ends = pair.compactMap { $0.number(in: 0...Self.latestMs) }
      guard pair.count == 2, ends.count == pair.count else {
        if pair.count != 2 {
          field.report(.contradiction(found: "\(pair.count) numbers", expected: "[from, to]"))
        }
        continue
      }
      guard ends[0] < ends[1], ends[0] > spans.last?.upperBound ?? -1 else {
        field.report(
          .contradiction(
            found: "[\(Shown.number(ends[0])), \(Shown.number(ends[1]))]",
            expected: "a span that rises, after the one before it"))
        continue
      }
      spans.append(ends[0]...ends[1])
    }
    return spans
  }
}
