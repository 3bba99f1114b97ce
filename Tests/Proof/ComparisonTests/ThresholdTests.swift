import Comparison
import Imaging
import TestSupport
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

  @Test func `there is a verdict a rung in the ladder's order, whatever was asked for`() {
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

  @Test func `what is exactly allowed passes, and a little less does not`() {
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

  @Test func `what is no number passes no threshold`() {
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

  @Test func `identical pictures pass all that have a name`() {
    let same = PictureMeasures(width: 4, height: 4, comparedPixels: 16)
    for thresholds in [ComparisonThresholds.exact, .close, .codec] {
      #expect(thresholds.passes(same))
      #expect(thresholds != ComparisonThresholds())
    }
  }

  @Test func `thresholds with names lie within what they may be`() {
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

  /// A disc over a slope of greys, its edge by exact distance, `offset` pixels to the right.
  private func disc(offset: Double) -> StraightRGBA8 {
    picture(320, 180) { x, y in
      let (dx, dy) = (Double(x) + 0.5 - 160 - offset, Double(y) + 0.5 - 90)
      let distance = 60 - (dx * dx + dy * dy).squareRoot()
      let share = min(max(distance + 0.5, 0), 1)
      let ground = 60 + Double(x) / 4
      func level(_ colour: Double) -> UInt8 {
        UInt8(ground + (colour - ground) * share + 0.5)
      }
      return RGBA8(level(220), level(120), level(40))
    }
  }

  private func measured(
    _ a: StraightRGBA8, _ b: StraightRGBA8
  ) throws -> (exact: Bool, close: Bool, codec: Bool) {
    let measures = try #require(PictureComparer().measure(a, b))
    return (
      ComparisonThresholds.exact.passes(measures), ComparisonThresholds.close.passes(measures),
      ComparisonThresholds.codec.passes(measures)
    )
  }

  @Test func `rounding is close, and a tenth of a pixel, but not a third of one`() throws {
    let a = disc(offset: 0)
    var random = SplitMix64(state: 1)
    let rounded = picture(320, 180) { x, y in
      let old = a[x, y]
      let levels = [old.red, old.green, old.blue].map { level in
        UInt8(clamping: Int(level) + Int(random.next() % 3) - 1)
      }
      return RGBA8(levels[0], levels[1], levels[2])
    }
    #expect(try measured(a, a) == (true, true, true))
    #expect(try measured(a, rounded) == (false, true, true))
    #expect(try measured(a, disc(offset: 0.1)) == (false, true, true))
    #expect(try measured(a, disc(offset: 0.33)) == (false, false, true))
  }

  @Test func `a codec does not move things by a pixel`() throws {
    #expect(try measured(disc(offset: 0), disc(offset: 1)) == (false, false, false))
  }
}
