public import Text

/// What stands in front of the avatars, so that it is cut out of them.
///
/// Written as a list, `hands,cards`; `none` for nothing.
public struct Occluders: OptionSet, Hashable, Sendable {
  /// The set's bits.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The hands that the tracker saw, with the forearm as far as it can be told.
  public static let hands = Occluders(rawValue: 1 << 0)

  /// Printed cards that the tracking has, before the avatars of faces behind them.
  public static let cards = Occluders(rawValue: 1 << 1)

  /// The word for nothing, which stands alone.
  public static let none = "none"

  /// Every occluder by its name.
  public static let named: [(name: String, occluder: Occluders)] = [
    ("hands", .hands), ("cards", .cards),
  ]

  /// Reads a list of names with commas between them, or `none`.
  public init(parsing text: String) throws(UnknownNameError) {
    self = []
    if text == Self.none { return }
    let names = Self.named.map(\.name)
    for name in ListedNames.names(in: text) {
      guard let known = Self.named.first(where: { $0.name == name }) else {
        throw UnknownNameError(
          name, noun: "occluder", among: names + [Self.none],
          expected: "\(Self.none), or a list of \(names.joined(separator: ", "))")
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
