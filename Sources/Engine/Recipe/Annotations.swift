public import Text

/// What is drawn into a picture to judge tracking, placement and the session by.
///
/// Written as a list, `landmarks,quads`, or `all`, of which a request draws the HUD only where it has a session.
public struct Annotations: OptionSet, Hashable, Sendable {
  /// The set's bits.
  public let rawValue: UInt16

  /// Makes a set of its bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The faces' contours, mesh and points.
  public static let landmarks = Annotations(rawValue: 1 << 0)
  /// The outlines of the layers with their names, and how far the landmarks lie from the pose.
  public static let quads = Annotations(rawValue: 1 << 1)
  /// The session as the player sees it: what is asked for, how far it is done, and the score.
  public static let hud = Annotations(rawValue: 1 << 2)

  /// The hands' bones and joints, with their labels.
  public static let hands = Annotations(rawValue: 1 << 3)
  /// What the hands show, with how sure that is.
  public static let gestures = Annotations(rawValue: 1 << 4)
  /// Bars of the faces' blendshapes.
  public static let blendshapes = Annotations(rawValue: 1 << 5)
  /// The axes of the faces' poses, with their angles.
  public static let axes = Annotations(rawValue: 1 << 6)
  /// The time, the age of the sample, and how the session stands.
  public static let timing = Annotations(rawValue: 1 << 7)

  /// The printed pictures: outlines, axes, names and scores.
  public static let cards = Annotations(rawValue: 1 << 8)

  /// Whether something is drawn that faces over time do not tell.
  package var followsSamples: Bool { !isDisjoint(with: [.hands, .gestures, .timing]) }

  /// Every annotation by its name, in the order in which they are told.
  public static let named: [(name: String, annotation: Annotations)] = [
    ("landmarks", .landmarks), ("quads", .quads), ("hud", .hud), ("hands", .hands),
    ("gestures", .gestures), ("blendshapes", .blendshapes), ("axes", .axes), ("timing", .timing),
    ("cards", .cards),
  ]

  /// Every annotation.
  public static let all = named.reduce(into: Annotations()) { $0.insert($1.annotation) }

  /// Every name that a list may have: those of the annotations, and `all`.
  public static let names = named.map(\.name) + ["all"]

  /// What a list looks like.
  public static let form =
    "a list of \(named.map(\.name).joined(separator: ", ")), or all"

  /// Reads a list of names with commas between them.
  public init(parsing text: String) throws(UnknownNameError) {
    self = []
    for name in ListedNames.names(in: text) {
      if name == "all" {
        formUnion(.all)
        continue
      }
      guard let known = Self.named.first(where: { $0.name == name }) else {
        throw UnknownNameError(name, noun: "annotation", among: Self.names, expected: Self.form)
      }
      insert(known.annotation)
    }
  }
}

extension Annotations: CustomStringConvertible {
  /// The list as it is written; empty for nothing.
  public var description: String {
    Self.named.filter { contains($0.annotation) }.map(\.name).joined(separator: ",")
  }
}
