import Alignment
import Foundation
import PictureMotion
import Testing

/// What figures come to in words.
@Suite struct FitVerdictTests {
  private func verdict(
    _ lag: PictureLag, offsetMs: Double = 0, _ metrics: [AlignmentMetric: Double] = [:]
  ) -> FitVerdict {
    var report = AlignmentReport(source: "a", frames: 100, faces: 1)
    report.smoothing = "ema"
    for (metric, value) in metrics { report[metric] = value }
    return FitVerdict(report, lag: lag, offsetMs: offsetMs)
  }

  @Test func `a lag is told with its sign, and with the offset that corrects it`() {
    let late = verdict(.measured(lagMs: 79.6, errorMs: 3.2), offsetMs: 20)
    #expect(late.cause == .trackingLate)
    #expect(late.words.hasPrefix("late by 80 ms (± 4): "))
    #expect(late.words.contains("--tracking-offset-ms -60 "))
    #expect(late.lagMs == 80 && late.lagUncertaintyMs == 4)
    let early = verdict(.measured(lagMs: -200.4, errorMs: 1))
    #expect(early.cause == .trackingEarly)
    #expect(early.words.hasPrefix("early by 200 ms (± 1): "))
    #expect(early.words.contains("--tracking-offset-ms 200 "))
    #expect(early.lagMs == -200)
  }

  @Test func `a lag is told from 30 ms and two standard errors on`() {
    #expect(verdict(.measured(lagMs: 30, errorMs: 1)).cause == .trackingLate)
    #expect(verdict(.measured(lagMs: 29.9, errorMs: 1)).cause == .sitsWell)
    #expect(verdict(.measured(lagMs: -40, errorMs: 20)).cause == .trackingEarly)
    #expect(verdict(.measured(lagMs: -39.9, errorMs: 20)).cause == .sitsWell)
  }

  @Test(arguments: [
    (50.0, "jitter halved"), (44, "jitter reduced by 44 %"), (-12, "jitter increased by 12 %"),
  ])
  func `what sits well says so first, then what became of the jitter`(
    removed: Double, words: String
  ) {
    let found = verdict(.measured(lagMs: 4, errorMs: 3), [.jitterReduction: removed])
    #expect(found.words == "sits well: no lag that can be measured (± 3 ms), \(words)")
  }

  @Test func `smoothing that delays is named, and added to the lag of the tracking`() {
    let smoothed: [AlignmentMetric: Double] = [.lagMs: 36, .lagErrorMs: 5]
    let alone = verdict(.measured(lagMs: 4, errorMs: 12), smoothed)
    #expect(alone.cause == .smoothingLate)
    #expect(alone.words.hasPrefix("late by 36 ms (± 5): smoothing (ema) delays it by 36 ms"))
    #expect(alone.lagMs == 40 && alone.lagUncertaintyMs == 13)
    #expect(verdict(.measured(lagMs: 80, errorMs: 3), smoothed).cause == .trackingLate)
    let unsure: [AlignmentMetric: Double] = [.lagMs: 36, .lagErrorMs: 19]
    #expect(verdict(.measured(lagMs: 4, errorMs: 3), unsure).cause == .sitsWell)
  }

  @Test(arguments: [
    (PictureLag.Reason.noFace, FitVerdict.Cause.noFace), (.tooShort, .tooShort),
    (.notFollowed, .notFollowed), (.still, .tooLittleMotion), (.unlike, .motionDiffers),
    (.ambiguous, .lagAmbiguous),
  ])
  func `what cannot be measured has a reason and no number`(
    reason: PictureLag.Reason, cause: FitVerdict.Cause
  ) {
    let found = verdict(.unknown(reason))
    #expect(found.cause == cause)
    #expect(found.words.hasPrefix("the lag cannot be measured: "))
    #expect(found.lagMs == nil && found.lagUncertaintyMs == nil)
    let digits = found.words.filter(\.isNumber)
    #expect(digits.isEmpty)
  }

  @Test func `an overlay that is missing does not sit well`() {
    let found = verdict(
      .measured(lagMs: 1, errorMs: 2), [.coverage: 92.5, .framesWithFace: 80])
    #expect(found.cause == .overlayMissing)
    #expect(found.words.hasPrefix("missing in 6 of 80 frames with a face: no lag"))
    #expect(
      verdict(.measured(lagMs: 1, errorMs: 2), [.coverage: 100, .framesWithFace: 80]).cause
        == .sitsWell)
  }

  @Test func `a limit on the lag fails where the lag exceeds it and its own error`() {
    func passes(_ lagMs: Double, _ errorMs: Double, _ allowed: Double) -> Bool {
      var report = AlignmentReport(source: "a", frames: 2, faces: 1)
      (report[.pictureLagMs], report[.pictureLagErrorMs]) = (lagMs, errorMs)
      return AlignmentThreshold.judge(report, by: [AlignmentThreshold(.pictureLagMs, allowed)])
        .allSatisfy(\.passed)
    }
    #expect(passes(-40, 1, 40) && !passes(-40.1, 1, 40))
    #expect(passes(30, 1, 5) && !passes(30.1, 1, 5))
    #expect(passes(40, 20, 5) && !passes(40.1, 20, 5))
    let unmeasured = AlignmentThreshold.judge(
      AlignmentReport(source: "a", frames: 2, faces: 1),
      by: [AlignmentThreshold(.pictureLagMs, 5)])
    #expect(unmeasured.map(\.passed) == [true])
  }
}
