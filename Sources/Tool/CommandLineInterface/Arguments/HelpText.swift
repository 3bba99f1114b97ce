import Problems

/// The recordings that examples name, which the verb `sample` draws.
enum SampleRecordings {
  static let verb = "sample"
  static let all: [(story: String?, path: String)] = [
    (nil, "demo/sample"), ("brushing", "demo/brushing"),
  ]

  /// The command that draws one.
  static func line(_ sample: (story: String?, path: String)) -> String {
    "avatar-overlay \(verb)\(sample.story.map { " --story \($0)" } ?? "") -o \(sample.path)"
  }
}

/// The texts that `--help` prints.
enum HelpText {
  /// A verb with more options than this has a short help: the help of the others fits a screen.
  private static let mostOptionsAtOnce = 16
  private static let shortExamples = 3

  /// The text of one verb.
  ///
  /// - Parameter isWhole: whether it lists every option, in groups, and not just those that are
  ///   often needed.
  static func of(_ spec: CommandSpec, isWhole: Bool) -> String {
    let isShort = !isWhole && spec.allOptions.count > mostOptionsAtOnce
    let call = ["avatar-overlay", spec.verb, spec.arguments].filter { !$0.isEmpty }
    var lines = [call.joined(separator: " "), "", spec.summary, "", "Examples:"]
    let examples = spec.examples.prefix(isShort ? shortExamples : .max)
    for example in samples(for: examples.map(\.line), of: spec) + examples {
      lines += ["  # \(example.does)", "  \(example.line)"]
    }
    let groups =
      isShort
      ? [("Options", spec.allOptions.filter(\.isBasic))]
      : spec.options + [("Also", [CommandSpec.help])]
    for (heading, options) in groups {
      lines += ["", "\(heading):"] + columns(options.map { ($0.usage, $0.help) })
    }
    if isShort { lines += ["", "--help all lists every option"] }
    return lines.joined(separator: "\n")
  }

  /// What makes the recordings that examples name: no installation has them.
  private static func samples(
    for lines: [String], of spec: CommandSpec
  ) -> [(line: String, does: String)] {
    guard spec.verb != SampleRecordings.verb else { return [] }
    return SampleRecordings.all.filter { sample in
      lines.contains { $0.contains(" \(sample.path)") }
    }.map { (SampleRecordings.line($0), "first, once: draws the recording \($0.path)") }
  }

  /// The text of verbs that begin with one word.
  static func ofGroup(_ word: String, _ specs: [CommandSpec]) -> String {
    let lines =
      ["avatar-overlay \(word) ...", "", "Verbs:"] + columns(specs.map { ($0.verb, $0.summary) })
      + [
        "",
        "avatar-overlay \(specs[0].verb) --help, and so on, shows a verb's options and examples.",
      ]
    return lines.joined(separator: "\n")
  }

  /// The text of the whole tool.
  static func ofTool(_ specs: [CommandSpec]) -> String {
    let lines =
      ["avatar-overlay: puts avatars on the faces of recorded video", "", "Verbs:"]
      + columns(specs.map { ($0.verb, $0.summary) })
      + [
        "",
        "avatar-overlay VERB --help shows examples and a verb's options, --help all every option.",
        "avatar-overlay --version shows the versions of the program and its libraries.",
        "", "To try it: \(SampleRecordings.line(SampleRecordings.all[0]))",
        "           avatar-overlay render \(SampleRecordings.all[0].path) --avatar dragon -o dragon.mp4",
        "", "Exit codes:",
      ]
      + ExitCode.allCases.map { code in
        let number = "\(code.rawValue)"
        return "  " + number + String(repeating: " ", count: 5 - number.count) + code.meaning
      }
    return lines.joined(separator: "\n")
  }

  /// Two columns; a left side that is too long gets a line of its own.
  private static func columns(_ rows: [(String, String)]) -> [String] {
    let width = 30
    return rows.flatMap { left, right -> [String] in
      let padding = String(repeating: " ", count: max(0, width - left.count))
      return left.count <= width
        ? ["  \(left)\(padding)  \(right)"]
        : ["  \(left)", "  " + String(repeating: " ", count: width) + "  \(right)"]
    }
  }
}
