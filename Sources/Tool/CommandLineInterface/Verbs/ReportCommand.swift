import Goldens
import Problems
import Review

/// The verb `report`: the review of what was found last.
enum ReportCommand {
  static let spec = CommandSpec(
    verb: "report",
    summary: "Writes the review of the last verify and of tests: a page, JUnit XML, JSON.",
    arguments: "[SUITE] -o review.html",
    argumentCount: 0...1,
    options: [
      (
        "Output",
        [
          .value("--output", short: "-o", "FILE.html", "a page with pictures, for people"),
          .value("--junit", "FILE.xml", "the verdicts for CI systems"),
          .flag("--json", "the review as JSON, on standard output"),
        ] + SuiteArguments.options + [OptionSpec.overwrite]
      )
    ],
    examples: [
      ("avatar-overlay report -o review.html --overwrite", "a page of the suite in Golden/")
    ])

  static func run(_ arguments: ParsedArguments, _ interruption: Interruption) throws -> ExitCode {
    let outputs = try ReviewArguments.outputs(arguments, page: "--output")
    if outputs.areEmpty {
      throw UsageError("missing output; add -o review.html, --junit FILE or --json")
    }
    let suite = try SuiteArguments.suite(arguments.positionals.first)
    let results = SuiteResults(of: suite, path: arguments.string("--results"))
    let review = try suite.review(results: results.path)
    try outputs.write(review, picturesRoot: results.path)
    let count = review.cases.count
    let bad = review.cases.filter { $0.verdict != .passed }.count
    StandardStreams.message(
      "\(arguments.string("--output").map { "\($0): " } ?? "")"
        + "\(Count.of(count, "case")), \(bad) not passed")
    return .done
  }
}
