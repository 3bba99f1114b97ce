import Text

/// What stands in front of the avatars, so that it is cut out of them.
///
/// Written as a list, `hands`; `none` for nothing.
public struct Occluders: OptionSet, Hashable, Sendable {
  /// The set's bits.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The hands that the tracker saw, with the forearm as far as it can be told.
  public static let hands = Occluders(rawValue: 1 << 0)

  /// The word for nothing, which stands alone.
  public static let none = "none"

  /// Every occluder by its name.
  public static let named: [(name: String, occluder: Occluders)] = [("hands", .hands)]

  /// Reads a list of names with commas between them, or `none`.
  public init(parsing text: String) throws(OccluderError) {
    self = []
    if text == Self.none { return }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = String(part.trimmingPrefix(while: \.isWhitespace))
      guard let known = Self.named.first(where: { $0.name == name }) else {
        throw OccluderError(
          unknown: name,
          nearest: Spelling.nearest(to: name, among: Self.named.map(\.name) + [Self.none]))
      }
      insert(known.occluder)
    }
  }
}

extension Occluders: CustomStringConvertible {
  /// The list as it is written.
  public var description: String {
    isEmpty
      ? Self.none : Self.named.filter { contains($0.occluder) }.map(\.name).joined(separator: ",")
  }
}

/// A list of occluders has a name in it that there is not.
public struct OccluderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was found.
  public let unknown: String
  /// The name that was probably meant; nil where none is near.
  public let nearest: String?

  /// One line for people.
  public var description: String {
    let shown = unknown.count > 40 ? "\(unknown.prefix(40))…" : unknown
    let names = Occluders.named.map(\.name).joined(separator: ", ")
    return "there is nothing called \"\(shown)\" that could be in front; "
      + (nearest.map { "did you mean \($0)?" } ?? "expected none, or a list of \(names)")
  }
}
