internal import Foundation
import Placement
import TrackingFiles
import Verification

/// Where the layers of a case's goldens went, by frame.
struct KeptPlacements {
  private var records: [Int: PlacementRecord] = [:]
  private var first: PlacementRecord?
  /// Why the file cannot be read; nil where it can, or is not there.
  private(set) var fault: String?

  /// Reads the placements beside goldens; none where there is no file.
  static func read(_ path: String) -> KeptPlacements {
    var kept = KeptPlacements()
    guard SuitePath.exists(path) else { return kept }
    do throws(TrackingFault) {
      let reader = try PlacementsReader(path: path)
      while kept.records.count <= SuiteLimits.framesOfCase, let record = try reader.next() {
        kept.first = kept.first ?? record
        kept.records[record.frame] = record
      }
    } catch {
      kept.fault = "\(error)"
    }
    return kept
  }

  /// All records, by frame.
  var all: [PlacementRecord] { records.values.sorted { $0.frame < $1.frame } }

  /// The record of a frame; of a still (nil), the only one.
  func record(ofFrame frame: Int?) -> PlacementRecord? {
    frame.map { records[$0] } ?? first
  }
}
