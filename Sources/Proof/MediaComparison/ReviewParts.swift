package import Comparison
internal import Geometry
package import Placement
package import Review

extension ReviewCurve {
  /// The measures of a case over its frames, with their thresholds; nothing for a still.
  package static func measures(
    of frames: [ReviewFrame], _ thresholds: ComparisonThresholds
  ) -> [ReviewCurve] {
    guard frames.count > 1 else { return [] }
    func curve(
      _ name: String, _ rung: String, _ allowed: Double?, _ value: (PictureMeasures) -> Double
    ) -> ReviewCurve {
      ReviewCurve(
        name: name, values: frames.map { $0.measures.map(value) }, allowed: allowed, rung: rung)
    }
    return [
      curve(
        "largest channel difference", "maxChannelDifference",
        thresholds.maxChannelDifference.map(Double.init)
      ) { Double($0.largestChannelDifference) },
      curve("share of changed pixels", "maxChangedShare", thresholds.maxChangedShare) {
        $0.changedShare
      },
      curve(
        "mean colour difference (CIEDE2000)", "maxMeanColourDifference",
        thresholds.maxMeanColourDifference
      ) { $0.meanColourDifference },
      curve(
        "structural similarity", "minStructuralSimilarity", thresholds.minStructuralSimilarity
      ) { $0.structuralSimilarity },
    ]
  }
}

extension ReviewRegion {
  /// The regions of a frame, one an outline; nil where there is none.
  package static func regions(of placed: [PlacedRegion]) -> [ReviewRegion]? {
    let all = placed.flatMap { one in
      one.quads.map { quad in
        ReviewRegion(
          name: one.region.name, use: one.isIgnored ? .ignored : .compared,
          corners: quad.corners.map { [$0.x, $0.y] })
      }
    }
    return all.isEmpty ? nil : all
  }
}

extension ReviewQuad {
  /// The layers of a frame; none where it is not known where they went.
  package static func quads(of record: PlacementRecord?, _ side: Side) -> [ReviewQuad] {
    (record?.placements ?? []).map { entry in
      ReviewQuad(
        layer: entry.layer, side: side, corners: entry.corners.corners.map { [$0.x, $0.y] })
    }
  }
}
