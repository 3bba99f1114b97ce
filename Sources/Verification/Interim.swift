internal import Comparison

extension ComparisonThresholds {
  func verdicts(for measures: PictureMeasures) -> [RungVerdict] {
    [
      RungVerdict(
        rung: "maxChannelDifference", found: Double(measures.largestChannelDifference),
        allowed: maxChannelDifference.map(Double.init),
        passed: measures.largestChannelDifference <= maxChannelDifference ?? 255)
    ]
  }
}
