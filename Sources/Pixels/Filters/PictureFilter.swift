internal import Text

/// A look for whole pictures and clips: which one, and its options.
///
/// Written `snow`, or with options `snow:seed=7,amount=0.5`; `lut:FILE.cube` names a file. What a filter makes of a picture depends
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
    /// What a time of the year brings before the picture: petals, summer's motes, leaves or snow.
    case season
    /// Thick strokes along the picture's own directions, and swirls where it has none.
    case vangogh
    /// The colours of a file of type `.cube`.
    case lut

    /// The name, as it is written.
    public var description: String { rawValue }
  }

  /// The look.
  public let kind: Kind
  /// The file of `lut`; nil for other filters.
  public var file: String?
  /// The colours of the file; nil where it was not read.
  private(set) var table: ColourTable?
  private var values: [String: Double] = [:]

  /// The most filters that are applied one after the other.
  public static let maximumChain = 8

  /// Makes a filter with its standard options; one of colours still has no file.
  public init(_ kind: Kind) {
    self.kind = kind
  }

  /// Reads `NAME[:option=value,...]`, or `lut:FILE[,option=value]`.
  ///
  /// The name of a file is all before the option that the text ends in, whatever letters it has.
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
    guard parts.count == 2 else {
      if kind == .lut { throw .noFile }
      return
    }
    var options = parts[1]
    if kind == .lut {
      let start = Self.startOfOption(options)
      guard start > options.startIndex else { throw .noFile }
      file = String(options[..<start])
      guard start < options.endIndex else { return }
      options = options[options.index(after: start)...]
    }
    for item in options.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { throw .notAnOption(String(item), filter: kind) }
      let name = String(sides[0])
      guard values[name] == nil else { throw .repeatedOption(name, filter: kind) }
      try set(name, to: String(sides[1]))
    }
  }

  /// Where what follows a file's name begins: at the comma before the option at the end.
  private static func startOfOption(_ text: Substring) -> Substring.Index {
    guard let comma = text.lastIndex(of: ","),
      Kind.lut.options.contains(where: { text[comma...].hasPrefix(",\($0.name)=") })
    else { return text.endIndex }
    return comma
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

  /// Whether pictures stay as they are, as far as it is known.
  public var isIdentity: Bool { value("amount") == 0 || table?.isIdentity == true }

  /// The filter as it is applied to a recording: its file is read, and the season is that of a date.
  ///
  /// - Parameter date: when the recording was taken; nil where that is unknown.
  /// - Throws: where the file cannot be read or holds faults, or the season needs a date.
  public func resolved(on date: RecordingDate?) throws(FilterError) -> PictureFilter {
    var filter = try dated(date)
    if let file, table == nil { filter.table = try CubeFile.read(path: file) }
    return filter
  }

  /// The filter whose season is that of a date, where it is asked for so.
  ///
  /// - Throws: where the date is needed and unknown.
  public func dated(_ date: RecordingDate?) throws(FilterError) -> PictureFilter {
    guard takesSeasonOfDate else { return self }
    guard let date else { throw .noDate }
    var filter = self
    filter.values["kind"] = Season(on: date).choice.value
    return filter
  }

  /// Whether the season that it draws is that of the recording's date.
  public var takesSeasonOfDate: Bool { kind == .season && season == nil }

  /// Which season it draws; nil where that is still to be told by a date.
  var season: Season? { Season.Choice(value("kind"))?.season }

  /// Throws where the filter needs what `resolved` finds.
  func checkIsResolved() throws(FilterError) {
    if kind == .lut, table == nil { throw .notRead(file: file) }
    if kind == .season, season == nil { throw .noDate }
  }
}

extension PictureFilter: CustomStringConvertible {
  /// The filter as it is written, with the options that were given, in order of their names.
  public var description: String {
    var given = kind.options.sorted { $0.name < $1.name }.compactMap { option in
      values[option.name].map { "\(option.name)=\(option.text($0))" }
    }
    if let file {
      // A name that ends as an option does is one only where an option follows.
      if given.isEmpty, Self.startOfOption(file[...]) < file.endIndex { given = ["amount=1"] }
      return ([kind.rawValue + ":" + file] + given).joined(separator: ",")
    }
    return given.isEmpty ? kind.rawValue : "\(kind):\(given.joined(separator: ","))"
  }
}
