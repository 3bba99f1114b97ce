/// Where the files of a suite are.
public struct GoldenPaths: Hashable, Sendable {
  /// The suite's folder.
  public let folder: String

  /// Makes the paths of a suite's folder.
  public init(folder: String) {
    self.folder = folder
  }

  /// The digits of a frame's number, more where it needs them.
  static let frameDigits = 5
  /// The ending of the placements beside a golden.
  static let placementsEnding = ".placements.jsonl"
  /// The endings of a session's log and of its trace.
  static let (eventsEnding, signalsEnding) = (".events.jsonl", ".signals.jsonl")
  /// The endings of a clip's reduced frames, and of the hashes of its frames.
  static let (clipEnding, framesEnding) = (".clip.png", ".frames.jsonl")
  /// The endings of all texts beside goldens.
  static let textEndings = [placementsEnding, eventsEnding, signalsEnding, framesEnding]

  /// A golden, relative to the folder: `<case>.png`, or `<case>/<frame>.png`.
  public func golden(of name: String, frame: Int?) -> String {
    guard let frame else { return "\(name).png" }
    return "\(name)/\(Self.padded(frame)).png"
  }

  /// The mark between a golden and the environment of its variant, which no case's name can have.
  private static let variantMark: Character = "@"

  /// A golden's variant of an environment: `dragon/turned@debian-13.png` of `dragon/turned.png`.
  static func variant(of golden: String, _ environment: String) -> String {
    "\(golden.dropLast(4))\(variantMark)\(environment).png"
  }

  /// The golden and the environment of a variant's file; nil for a file that is none.
  static func variant(_ file: String) -> (golden: String, environment: String)? {
    guard file.hasSuffix(".png"), let mark = file.lastIndex(of: variantMark) else { return nil }
    return ("\(file[..<mark]).png", String(file[file.index(after: mark)...].dropLast(4)))
  }

  /// Where a case's layers went, relative to the folder.
  public func placements(of name: String) -> String { name + Self.placementsEnding }

  /// The reduced frames of a case that is a clip, relative to the folder.
  public func clip(of name: String) -> String { name + Self.clipEnding }

  /// The numbers, times and hashes of a clip's frames, relative to the folder.
  public func frames(of name: String) -> String { name + Self.framesEnding }

  /// A case's session's log, relative to the folder.
  public func events(of name: String) -> String { name + Self.eventsEnding }

  /// A case's session's trace, relative to the folder.
  public func signals(of name: String) -> String { name + Self.signalsEnding }

  /// The whole path of a file of the suite.
  public func path(_ relative: String) -> String { SuitePath.joined(folder, relative) }

  /// A file of the suite, which no link leads out of the folder to.
  func place(_ relative: String) -> SuitePlace { SuitePlace(relative, in: folder) }

  /// The file that records each approval: author, time and reason.
  public var provenance: String { path(Self.provenanceName) }
  static let provenanceName = "provenance.jsonl"

  /// The name without the number at its end, where it ends like a frame of a case: `head/00012`.
  static func folderOfNumbered(_ name: String) -> String? {
    guard let slash = name.lastIndex(of: "/") else { return nil }
    let last = name[name.index(after: slash)...]
    guard last.count >= frameDigits, last.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return String(name[..<slash])
  }

  /// A frame's number as files have it.
  static func padded(_ frame: Int) -> String {
    let text = String(frame)
    return String(repeating: "0", count: max(0, frameDigits - text.count)) + text
  }
}
