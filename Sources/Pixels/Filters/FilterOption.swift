/// One option of a filter: its name, what it may be, and what it is where it is not given.
public struct FilterOption: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The values that it may have.
  public let range: ClosedRange<Double>
  /// The value where none is given.
  public let standard: Double
  /// Whether only whole numbers make sense.
  public let isWhole: Bool
  /// The words that stand for the whole numbers from 0 on; empty where numbers are written.
  public let words: [String]
  /// What it does, in a few words.
  public let help: String

  init(
    _ name: String, _ range: ClosedRange<Double>, _ standard: Double, isWhole: Bool = false,
    _ help: String
  ) {
    (self.name, self.range, self.standard) = (name, range, standard)
    (self.isWhole, self.help, words) = (isWhole, help, [])
  }

  /// Makes an option of words, the first of which is the standard.
  init(_ name: String, words: [String], _ help: String) {
    (self.name, range, standard) = (name, 0...Double(words.count - 1), 0)
    (isWhole, self.help, self.words) = (true, help, words)
  }

  /// What is expected of a value.
  public var expectation: String {
    guard words.isEmpty else { return words.joined(separator: ", ") }
    let (low, high) = (Self.brief(range.lowerBound), Self.brief(range.upperBound))
    return "a \(isWhole ? "whole number" : "number") from \(low) to \(high)"
  }

  /// A value as it is written.
  func text(_ value: Double) -> String {
    guard let index = Int(exactly: value), words.indices.contains(index) else {
      return Self.brief(value)
    }
    return words[index]
  }

  /// A number without a fraction that is none.
  static func brief(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }

  /// The number in a text; nil where it is none, or out of range.
  func value(_ text: some StringProtocol) -> Double? {
    guard words.isEmpty else { return words.firstIndex { $0 == text }.map(Double.init) }
    // `Double` also reads "0x1p3", "inf" and "nan", which no user means.
    guard text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 || $0 == 45 }),
      let number = Double(text), range.contains(number),
      !isWhole || number == number.rounded()
    else { return nil }
    return number
  }
}

extension PictureFilter.Kind {
  /// The options, the first of them `amount`.
  public var options: [FilterOption] {
    let amount = FilterOption("amount", 0...1, 1, "how much of the effect; 0 keeps the picture")
    let seed = FilterOption(
      "seed", 0...4_294_967_295, 1, isWhole: true,
      "where the random numbers start; another one gives another pattern")
    switch self {
    case .instant:
      return [
        amount,
        FilterOption("grain", 0...1, 0.5, "how strong the film's grain is"),
        FilterOption("vignette", 0...1, 0.5, "how dark the corners grow"),
        seed,
      ]
    case .comic:
      return [
        amount,
        FilterOption("ink", 0...1, 0.5, "how many lines are drawn"),
        FilterOption("steps", 3...12, 6, isWhole: true, "shades between black and white"),
        FilterOption("dots", 0...1, 0.5, "how dark the halftone dots are"),
      ]
    case .oil:
      return [
        amount,
        FilterOption("brush", 0.5...1.5, 1, "how wide the brush is"),
        FilterOption("relief", 0...1, 0.5, "how thick the paint lies"),
      ]
    case .snow:
      return [
        FilterOption("amount", 0...1, 0.5, "how heavily it snows; 0 keeps the picture"),
        FilterOption("wind", -1...1, 0.2, "to the left (negative) or to the right"),
        seed,
      ]
    case .season:
      return [
        FilterOption("amount", 0...1, 0.5, "how much of it there is; 0 keeps the picture"),
        FilterOption("kind", words: Season.Choice.words, "which; auto by the recording's date"),
        FilterOption("wind", -1...1, 0.2, "to the left (negative) or to the right"),
        seed,
      ]
    case .vangogh:
      return [
        amount,
        FilterOption("brush", 0.5...1.5, 1, "how wide the brush is"),
        FilterOption("relief", 0...1, 0.5, "how thick the paint lies"),
        FilterOption("swirl", 0...1, 0.5, "how far swirls reach into the picture's own directions"),
        seed,
      ]
    case .lut:
      return [amount]
    }
  }

  /// The names of the options, for a message.
  var optionList: String { options.map(\.name).joined(separator: ", ") }

  /// An option with a value, for a message.
  var example: String { "\(options[0].name)=\(options[0].standard)" }

  /// How the filter is written, for a message: with the file that it needs.
  var usage: String { self == .lut ? "lut:FILE.cube" : rawValue }

  /// All names, for a message.
  static var list: String { allCases.map(\.usage).joined(separator: ", ") }
}
