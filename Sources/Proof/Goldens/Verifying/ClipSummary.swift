import Comparison
import Explaining
import Foundation
import MediaComparison
import Review

/// What the frames of a clip say together.
struct ClipSummary {
  private let findings: [ClipComparison.Finding]
  private let spans: [LayerSpan]
  private let comparison: ClipComparison

  init(
    _ findings: [ClipComparison.Finding], _ spans: [LayerSpan], _ comparison: ClipComparison
  ) {
    (self.findings, self.spans, self.comparison) = (findings, spans, comparison)
  }

  /// The places of the failing frames, the worst first.
  var shownFrames: [Int] {
    findings.indices.filter { findings[$0].failed }
      .sorted { findings[$0].severity > findings[$1].severity }
  }

  private var hasFailed: Bool {
    findings.contains { $0.failed } || comparison.hasTooManyDiffering(findings)
  }

  /// Fills verdict, explanation, rungs, frames, curves and spans.
  ///
  /// - Parameter shift: by how many frames the layers are out of step; nil where they are not.
  func fill(_ review: inout ReviewCase, shift: String?) {
    review.verdict = hasFailed ? .failed : .passed
    review.rungs = comparison.rungs(findings)
    review.frames = findings.map { finding in
      let number = finding.frame.frame
      return ReviewFrame(
        frame: number, timestampMs: finding.frame.timestampMs,
        verdict: finding.failed ? .failed : .passed,
        explanation: finding.failed ? words(of: finding) : [], measures: finding.measures)
    }
    review.worstFrame = shownFrames.first.map { findings[$0].frame.frame }
    if hasFailed { review.explanation = explanation(shift) }
    review.curves = ReviewCurve.measures(of: review.frames, comparison.judging.thresholds)
    review.curves.append(
      ReviewCurve(
        name: "flicker (levels, worst 8 x 8 pixels)", values: findings.map(\.flicker),
        allowed: comparison.thresholds.maxFlicker, rung: "maxFlicker"))
    let all = spans.map {
      ReviewSpan(
        lane: $0.layers, first: $0.frames.lowerBound, last: $0.frames.upperBound,
        frame: $0.worstFrame, words: $0.sentence)
    }
    review.spans = all.isEmpty ? nil : all
  }

  private func words(of finding: ClipComparison.Finding) -> [String] {
    let told = spans.filter { $0.frames.contains(finding.frame.frame) }.map(\.sentence)
    var words = told
    if finding.differsInFullSizeOnly {
      words.append("pixels differ by less than the reduced frame shows")
    }
    if finding.differs, finding.flicker > comparison.thresholds.maxFlicker {
      words.append(
        String(
          format: "flicker of %.1f levels since the frame before, %.4g allowed", finding.flicker,
          comparison.thresholds.maxFlicker))
    }
    return words
  }

  private func explanation(_ shift: String?) -> [String] {
    var sentences: [String] = []
    let bad = findings.count { $0.failed }
    if bad > 0 {
      sentences.append("\(bad) of \(findings.count) frames differ by more than is allowed")
    }
    shift.map { sentences.append($0) }
    // Those that fail on their own first: a flicker is short, and easily the ninth of many.
    let ranked = spans.filter(\.isFlicker) + spans.filter { !$0.isFlicker }
    sentences += ranked.prefix(CaseVerifier.toldSpans).map(\.sentence)
    if ranked.count > CaseVerifier.toldSpans {
      sentences.append("\(ranked.count - CaseVerifier.toldSpans) more spans of layers")
    }
    sentences += pixelSentences
    if comparison.hasTooManyDiffering(findings),
      let allowed = comparison.thresholds.maxDifferingShare
    {
      sentences.append(
        String(
          format: "%d of %d frames differ at all (%.3g %%), %.4g %% allowed",
          findings.count { $0.differs }, findings.count, comparison.share(findings) * 100,
          allowed * 100))
    }
    return sentences
  }

  /// Runs of failing frames in which no layer went elsewhere.
  private var pixelSentences: [String] {
    var runs: [[ClipComparison.Finding]] = []
    var isOpen = false
    for finding in findings {
      let isTold = spans.contains { $0.frames.contains(finding.frame.frame) }
      if finding.failed, !isTold {
        if isOpen { runs[runs.count - 1].append(finding) } else { runs.append([finding]) }
        isOpen = true
      } else {
        isOpen = false
      }
    }
    var sentences = runs.prefix(CaseVerifier.toldSpans).map(Self.sentence)
    if runs.count > CaseVerifier.toldSpans {
      sentences.append("\(runs.count - CaseVerifier.toldSpans) more spans of pixels")
    }
    return sentences
  }

  private static func sentence(_ run: [ClipComparison.Finding]) -> String {
    let (first, last) = (run[0].frame.frame, run[run.count - 1].frame.frame)
    let span = first == last ? "frame \(first)" : "frames \(first) to \(last)"
    if run.allSatisfy(\.differsInFullSizeOnly) {
      return "\(span): pixels differ by less than the reduced frames show, no layer moved"
    }
    let worst = run.max { $0.severity < $1.severity } ?? run[0]
    return "\(span): the picture differs, no layer moved (by up to"
      + " \(worst.measures.largestChannelDifference) levels in frame \(worst.frame.frame),"
      + String(format: " %.3g %% of the pixels)", worst.measures.changedShare * 100)
  }
}
