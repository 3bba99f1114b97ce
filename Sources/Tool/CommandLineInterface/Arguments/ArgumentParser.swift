import Geometry
import Terminal
import Text

/// The words of a command line, sorted by the options of a verb.
struct ParsedArguments {
  /// The words without a dash, in their order.
  private(set) var positionals: [String] = []
  private var values: [String: [String]] = [:]

  /// Sorts the words; `--name value` and `--name=value` are the same, `--` ends the options.
  init(_ words: some Sequence<String>, for spec: CommandSpec) throws(UsageError) {
    let options = spec.allOptions
    var onlyPositionals = false
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      // A lone dash is the name of the standard streams.
      guard word.hasPrefix("-"), word != "-", !onlyPositionals else {
        positionals.append(word)
        continue
      }
      if word == "--" {
        onlyPositionals = true
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard
        let option = options.first(where: {
          $0.name == name || $0.short == name || $0.opposite == name
        })
      else {
        throw Self.unknown(name, among: options, verb: spec.verb)
      }
      var value = parts.count == 2 ? String(parts[1]) : nil
      if let placeholder = option.placeholder {
        value = value ?? rest.popFirst()
        if value == nil {
          throw UsageError("\(option.name) needs a value: \(option.name) \(placeholder)")
        }
      } else if option.optionalPlaceholder != nil, name != option.opposite {
        // A recording whose name is a number is written with its folder: ./3.
        if value == nil, let next = rest.first, Self.isWholeNumber(next) { value = rest.popFirst() }
      } else if value != nil {
        throw UsageError("\(name) takes no value; found \"\(word)\"")
      }
      if values[option.name] != nil, !option.repeats {
        throw UsageError("\(option.name) is given twice; give it once")
      }
      // What takes a flag back is the flag with another value.
      values[option.name, default: []].append(value ?? (name == option.opposite ? "false" : "true"))
    }
    guard !has("--help") else { return }
    if positionals.count > spec.argumentCount.upperBound {
      throw UsageError(
        "unexpected argument \"\(positionals[spec.argumentCount.upperBound])\"; usage: "
          + "avatar-overlay \(spec.verb) \(spec.arguments)")
    }
    if positionals.count < spec.argumentCount.lowerBound {
      throw UsageError(
        "missing argument; usage: avatar-overlay \(spec.verb) \(spec.arguments)"
          + " (--help shows examples)")
    }
  }

  private static func isWholeNumber(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func unknown(
    _ name: String, among options: [OptionSpec], verb: String
  ) -> UsageError {
    let names = options.map(\.name)
    let hint =
      Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
      ?? "see avatar-overlay \(verb) --help"
    return UsageError("unknown option \(name) for \(verb); \(hint)")
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  /// The option's value.
  func string(_ name: String) -> String? { values[name]?.last }

  /// The values of an option that may be given more than once.
  func strings(_ name: String) -> [String] { values[name] ?? [] }

  /// The option's value as a finite number in a range.
  func double(_ name: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
    guard let text = string(name) else { return nil }
    guard let value = Double(text), range.contains(value) else {
      throw UsageError(
        "\(name): expected a number from \(brief(range.lowerBound)) to \(brief(range.upperBound))"
          + ", found \"\(text)\"")
    }
    return value
  }

  /// The option's value as a whole number in a range.
  func int(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = string(name) else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw UsageError(
        "\(name): expected a whole number from \(range.lowerBound) to \(range.upperBound)"
          + ", found \"\(text)\"")
    }
    return value
  }

  /// The option's value as one of some words.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Choice.Type
  ) throws(UsageError) -> Choice? where Choice.RawValue == String {
    guard let text = string(name) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    throw UsageError("\(name): expected \(words.joined(separator: ", ")), found \"\(text)\"")
  }

  /// The option's value as a size, `1280x720`.
  func size<Space>(_ name: String) throws(UsageError) -> PixelSize<Space>? {
    guard let text = string(name) else { return nil }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      width <= Self.longestSide, height <= Self.longestSide,
      let size = PixelSize<Space>(width: width, height: height)
    else {
      throw UsageError(
        "\(name): expected a size such as 1280x720, at most \(Self.longestSide) a side, "
          + "found \"\(text)\"")
    }
    return size
  }

  /// The longest side of a picture that may be asked for, in pixels.
  static let longestSide = 8192

  private func brief(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
