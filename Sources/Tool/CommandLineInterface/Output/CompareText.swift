import Comparison
import Foundation
import MediaComparison
import Terminal

/// A comparison's report for people.
enum CompareText {
  static func lines(of report: ComparisonReport) -> [String] {
    var lines = ["first   \(text(of: report.first))", "second  \(text(of: report.second))", ""]
    if !report.rungs.isEmpty {
      lines += table(
        report.rungs, heading: report.region == .all ? "all pixels" : report.region.rawValue)
      if report.outsideThresholds != nil {
        lines += [""] + table(report.outsideRungs, heading: "outside: nothing else changed")
      }
      lines += ["", measured(report)]
    }
    lines += report.notes.map { "note: \($0)" }
    lines.append(verdict(of: report))
    lines += report.explanation.map { "  \($0)" }
    return lines
  }

  private static func text(of side: ComparisonReport.Side) -> String {
    var parts = [side.kind]
    if side.width > 0 { parts.append("\(side.width) x \(side.height)") }
    if side.kind != "picture" { parts.append(Count.of(side.frames, "frame")) }
    if let rate = side.framesPerSecond { parts.append("\(brief(rate)) frames/s") }
    return "\(side.path): \(parts.joined(separator: ", "))"
  }

  private static func table(_ rungs: [RungVerdict], heading: String) -> [String] {
    let width = max(heading.count, rungs.map(\.rung.count).max() ?? 0) + 2
    func row(_ name: String, _ found: String, _ allowed: String, _ verdict: String) -> String {
      padded(name, width) + padLeft(found, 12) + padLeft(allowed, 12) + "  \(verdict)"
    }
    return [row(heading, "found", "allowed", "")]
      + rungs.map { rung in
        let sign = rung.rung.hasPrefix("min") ? ">= " : "<= "
        return row(
          rung.rung, brief(rung.found), rung.allowed.map { sign + brief($0) } ?? "any",
          rung.passed ? "ok" : "OVER")
      }
  }

  private static func measured(_ report: ComparisonReport) -> String {
    var parts = [
      "a pixel changed where a channel differs by more than \(report.options.pixelThreshold)"
    ]
    if report.options.ignoresAntialiasing { parts.append("antialiasing left out") }
    parts.append("window \(report.options.windowSide) x \(report.options.windowSide)")
    return "measured: " + parts.joined(separator: "; ")
  }

  private static func verdict(of report: ComparisonReport) -> String {
    let isOne = report.first.kind == "picture"
    switch report.verdict {
    case .mismatch: return "mismatch"
    case .passed where report.framesIdentical == report.framesCompared:
      return isOne
        ? "passed: identical" : "passed: all \(report.framesCompared) frames are identical"
    case .passed:
      return isOne
        ? "passed"
        : "passed: \(report.framesCompared) frames compared, \(report.framesIdentical) of them"
          + " identical"
    case .failed where isOne: return "failed"
    case .failed:
      return "failed: \(report.framesFailed) of \(report.framesCompared) frames, "
        + report.failedFrames
    }
  }

  /// Six significant digits at most.
  private static func brief(_ value: Double) -> String { String(format: "%.6g", value) }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func padLeft(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
