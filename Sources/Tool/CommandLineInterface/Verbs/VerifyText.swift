import Comparison
import Foundation
import Goldens
import Review
import Terminal

/// What `verify` says at its end.
enum VerifyText {
  /// The most names or notes that are listed.
  private static let listedNames = 20

  /// The lines: what is wrong case by case, what is to be known, and a summary.
  ///
  /// - Parameter arguments: how the verb was called, for what to do next.
  static func lines(
    of outcome: SuiteVerifier.Outcome, _ arguments: ParsedArguments
  ) -> [String] {
    let results = ["--results", "--golden-store"]
    let report = "report" + ProposedCommand.suite(arguments, repeating: results)
    let approve = "approve" + ProposedCommand.suite(arguments, repeating: results + ["--avatars"])
    var lines: [String] = []
    for result in outcome.results where result.review.verdict != .passed {
      lines += self.lines(of: result.review)
    }
    for result in outcome.results where result.review.verdict == .passed {
      if let words = result.review.explanation.first {
        lines.append("\(padded("variant"))\(result.review.name): \(words)")
      }
    }
    for (name, reason) in outcome.skipped { lines.append("skipped  \(name): \(reason)") }
    lines += notes(outcome.notes + outcome.results.flatMap(\.notes))
    lines += obsolete(outcome.obsolete, approve)
    lines.append(summary(outcome))
    return lines + advice(outcome, report, approve)
  }

  /// The lines on contents of the golden store that the suite does not name.
  static func lines(of unused: UnusedContents, store: String) -> [String] {
    let more = unused.contents.count - listedNames
    let bytes = unused.contents.reduce(0) { $0 + $1.bytes }
    return unused.contents.prefix(listedNames).map {
      "\(padded("unused"))\($0.path): \($0.bytes) bytes"
    } + (more > 0 ? ["\(padded("unused"))and \(more) more"] : []) + [
      "golden store \(store): \(Count.of(unused.count, "content")), \(unused.contents.count) of them"
        + " (\((bytes + 1023) / 1024) KiB) named by no golden here; other commits and suites may name them"
    ]
  }

  private static func lines(of review: ReviewCase) -> [String] {
    let words = review.explanation
    let first = words.first ?? "it differs"
    var lines = ["\(padded(review.verdict.rawValue))\(review.name): \(first)"]
    lines += words.dropFirst().map { indent + $0 }
    if review.verdict == .failed {
      let over = review.rungs.filter { !$0.passed }
      lines += over.map { "\(indent)\($0.line)" }
    }
    return lines
  }

  private static let width = 9
  private static var indent: String { String(repeating: " ", count: width) }

  private static func padded(_ word: String) -> String {
    word + String(repeating: " ", count: max(1, width - word.count))
  }

  private static func notes(_ notes: [String]) -> [String] {
    let more = notes.count - listedNames
    return notes.prefix(listedNames).map { "note: \($0)" }
      + (more > 0 ? ["note: and \(more) more of these"] : [])
  }

  private static func obsolete(_ obsolete: ObsoleteGoldens, _ approve: String) -> [String] {
    func listed(_ names: [String]) -> String {
      let more = names.count - listedNames
      return names.prefix(listedNames).joined(separator: ", ")
        + (more > 0 ? " and \(more) more" : "")
    }
    var lines: [String] = []
    if !obsolete.recorded.isEmpty {
      lines.append(
        "obsolete \(listed(obsolete.recorded)): no case uses it; avatar-overlay \(approve)"
          + " --failed --prune removes it")
    }
    if !obsolete.strays.isEmpty {
      lines.append(
        "obsolete \(listed(obsolete.strays)): no case uses it, and it was not recorded here;"
          + " remove it, or give a case its name")
    }
    return lines
  }

  private static func summary(_ outcome: SuiteVerifier.Outcome) -> String {
    let count = outcome.results.count
    var parts = [Count.of(count, "case")]
    for verdict in ReviewCase.Verdict.allCases {
      let number = outcome.results(verdict).count
      if number > 0 { parts.append("\(number) \(words(verdict))") }
    }
    if outcome.unchanged > 0 { parts.append("\(outcome.unchanged) unchanged and left out") }
    if !outcome.skipped.isEmpty { parts.append("\(outcome.skipped.count) skipped") }
    return parts.joined(separator: ", ")
  }

  private static func words(_ verdict: ReviewCase.Verdict) -> String {
    switch verdict {
    case .passed: "passed"
    case .failed: "failed"
    case .missing: "without a golden"
    case .mismatch: "of another size"
    case .error: "in error"
    }
  }

  /// What to do next.
  private static func advice(
    _ outcome: SuiteVerifier.Outcome, _ report: String, _ approve: String
  ) -> [String] {
    var lines: [String] = []
    if outcome.results.contains(where: { $0.review.verdict != .passed }) {
      lines.append(
        "to look at it: avatar-overlay \(report)\(ProposedCommand.output("review.html"))")
    }
    if !outcome.results(.missing).isEmpty {
      lines.append("to record what is missing: avatar-overlay \(approve) --missing")
    }
    if !outcome.results(.failed).isEmpty || !outcome.results(.mismatch).isEmpty {
      lines.append("to accept what changed: avatar-overlay \(approve) --failed")
    }
    return lines
  }
}
