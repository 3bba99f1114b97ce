import Comparison
import Foundation
import MediaComparison
import Review

/// What the frames of a case say together.
struct CaseSummary {
  private let findings: [FrameCheck.Finding]
  private let thresholds: ComparisonThresholds
  private let isStill: Bool
  private let shift: String?

  /// Makes the summary.
  ///
  /// - Parameter shift: by how many frames the layers are out of step; nil where they are not.
  init(
    _ findings: [FrameCheck.Finding], _ thresholds: ComparisonThresholds, isStill: Bool,
    shift: String? = nil
  ) {
    (self.findings, self.thresholds) = (findings, thresholds)
    (self.isStill, self.shift) = (isStill, shift)
  }

  /// The verdicts from the gravest on.
  private static let gravity: [ReviewCase.Verdict] = [
    .error, .mismatch, .failed, .missing, .passed,
  ]

  /// The gravest of some verdicts.
  static func gravest(_ verdicts: [ReviewCase.Verdict]) -> ReviewCase.Verdict {
    gravity.first(where: verdicts.contains) ?? .error
  }

  /// Fills verdict, explanation, rungs, frames and curves; an error that is there already stays.
  func fill(_ review: inout ReviewCase) {
    review.frames = findings.map(\.review)
    review.verdict = Self.gravest(review.frames.map(\.verdict) + [review.verdict])
    let worst = findings.max { severity($0) < severity($1) }
    review.rungs = worst?.judgement?.allRungs ?? []
    review.worstFrame = worst?.review.verdict == .passed ? nil : worst?.review.frame
    // Where not all frames could be rendered, that is all there is to say.
    if review.explanation.isEmpty { review.explanation = explanation }
    review.curves = ReviewCurve.measures(of: review.frames, thresholds)
    // Landmarks are of use where something is wrong, and long.
    for index in review.frames.indices where review.frames[index].verdict == .passed {
      review.frames[index].landmarks = []
    }
  }

  private func severity(_ finding: FrameCheck.Finding) -> Double {
    let verdict = Double(
      Self.gravity.count - (Self.gravity.firstIndex(of: finding.review.verdict) ?? 0))
    // Verdicts first, then the sum of the colour differences, which is never above 1e11.
    return verdict * 1e12 + (finding.judgement?.severity ?? 0)
  }

  private var explanation: [String] {
    if isStill { return (findings.first?.review.explanation ?? []) + variants }
    var sentences: [String] = []
    for verdict in Self.gravity where verdict != .passed {
      let bad = findings.filter { $0.review.verdict == verdict }
      guard let worst = bad.max(by: { severity($0) < severity($1) }) else { continue }
      sentences.append("\(bad.count) of \(findings.count) frames \(Self.words(verdict))")
      let seconds = String(format: "%.3f", worst.review.timestampMs / 1000)
      if verdict == .missing { continue }
      if verdict == .failed, let shift { sentences.append(shift) }
      sentences += worst.review.explanation.map {
        "frame \(worst.review.frame) (\(seconds) s): \($0)"
      }
    }
    return sentences + variants
  }

  /// Which frames met a variant in place of their golden, a sentence an environment.
  private var variants: [String] {
    let met = Dictionary(grouping: findings.filter { $0.review.variant != nil }) {
      $0.review.variant ?? ""
    }
    return met.sorted { $0.key < $1.key }.map { environment, findings in
      isStill
        ? "it met the variant \(environment)"
        : "\(findings.count) of \(self.findings.count) frames met the variant \(environment)"
    }
  }

  private static func words(_ verdict: ReviewCase.Verdict) -> String {
    switch verdict {
    case .passed: "are as they were"
    case .failed: "differ by more than is allowed"
    case .missing: "have no golden"
    case .mismatch: "have another size than their goldens"
    case .error: "cannot be compared"
    }
  }
}
