import Alignment
import Foundation
import Testing

@Suite struct ReportTests {
  private func report(_ metrics: [AlignmentMetric: Double]) -> AlignmentReport {
    var report = AlignmentReport(source: "a", frames: 2, faces: 1)
    for (metric, value) in metrics { report[metric] = value }
    return report
  }

  private func quad(_ dx: Double, layer: String = "mask") -> AlignedQuad {
    AlignedQuad(
      face: 1, layer: layer,
      corners: [[dx, 0], [10 + dx, 0], [10 + dx, 10], [dx, 10]])
  }

  @Test func `a report reads back as it was written, in camel case`() throws {
    var report = report([.nme: 1.5, .longestGapMs: 40, .rawAuc8: 0.9])
    report.perFrame = [
      AlignedFrame(
        frame: 3, timestampMs: 120, faces: [AlignedFace(face: 1, isCovered: true)],
        quads: [quad(0)])
    ]
    report.thresholds = AlignmentThreshold.judge(report, by: [AlignmentThreshold(.nme, 1)])
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(AlignmentReport.self, from: data) == report)
    let object = try #require(
      JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["format"] as? String == "avatar-alignment/1")
    #expect((object["metrics"] as? [String: Double])?["longestGapMs"] == 40)
  }

  @Test func `a report holds no figure that is not finite`() {
    #expect(report([.jitter: .nan])[.jitter] == nil)
    #expect(report([.jitter: .infinity]).metrics.isEmpty)
  }

  @Test func `a report names and groups every figure`() {
    for metric in AlignmentMetric.allCases {
      #expect(!metric.title.isEmpty)
      #expect(metric.margin > 0)
    }
    #expect(Set(AlignmentMetric.allCases.map(\.group)) == Set(AlignmentMetric.Group.allCases))
  }

  @Test func `a report is judged on both sides of a threshold`() {
    let report = report([.nme: 2, .coverage: 99, .lagMs: -12])
    func passes(_ metric: AlignmentMetric, _ allowed: Double) -> Bool {
      AlignmentThreshold.judge(report, by: [AlignmentThreshold(metric, allowed)])
        .allSatisfy(\.passed)
    }
    #expect(passes(.nme, 2) && !passes(.nme, 1.999))
    #expect(passes(.coverage, 99) && !passes(.coverage, 99.001))
    // A lead is as bad as a lag.
    #expect(passes(.lagMs, 12) && !passes(.lagMs, 11.9))
    // What could not be told proves nothing.
    #expect(!passes(.residualP95, 100))
  }

  @Test func `a report passes a lag that cannot be told`() {
    let verdict = AlignmentThreshold.judge(report([:]), by: [AlignmentThreshold(.lagMs, 1)])
    #expect(verdict.map(\.passed) == [true] && verdict[0].found == nil)
  }

  @Test func `a report against itself is the same in every row`() {
    let report = report([.nme: 2, .coverage: 99, .lagMs: -12, .framesWithFace: 4])
    let comparison = AlignmentComparison(report, report)
    #expect(comparison.rows.count == 4)
    #expect(comparison.rows.allSatisfy { $0.trend == .same && $0.change == 0 })
    #expect(comparison.worse(byMoreThan: 0).isEmpty)
  }

  @Test(arguments: [
    (AlignmentMetric.jitter, 0.2, 0.3, AlignmentComparison.Trend.worse, 50.0),
    (.jitter, 0.3, 0.15, .better, -50), (.jitter, 0.2, 0.2019, .same, 0.95),
    (.coverage, 80, 60, .worse, 25), (.coverage, 60, 90, .better, -50),
    (.lagMs, -10, 5, .better, -50), (.lagMs, 2, -40, .worse, 1900),
    (.lagMs, 0, 10, .worse, 1000),
  ])
  func `a report tells better from worse`(
    metric: AlignmentMetric, a: Double, b: Double, trend: AlignmentComparison.Trend,
    percent: Double
  ) throws {
    let row = try #require(
      AlignmentComparison(report([metric: a]), report([metric: b])).rows.first)
    #expect(row.trend == trend)
    #expect(abs(try #require(row.worsePercent) - percent) < 1e-9)
    #expect(row.change == b - a)
  }

  @Test func `a report does not call a lag worse within its standard errors`() throws {
    let a = report([.lagMs: 0, .lagErrorMs: 2])
    func trend(_ lag: Double) -> AlignmentComparison.Trend? {
      AlignmentComparison(a, report([.lagMs: lag, .lagErrorMs: 5])).rows.first?.trend
    }
    #expect(trend(6.9) == .same && trend(-6.9) == .same && trend(7.1) == .worse)
  }

  @Test func `a report says what only one of two runs has, and what is neither`() throws {
    let rows = AlignmentComparison(
      report([.nme: 2, .framesWithFace: 5]), report([.framesWithFace: 9])
    ).rows
    #expect(rows.map(\.trend) == [.incomparable, .changed])
  }

  @Test func `a report measures how far each layer moved, and where it is missing`() throws {
    func frames(_ shifts: [Double?]) -> AlignmentReport {
      var report = report([:])
      report.perFrame = shifts.enumerated().map { index, dx in
        AlignedFrame(
          frame: index, timestampMs: Double(index) * 40,
          quads: (dx.map { [quad($0)] } ?? []) + [quad(0, layer: "still")])
      }
      return report
    }
    let comparison = AlignmentComparison(frames([0, 0, 0, nil]), frames([0, 3, -1, 2]))
    #expect(comparison.moves.map(\.layer) == ["mask", "still"])
    let mask = comparison.moves[0]
    #expect(mask.frames == 3 && mask.onlyInB == 1 && mask.onlyInA == 0)
    #expect(abs(mask.meanPx - 4.0 / 3) < 1e-12)
    #expect(mask.maxPx == 3 && mask.worstFrame == 1)
    #expect(comparison.moves[1].maxPx == 0)
    #expect(comparison.moved(furtherThan: 5).map(\.layer) == ["mask"])
    #expect(AlignmentComparison(frames([0]), frames([0.5])).moved(furtherThan: 0.5).isEmpty)
  }
}
