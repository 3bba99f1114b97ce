public import Placement

/// Tells whether layers went where they were expected some frames before or after: what a clip that
/// is out of step with its tracking looks like.
public enum PlacementShift {
  /// The finding in words ("one frame late") with what it rests on; nil where there is none.
  ///
  /// - Parameters:
  ///   - expected: where layers were expected to go, a record a frame.
  ///   - actual: where they went, of the frames that differ.
  public static func words(expected: [PlacementRecord], actual: [PlacementRecord]) -> String? {
    let byFrame = Dictionary(expected.map { ($0.frame, $0) }) { first, _ in first }
    var shift = FrameShift()
    for record in actual {
      guard let partner = byFrame[record.frame] else { continue }
      let neighbours = (-FrameShift.reach...FrameShift.reach).compactMap { distance in
        distance == 0 ? nil : byFrame[record.frame + distance].map { (distance, $0) }
      }
      shift.observe(partner: partner, actual: record, neighbours: neighbours)
    }
    return shift.finding?.words
  }
}
