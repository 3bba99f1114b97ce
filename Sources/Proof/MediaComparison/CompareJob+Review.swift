internal import Comparison
internal import Foundation
public import Review

extension CompareJob.Outcome {
  /// The cases of a review: one for two pictures or clips, one a picture for two folders.
  ///
  /// - Parameter pictures: gives the paths of a kept frame's pictures, the expected one first.
  public func reviewCases(
    pictures: (ComparedFrame) throws -> (expected: String, actual: String)
  ) throws -> [ReviewCase] {
    let differing = Dictionary(
      report.frames.enumerated().map { ($1.frame, $0) }, uniquingKeysWith: { first, _ in first })
    let keptByPlace = Dictionary(
      kept.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
    var frames: [ReviewFrame] = []
    for pair in thinned(differing) {
      let place = differing[pair.frame]
      var frame = place.map { ReviewFrame(report.frames[$0]) } ?? ReviewFrame(same: pair)
      let one = place.flatMap { keptByPlace[$0] }
      if let one {
        let paths = try pictures(one)
        (frame.expected, frame.actual) = (paths.expected, paths.actual)
        frame.quads =
          ReviewQuad.quads(of: one.expectedPlacements, .expected)
          + ReviewQuad.quads(of: one.actualPlacements, .actual)
      } else if let path = originalPath(report.first, pair) {
        frame.expected = path
        if place != nil { frame.actual = originalPath(report.second, pair) }
      }
      frames.append(frame)
    }
    return report.first.kind == "folder" ? casesOfFolder(frames) : [wholeCase(frames)]
  }

  /// The most frames that a review shows; of a longer clip those that differ come first, and of the
  /// others evenly many.
  static let mostReviewed = 20_000

  private func thinned(_ differing: [Int: Int]) -> [CompareJob.Pair] {
    guard pairs.count > Self.mostReviewed else { return pairs }
    let kept = Set(kept.map { report.frames[$0.place].frame })
    let isCrowded = differing.count > Self.mostReviewed / 2
    let stride = (pairs.count + Self.mostReviewed / 2 - 1) / (Self.mostReviewed / 2)
    return pairs.filter {
      $0.frame % stride == 0 || kept.contains($0.frame)
        || !isCrowded && differing[$0.frame] != nil
    }
  }

  /// The file of a picture that is no frame of a clip.
  private func originalPath(_ side: ComparisonReport.Side, _ pair: CompareJob.Pair) -> String? {
    guard side.kind != "clip" else { return nil }
    return pair.name.map { file($0, of: side) }
      ?? URL(filePath: side.path).standardizedFileURL.path
  }

  private func wholeCase(_ frames: [ReviewFrame]) -> ReviewCase {
    ReviewCase(
      name: URL(filePath: report.second.path).lastPathComponent,
      verdict: ReviewCase.Verdict(report.verdict), explanation: report.explanation,
      rungs: report.rungs + report.outsideRungs.map(\.outside), frames: frames,
      curves: ReviewCurve.measures(of: frames, report.thresholds),
      worstFrame: report.worstFrame)
  }

  private func casesOfFolder(_ frames: [ReviewFrame]) -> [ReviewCase] {
    func name(_ path: String) -> String { (path as NSString).deletingPathExtension }
    let compared = zip(pairs, frames).map { pair, frame in
      ReviewCase(
        name: name(pair.name ?? "picture \(pair.frame)"), verdict: frame.verdict,
        explanation: frame.explanation,
        rungs: frame.measures.map(report.thresholds.verdicts(for:)) ?? [], frames: [frame])
    }
    // What is in one folder alone: no picture was made of a golden, or there is no golden.
    let unmade = report.onlyInFirst.map { path in
      only(name(path), .mismatch, in: report.first) { $0.expected = file(path, of: report.first) }
    }
    let unasked = report.onlyInSecond.map { path in
      only(name(path), .missing, in: report.second) { $0.actual = file(path, of: report.second) }
    }
    return compared + unmade + unasked
  }

  private func only(
    _ name: String, _ verdict: ReviewCase.Verdict, in side: ComparisonReport.Side,
    _ fill: (inout ReviewFrame) -> Void
  ) -> ReviewCase {
    let words = ["only in \(side.path)"]
    var frame = ReviewFrame(frame: 0, timestampMs: 0, verdict: verdict, explanation: words)
    fill(&frame)
    return ReviewCase(name: name, verdict: verdict, explanation: words, frames: [frame])
  }

  private func file(_ name: String, of side: ComparisonReport.Side) -> String {
    URL(filePath: "\(side.path)/\(name)").standardizedFileURL.path
  }
}

extension ReviewCase.Verdict {
  fileprivate init(_ verdict: ComparisonReport.Verdict) {
    switch verdict {
    case .passed: self = .passed
    case .failed: self = .failed
    case .mismatch: self = .mismatch
    }
  }
}

extension ReviewFrame {
  fileprivate init(_ frame: ComparisonReport.Frame) {
    self.init(
      frame: frame.frame, timestampMs: frame.timestampMs,
      verdict: ReviewCase.Verdict(frame.verdict), explanation: frame.explanation,
      measures: frame.measures)
  }

  /// A frame that is the same in both.
  fileprivate init(same pair: CompareJob.Pair) {
    self.init(
      frame: pair.frame, timestampMs: pair.timestampMs, verdict: .passed,
      measures: PictureMeasures(width: 0, height: 0, comparedPixels: 0))
  }
}
