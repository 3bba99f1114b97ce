import Comparison
import Testing

@Suite struct ThresholdTests {
  private var measures: PictureMeasures {
    var measures = PictureMeasures(width: 100, height: 100, comparedPixels: 10_000)
    measures.largestChannelDifference = 40
    measures.differingPixels = 200
    measures.changedPixels = 100
    measures.densestWindow = PictureMeasures.Window(x: 1, y: 2, width: 32, height: 32, share: 0.25)
    measures.meanColourDifference = 0.5
    measures.highColourDifference = 6
    measures.structuralSimilarity = 0.97
    return measures
  }

  @Test func `There is a verdict a rung in the ladder's order, whatever was asked for`() {
    let rungs = [
      "maxChannelDifference", "maxChangedShare", "maxWindowShare", "maxMeanColourDifference",
      "maxHighColourDifference", "minStructuralSimilarity",
    ]
    let verdicts = ComparisonThresholds().verdicts(for: measures)
    #expect(verdicts.map(\.rung) == rungs)
    #expect(verdicts.map(\.found) == [40, 0.01, 0.25, 0.5, 6, 0.97])
    #expect(verdicts.allSatisfy { $0.passed && $0.allowed == nil })
    // The names are those of the properties.
    let properties = Mirror(reflecting: ComparisonThresholds()).children.compactMap(\.label)
    #expect(properties == rungs)
  }

  @Test func `What is exactly allowed passes, and a little less does not`() {
    let cases: [(WritableKeyPath<ComparisonThresholds, Double?>, Double, Double)] = [
      (\.maxChangedShare, 0.01, 0.009), (\.maxWindowShare, 0.25, 0.249),
      (\.maxMeanColourDifference, 0.5, 0.499), (\.maxHighColourDifference, 6, 5.99),
      (\.minStructuralSimilarity, 0.97, 0.971),
    ]
    for (path, kept, broken) in cases {
      var thresholds = ComparisonThresholds()
      thresholds[keyPath: path] = kept
      #expect(thresholds.passes(measures))
      #expect(thresholds.verdicts(for: measures).contains { $0.allowed == kept })
      thresholds[keyPath: path] = broken
      #expect(!thresholds.passes(measures))
      #expect(thresholds.verdicts(for: measures).count { !$0.passed } == 1)
    }
    var thresholds = ComparisonThresholds()
    thresholds.maxChannelDifference = 40
    #expect(thresholds.passes(measures))
    thresholds.maxChannelDifference = 39
    #expect(!thresholds.passes(measures))
  }

  @Test func `What is no number passes no threshold`() {
    var broken = measures
    broken.structuralSimilarity = .nan
    broken.meanColourDifference = .nan
    var thresholds = ComparisonThresholds()
    #expect(thresholds.passes(broken))
    thresholds.minStructuralSimilarity = 0
    #expect(!thresholds.passes(broken))
    thresholds.minStructuralSimilarity = nil
    thresholds.maxMeanColourDifference = 200
    #expect(!thresholds.passes(broken))
  }

  @Test func `Identical pictures pass all that have a name`() {
    let same = PictureMeasures(width: 4, height: 4, comparedPixels: 16)
    for thresholds in [ComparisonThresholds.exact, .close, .codec] {
      #expect(thresholds.passes(same))
      #expect(thresholds != ComparisonThresholds())
    }
  }

  @Test func `Thresholds with names lie within what they may be`() {
    for thresholds in [ComparisonThresholds.exact, .close, .codec] {
      for share in [thresholds.maxChangedShare, thresholds.maxWindowShare] {
        #expect(share.map(ComparisonThresholds.shares.contains) ?? true)
      }
      for colour in [thresholds.maxMeanColourDifference, thresholds.maxHighColourDifference] {
        #expect(colour.map(ComparisonThresholds.colourDifferences.contains) ?? true)
      }
      #expect(
        thresholds.minStructuralSimilarity.map(ComparisonThresholds.similarities.contains) ?? true)
    }
  }
}
