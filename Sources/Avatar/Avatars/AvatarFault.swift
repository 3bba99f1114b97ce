public import JSON
public import Text

/// Something wrong with an avatar package, and where.
public struct AvatarFault: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Sendable {
    /// The package cannot be used.
    case error
    /// The package works, but will hardly look as meant.
    case warning
    /// Something to know.
    case note
  }

  /// The edges of a picture.
  public enum Edge: String, CaseIterable, Sendable {
    /// The first row.
    case top
    /// The last column.
    case right
    /// The last row.
    case bottom
    /// The first column.
    case left
  }

  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    /// What can be wrong with any JSON file.
    case json(JSONFault)
    /// A version of the format that this reader does not know.
    case unsupportedVersion(found: String)
    /// A trigger that would end before it begins.
    case thresholdsCrossed(above: Double, below: Double)
    /// A drive whose two strengths are one.
    case flatDrive(strength: Double)
    /// Two keys that mean the same.
    case bothOf(String, String)
    /// A layer's name that an earlier layer has.
    case duplicateLayer(String, first: Int)
    /// More layers than the format allows.
    case tooManyLayers(found: Int, limit: Int)
    /// A path that does not stay in the package.
    case unsafePath(String, reason: String)
    /// A picture that is not in the package; the nearest one that is.
    case missingFile(String, nearest: String?)
    /// A file that cannot be read or decoded.
    case unreadableFile(reason: String)
    /// More bytes, pixels or files than a package may have.
    case overLimit(what: String, found: String, limit: String)
    /// A picture is over a limit of its reader, in that one's words.
    case limitReached(reason: String)
    /// A key that does not go with what it stands beside.
    case notFor(String, of: String)
    /// Neighbouring corners of a relief that are steeper than it can be drawn.
    case steepRelief(cells: Double)
    /// A picture of which a part is bent beyond where it can be seen.
    case bentAway(degrees: Double)
    /// A flat layer of which the head hides a part when it is seen from the front.
    case hiddenByHead(percent: Double)
    /// A key that only a Lottie animation may have beside it.
    case onlyForLottie(String)
    /// What of a Lottie animation is not drawn, and what to do about it.
    case notDrawn(String, instead: String)
    /// A Lottie animation that takes long to draw, or much room.
    case costly(what: String, found: String, advised: String)
    /// What of a model is not drawn as its file says, or costs much, in its reader's words.
    case ofModel(note: String)
    /// A picture without a pixel that shows.
    case transparentPicture
    /// A picture whose artwork runs into its border.
    case cutOff([Edge])
    /// A PNG file that no layer uses.
    case unusedFile
    /// What is to be said of a sound, such as that it is heard otherwise than its file says.
    case sound(String)
    /// A file of sound that nothing uses.
    case unusedSound
  }

  /// How bad it is.
  public var severity: Severity
  /// The file of the package that it is about.
  public var file: String
  /// Where in a text file it is.
  public var place: TextPlace?
  /// The value that it is about, such as `layers[2].drive[0].property`; empty for the whole file.
  public var path: String
  /// What is wrong.
  public var kind: Kind

  /// Makes a fault.
  public init(
    _ kind: Kind, severity: Severity = .error, file: String, place: TextPlace? = nil,
    path: String = ""
  ) {
    (self.kind, self.severity, self.file) = (kind, severity, file)
    (self.place, self.path) = (place, path)
  }
}

/// An avatar package that cannot be used, and all that is wrong with it.
public struct AvatarFaults: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults, in the order of the file; at least one is an error.
  public var faults: [AvatarFault]

  /// Makes the error.
  public init(_ faults: [AvatarFault]) {
    self.faults = faults
  }

  /// The first fault, and how many more there are: one line.
  public var description: String {
    let errors = faults.filter { $0.severity == .error }
    guard let first = errors.first else { return "an avatar package that cannot be used" }
    let more = errors.count - 1
    return more == 0 ? "\(first)" : "\(first) (and \(more) more fault\(more == 1 ? "" : "s"))"
  }
}
