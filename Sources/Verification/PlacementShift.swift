internal import Geometry
internal import Imaging
public import Placement

/// Tells whether layers went where they were expected some frames before or after: what a clip that
/// is out of step with its tracking looks like.
public enum PlacementShift {
  /// How far a frame's neighbours are away that are looked at.
  private static let reach = 2

  /// The finding in words ("one frame late") with what it rests on; nil where there is none.
  ///
  /// - Parameters:
  ///   - expected: where layers were expected to go, a record a frame.
  ///   - actual: where they went, of the frames that differ.
  public static func words(expected: [PlacementRecord], actual: [PlacementRecord]) -> String? {
    guard let size = PixelSize<OutputSpace>(width: 1, height: 1) else { return nil }
    // Records tell enough: the pictures are never looked at.
    let picture = StraightRGBA8(size: size)
    func frame(_ record: PlacementRecord) -> SourceFrame {
      let frame = SourceFrame(picture, index: record.frame)
      frame.placements = record
      return frame
    }
    let byFrame = Dictionary(expected.map { ($0.frame, $0) }) { first, _ in first }
    var shift = FrameShift()
    for record in actual {
      guard let partner = byFrame[record.frame] else { continue }
      let neighbours = (-reach...reach).compactMap { distance -> FrameShift.Neighbour? in
        guard distance != 0, let neighbour = byFrame[record.frame + distance] else { return nil }
        return (distance, frame(neighbour))
      }
      _ = try? shift.observe(
        partner: frame(partner), actual: frame(record), neighbours: neighbours, region: nil)
    }
    return shift.finding.map {
      "\($0.words), as \($0.confirmed) of \($0.moving) frames with motion show"
    }
  }
}
