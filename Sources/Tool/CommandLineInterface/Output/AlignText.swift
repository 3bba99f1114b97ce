import Alignment
import Foundation
import Terminal

/// The figures of `align`, for people.
enum AlignText {
  /// One run.
  ///
  /// - Parameter option: the option that limits a figure.
  static func of(
    _ report: AlignmentReport, option: (AlignmentMetric) -> String
  ) -> [String] {
    var lines = [
      "\(report.source): \(Count.of(report.frames, "frame")), \(Count.of(report.faces, "face"))"
    ]
    let settings = [
      report.placements.map { "overlay: \($0)" }, report.smoothing.map { "smoothing: \($0)" },
      report.reference.map { "reference: \($0)" },
    ].compactMap { $0 }
    if !settings.isEmpty { lines.append("  " + settings.joined(separator: "; ")) }
    for group in AlignmentMetric.Group.allCases {
      let metrics = AlignmentMetric.allCases.filter { $0.group == group && report[$0] != nil }
      guard !metrics.isEmpty else { continue }
      lines.append(group.rawValue)
      lines += metrics.map { metric in
        row(metric.title, number(report[metric]), metric.unit)
      }
    }
    lines += report.notes.map { "note: \($0)" }
    lines += report.thresholds.map { verdict in
      let limit = verdict.metric.better == .higher ? "at least" : "at most"
      return
        "\(verdict.passed ? "ok    " : "FAILED")  \(option(verdict.metric)):"
        + " \(verdict.metric.title): found \(verdict.found.map { number($0) } ?? "nothing to judge"),"
        + " allowed \(limit) \(number(verdict.allowed)) \(verdict.metric.unit)"
    }
    if let verdict = report.verdict { lines.append("verdict: \(verdict.words)") }
    return lines
  }

  /// Two runs.
  static func of(
    _ comparison: AlignmentComparison, _ verdicts: [AlignComparisonVerdict]
  ) -> [String] {
    var lines = ["A  \(comparison.a)", "B  \(comparison.b)", ""]
    lines.append(
      columns(["figure", "A", "B", "change", ""]) + "  unit")
    for row in comparison.rows {
      let change = row.change.map { ($0 > 0 ? "+" : "") + number($0) } ?? "-"
      lines.append(
        columns([
          row.metric.title, number(row.a), number(row.b), change, word(row.trend),
        ]) + "  \(row.metric.unit)")
    }
    if comparison.moves.isEmpty {
      lines += ["", "no layers to compare"]
    } else {
      lines += ["", "layers, in pixels of the scene"]
      for move in comparison.moves {
        var line =
          "  face \(move.face), \(move.layer): \(number(move.meanPx)) on average,"
          + " \(number(move.maxPx)) at most"
        if let frame = move.worstFrame, move.maxPx > 0 { line += " (frame \(frame))" }
        line += ", in \(move.frames) frames"
        if move.onlyInA > 0 { line += "; \(move.onlyInA) frames in A alone" }
        if move.onlyInB > 0 { line += "; \(move.onlyInB) frames in B alone" }
        lines.append(line)
      }
    }
    lines += comparison.notes.map { "note: \($0)" }
    lines += verdicts.map { verdict in
      let option = verdict.threshold == "maxWorse" ? "--max-worse" : "--max-moved"
      let unit = verdict.threshold == "maxWorse" ? "%" : "px"
      let found = verdict.found.map { "\(number($0)) \(unit)" } ?? "none"
      let over = verdict.offenders.isEmpty ? "" : ": \(verdict.offenders.joined(separator: ", "))"
      return
        "\(verdict.passed ? "ok    " : "FAILED")  \(option): found \(found), allowed at most"
        + " \(number(verdict.allowed)) \(unit)\(over)"
    }
    return lines
  }

  private static func word(_ trend: AlignmentComparison.Trend) -> String {
    switch trend {
    case .same: "same"
    case .better: "better"
    case .worse: "WORSE"
    case .changed: "changed"
    case .incomparable: "-"
    }
  }

  private static func row(_ title: String, _ value: String, _ unit: String) -> String {
    "  " + padded(title, 44) + right(value, 10) + (unit.isEmpty ? "" : "  \(unit)")
  }

  private static func columns(_ cells: [String]) -> String {
    "  " + padded(cells[0], 44) + right(cells[1], 10) + right(cells[2], 11)
      + right(cells[3], 11) + "  " + padded(cells[4], 7)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func number(_ value: Double?) -> String {
    guard let value else { return "-" }
    if value == value.rounded(), abs(value) < 1e9 { return String(Int(value)) }
    return String(format: abs(value) >= 100 ? "%.1f" : abs(value) >= 0.1 ? "%.3f" : "%.4f", value)
  }
}
