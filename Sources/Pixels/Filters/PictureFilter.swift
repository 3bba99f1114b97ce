internal import Text

/// A look for whole pictures and clips: which one, and its options.
///
/// Written `snow`, or with options `snow:seed=7,amount=0.5`. What a filter makes of a picture depends
/// on the picture, the options and the time alone: the same bytes on every run, processor and number
/// of threads, and on a frame of a clip whether the frames before it were filtered or not.
public struct PictureFilter: Hashable, Sendable {
  /// The looks.
  public enum Kind: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
    /// An instant photograph: faded, warm, darker towards the corners, grainy.
    case instant
    /// A comic: flat colours, lines of ink, halftone dots.
    case comic
    /// Oil paint: strokes along the picture's own directions.
    case oil
    /// Falling snow before the picture.
    case snow

    /// The name, as it is written.
    public var description: String { rawValue }
  }

  /// The look.
  public let kind: Kind
  private var values: [String: Double] = [:]

  /// Makes a filter with its standard options.
  public init(_ kind: Kind) {
    self.kind = kind
  }

  /// Reads `NAME[:option=value,...]`.
  ///
  /// - Throws: where the name or an option is unknown, an option is given twice, or its value is not
  ///   a number within the option's range.
  public init(parsing text: String) throws(FilterError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let kind = Kind(rawValue: name) else {
      throw .unknownFilter(
        name, nearest: Spelling.nearest(to: name, among: Kind.allCases.map(\.rawValue)))
    }
    self.init(kind)
    guard parts.count == 2 else { return }
    for item in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
      let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { throw .notAnOption(String(item), filter: kind) }
      let name = String(sides[0])
      guard values[name] == nil else { throw .repeatedOption(name, filter: kind) }
      try set(name, to: String(sides[1]))
    }
  }

  private mutating func set(_ name: String, to text: String) throws(FilterError) {
    guard let option = kind.options.first(where: { $0.name == name }) else {
      throw .unknownOption(
        name, filter: kind,
        nearest: Spelling.nearest(to: name, among: kind.options.map(\.name)))
    }
    guard let value = option.value(text) else {
      throw .badValue(text, option: option, filter: kind)
    }
    values[name] = value
  }

  /// An option's value; 0 for one that the filter does not have.
  public func value(_ name: String) -> Double {
    values[name] ?? kind.options.first { $0.name == name }?.standard ?? 0
  }

  /// Whether pictures stay as they are.
  public var isIdentity: Bool { value("amount") == 0 }
}

extension PictureFilter: CustomStringConvertible {
  /// The filter as it is written, with the options that were given, in order of their names.
  public var description: String {
    let given = values.sorted { $0.key < $1.key }.map {
      "\($0.key)=\(FilterOption.brief($0.value))"
    }
    return given.isEmpty ? kind.rawValue : "\(kind):\(given.joined(separator: ","))"
  }
}
