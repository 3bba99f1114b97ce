import Foundation
import Goldens
import Isolation
import Problems
import Recordings
import Review
import ReviewServer
import Terminal

/// The verb `report`: the review of what was found last.
enum ReportCommand {
  static let spec = CommandSpec(
    verb: "report",
    summary: "Writes the review of the last verify and of tests, or serves it for approving.",
    arguments: "[SUITE] -o review.html | --serve",
    argumentCount: 0...1,
    options: [
      (
        "Output",
        [
          .value("--output", short: "-o", "FILE.html", "a page with pictures, for people"),
          .value("--junit", "FILE.xml", "the verdicts for CI systems"),
          .value(
            "--markdown", "FILE.md", "a summary for a pull request, its pictures in FILE-pictures"),
          .flag("--json", "the review as JSON, on standard output"),
        ] + SuiteArguments.options + [OptionSpec.overwrite]
      ),
      (
        "Approving in the browser",
        [
          .flag("--serve", "serve the page on this machine alone, with buttons that approve"),
          .value("--port", "N", "its port, 1 to 65535 (default: a free one)"),
          .value(
            "--by", "NAME", "the author of approvals (default: GIT_AUTHOR_NAME, or the user's name)"
          ),
          SuiteArguments.avatars,
        ]
      ),
    ],
    examples: [
      ("avatar-overlay report -o review.html --overwrite", "a page of the suite in Golden/"),
      ("avatar-overlay report --serve", "the same page, on which pictures can be approved"),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let outputs = try ReviewArguments.outputs(arguments, page: "--output")
    if arguments.has("--serve") {
      guard outputs.areEmpty else {
        throw UsageError(
          "--serve writes no file; give it without -o, --junit, --markdown and --json")
      }
      return try serve(arguments, cancellation)
    }
    if let option = ["--port", "--by", "--avatars"].first(where: arguments.has) {
      throw UsageError("\(option) is for a page that is served; add --serve")
    }
    if outputs.areEmpty {
      throw UsageError(
        "missing output; add -o review.html, --junit FILE, --markdown FILE, --json or --serve")
    }
    let suite = try SuiteArguments.suite(arguments.positionals.first, arguments)
    let results = SuiteResults(of: suite, path: arguments.string("--results"))
    let review = try suite.review(results: arguments.string("--results"))
    try outputs.write(review, picturesRoot: results.path, suite: suite.folder)
    let count = review.cases.count
    let bad = review.cases.filter { $0.verdict != .passed }.count
    StandardStreams.message(
      "\(arguments.string("--output").map { "\($0): " } ?? "")"
        + "\(Count.of(count, "case")), \(bad) not passed")
    return .done
  }

  /// Serves the page until the user stops it.
  private static func serve(
    _ arguments: ParsedArguments, _ cancellation: Cancellation
  ) throws -> ExitCode {
    let environment = ProcessInfo.processInfo.environment
    let suite = try SuiteArguments.suite(arguments.positionals.first, arguments)
    let server = try ServedReview(
      suite, results: arguments.string("--results"),
      library: try SuiteArguments.library(arguments, suite),
      author: arguments.string("--by") ?? Author(environment: environment).name,
      port: UInt16(try arguments.int("--port", in: 1...65535) ?? 0), environment: environment
    ) { StandardStreams.message($0) }
    try server.start()
    StandardStreams.message("report: the page asks for the token \(server.token)")
    StandardStreams.message("report: \(server.url) (Ctrl-C ends it)")
    while !cancellation.isRequested { Thread.sleep(forTimeInterval: 0.05) }
    server.stop()
    return .done
  }
}
