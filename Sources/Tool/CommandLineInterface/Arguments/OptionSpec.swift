/// One option of a verb, as the parser and the help text know it.
struct OptionSpec: Sendable {
  /// The long name, with its dashes.
  let name: String
  /// A one-letter name, with its dash.
  let short: String?
  /// What stands for the value in the help; nil for a flag.
  let placeholder: String?
  /// What stands in the help for a whole number that may follow a flag; nil where none may.
  let optionalPlaceholder: String?
  /// What it does, in one line.
  let help: String
  /// Whether it may be given more than once.
  let repeats: Bool
  /// What takes a flag back, with its dashes; nil for what cannot be taken back.
  let opposite: String?
  /// Whether it is often needed, so that the short help shows it.
  private(set) var isBasic: Bool

  init(
    _ name: String, short: String?, placeholder: String?, optionalPlaceholder: String? = nil,
    repeats: Bool, opposite: String? = nil,
    isBasic: Bool = false, help: String
  ) {
    (self.name, self.short, self.placeholder, self.optionalPlaceholder) = (
      name, short, placeholder, optionalPlaceholder
    )
    (self.repeats, self.opposite, self.isBasic, self.help) = (repeats, opposite, isBasic, help)
  }

  /// An option that is there or not.
  static func flag(_ name: String, _ help: String) -> OptionSpec {
    OptionSpec(name, short: nil, placeholder: nil, repeats: false, help: help)
  }

  static func value(
    _ name: String, short: String? = nil, _ placeholder: String, repeats: Bool = false,
    _ help: String
  ) -> OptionSpec {
    OptionSpec(name, short: short, placeholder: placeholder, repeats: repeats, help: help)
  }

  /// The same option, marked as often needed.
  var basic: OptionSpec {
    var option = self
    option.isBasic = true
    return option
  }

  /// The option as the help's left column shows it.
  var usage: String {
    let names = short.map { "\($0), \(name)" } ?? name
    return placeholder.map { "\(names) \($0)" }
      ?? optionalPlaceholder.map { "\(names) [\($0)]" } ?? names
  }
}

/// One verb of the tool: what it takes, and how it is explained.
struct CommandSpec: Sendable {
  /// The words that call it, such as `avatars lint`.
  let verb: String
  /// What it does, in one line.
  let summary: String
  /// The arguments without a dash, as the usage line shows them.
  let arguments: String
  /// How many of those it takes.
  let argumentCount: ClosedRange<Int>
  /// The options, in groups with a heading.
  let options: [(heading: String, options: [OptionSpec])]
  /// Command lines that work, each with what it does.
  let examples: [(line: String, does: String)]

  /// All options, without their groups.
  var allOptions: [OptionSpec] { options.flatMap(\.options) + [CommandSpec.help] }

  /// The option that every verb has.
  static let help = OptionSpec.flag("--help", "show this text")
}
