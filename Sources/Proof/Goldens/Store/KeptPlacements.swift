internal import Foundation
import Placement
internal import Recordings
import TrackingFiles

/// Where the layers of a case's goldens went, by frame.
struct KeptPlacements {
  private var records: [Int: PlacementRecord] = [:]
  private var first: PlacementRecord?
  /// Why the file cannot be read; nil where it can, or is not there.
  private(set) var fault: String?

  /// Reads the placements beside goldens; none where there is no file.
  ///
  /// - Throws: `GoldenError.leadsOut`.
  static func read(_ place: SuitePlace) throws(GoldenError) -> KeptPlacements {
    var kept = KeptPlacements()
    guard place.exists else { return kept }
    let opened: Int32
    do throws(GoldenError) {
      opened = try place.open()
    } catch {
      if error.isLeadingOut { throw error }
      kept.fault = "\(error)"
      return kept
    }
    do throws(TrackingFault) {
      let reader = try PlacementsReader(path: place.path, opened: opened)
      while kept.records.count <= SuiteLimits.framesOfCase, let record = try reader.next() {
        kept.first = kept.first ?? record
        kept.records[record.frame] = record
      }
    } catch {
      kept.fault = "\(error)"
    }
    return kept
  }

  var all: [PlacementRecord] { records.values.sorted { $0.frame < $1.frame } }

  /// The record of a frame; of a still (nil), the only one.
  func record(ofFrame frame: Int?) -> PlacementRecord? {
    frame.map { records[$0] } ?? first
  }
}
