public import Avatars
public import JSON
public import Text

/// Something wrong with a scene package, and where.
public struct SceneFault: Hashable, Sendable {
  /// How bad it is.
  public typealias Severity = AvatarFault.Severity

  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    /// What can be wrong with any package: its JSON, its paths, its pictures.
    case package(AvatarFault.Kind)
    /// An item's name that an earlier item has.
    case duplicateItem(String, first: Int)
    /// Keys whose times do not rise.
    case keysNotRising(before: Double, after: Double)
    /// Two numbers of which the first is the larger one.
    case fallingInterval(from: Double, to: Double)
    /// Keys that play again and again, and take no time.
    case noLength(Play)
    /// An item that `after` names and that is not there; the nearest one that is.
    case unknownItem(String, nearest: String?)
    /// An item that `after` names and whose runs have no end.
    case endless(String)
    /// Items that begin after each other.
    case circular([String])
    /// A sheet with fewer cells than frames.
    case sheetTooSmall(cells: Int, frames: Int)
    /// A sheet whose cells are no whole pixels.
    case sheetDoesNotDivide(columns: Int, rows: Int, width: Int, height: Int)
    /// A sheet of a file that moves by itself.
    case sheetOfMovingPicture(String)
    /// More flashes a second than are safe to look at.
    case flashes(found: Int, limit: Int)
    /// A picture that another scene has.
    case duplicatePicture(String, other: String)
    /// A printed picture that is found badly.
    case picture(String)
  }

  /// How bad it is.
  public var severity: Severity
  /// The file of the package that it is about.
  public var file: String
  /// Where in a text file it is.
  public var place: TextPlace?
  /// The value that it is about, such as `items[2].animate[0].keys`; empty for the whole file.
  public var path: String
  /// What is wrong.
  public var kind: Kind

  /// Makes a fault.
  public init(
    _ kind: Kind, severity: Severity = .error, file: String = SceneManifest.fileName,
    place: TextPlace? = nil, path: String = ""
  ) {
    (self.kind, self.severity, self.file) = (kind, severity, file)
    (self.place, self.path) = (place, path)
  }

  /// Whether something is over a limit, rather than wrong.
  public var isLimit: Bool {
    switch kind {
    case .package(.overLimit), .package(.limitReached): true
    default: false
    }
  }
}

/// A scene package that cannot be used, and all that is wrong with it.
public struct SceneFaults: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults, in the order of the file; at least one is an error.
  public var faults: [SceneFault]

  /// Makes the error.
  public init(_ faults: [SceneFault]) { self.faults = faults }

  /// The first fault, and how many more there are: one line.
  public var description: String {
    let errors = faults.filter { $0.severity == .error }
    guard let first = errors.first else { return "a scene package that cannot be used" }
    let more = errors.count - 1
    return more == 0 ? "\(first)" : "\(first) (and \(more) more fault\(more == 1 ? "" : "s"))"
  }
}

extension SceneFault: CustomStringConvertible {
  /// One line: file, place, value, what is wrong and what would be right; as compilers write it,
  /// with a mark on what is no error.
  public var description: String {
    let position = place.map { ":\($0)" } ?? ""
    let mark = severity == .error ? "" : "\(severity.rawValue): "
    return "\(Shown.text(file))\(position): \(mark)\(path.isEmpty ? "" : "\(path): ")\(kind)"
  }
}

extension SceneFault.Kind: CustomStringConvertible {
  /// What is wrong and what would be right, without the place.
  public var description: String {
    switch self {
    case .package(.unusedFile): "no item uses this picture"
    case .package(let kind): "\(kind)"
    case .duplicateItem(let name, let first):
      "items[\(first)] is already called \"\(Shown.text(name))\""
    case .keysNotRising(let before, let after):
      "the key at \(Shown.number(after)) follows one at \(Shown.number(before)); expected times that rise"
    case .fallingInterval(let from, let to):
      "the interval falls from \(Shown.number(from)) to \(Shown.number(to)); expected the smaller"
        + " number first"
    case .noLength(let play):
      "the last key is at 0, so \"\(play.rawValue)\" has no length; expected a key after it"
    case .unknownItem(let name, let nearest):
      "there is no item \"\(Shown.text(name))\"\(JSONFault.suggestion(nearest))"
    case .endless(let name):
      "\"\(Shown.text(name))\" has no end; give it a \"duration\" above 0"
    case .circular(let names):
      "these items begin after each other: "
        + names.map { "\"\(Shown.text($0))\"" }.joined(separator: ", ")
        + "; expected one that begins otherwise"
    case .sheetTooSmall(let cells, let frames):
      "\(frames) frames, but columns times rows give \(cells) cells"
    case .sheetDoesNotDivide(let columns, let rows, let width, let height):
      "a picture of \(width) x \(height) pixels is not divided evenly by \(columns) columns and \(rows) rows"
    case .sheetOfMovingPicture(let file):
      "\"\(Shown.text(file))\" moves by itself and cannot be a sheet; leave \"sheet\" out"
    case .flashes(let found, let limit):
      "\(found) flashes within a second, which may cause seizures; expected at most \(limit)"
    case .duplicatePicture(let name, let other):
      "the picture \"\(Shown.text(name))\" is already that of \(Shown.text(other))"
    case .picture(let reason):
      reason
    }
  }
}

extension SceneFault.Kind: JSONSizedFaultKind {
  /// A fault of any JSON file.
  public static func json(_ fault: JSONFault) -> SceneFault.Kind { .package(.json(fault)) }

  package static func overLimit(what: String, found: String, limit: String) -> SceneFault.Kind {
    .package(.overLimit(what: what, found: found, limit: limit))
  }
}
