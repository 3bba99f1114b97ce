package import Geometry
package import Tracking

/// How the tracker's picture lay against the clip's: flipped left to right, and turned.
package struct TrackerView: Hashable, Sendable {
  /// Whether it was flipped.
  package var isMirrored: Bool
  /// The clockwise turn that makes it upright.
  package var rotation: QuarterTurn

  package init(isMirrored: Bool, rotation: QuarterTurn) {
    (self.isMirrored, self.rotation) = (isMirrored, rotation)
  }

  /// What a file says of itself.
  package init(_ header: TrackingHeader) {
    self.init(isMirrored: header.mirrored, rotation: header.rotation)
  }

  /// The seven other ones.
  var others: [TrackerView] {
    [false, true].flatMap { flips in
      QuarterTurn.allCases.map { TrackerView(isMirrored: flips, rotation: $0) }
    }.filter { $0 != self }
  }
}
