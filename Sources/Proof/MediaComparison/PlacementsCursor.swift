internal import Placement
internal import Recordings
internal import TrackingFiles

/// Goes through a sidecar beside the frames of a side, line by line.
///
/// The sidecar of a part of a clip counts frames as the whole clip does, the clip that was rendered
/// of it begins with 0: so the first line belongs to the side's first frame (the one with place 0),
/// and from there on frames are counted alike.
final class PlacementsCursor {
  let path: String
  private let reader: PlacementsReader
  private var pending: PlacementRecord?
  private var firstFrame: Int?

  init(path: String) throws(TrackingFault) {
    self.path = path
    reader = try PlacementsReader(path: path)
  }

  /// The record of the frame at a place; places are asked for in ascending order.
  func record(at place: Int) throws -> PlacementRecord {
    while true {
      guard let record = try pending ?? reader.next() else {
        throw ComparisonError.noPlacements(path, frame: place, reason: "the file ends before it")
      }
      pending = record
      let first = firstFrame ?? record.frame
      firstFrame = first
      if record.frame - first < place {
        pending = nil
        continue
      }
      guard record.frame - first == place else {
        throw ComparisonError.noPlacements(
          path, frame: place, reason: "the next line is of frame \(record.frame - first)")
      }
      return record
    }
  }

  /// Whether there are lines behind those that were asked for.
  func hasMore() throws -> Bool {
    pending = nil
    return try reader.next() != nil
  }
}
