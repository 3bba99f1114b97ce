import Comparison
import Foundation
import Imaging
import Verification

/// The files that `compare` writes.
final class CompareOutputs {
  private let diff: String?
  private let overwrites: Bool
  /// Failing frames whose pictures are to be kept.
  let keptFrames: Int

  /// Heat maps of a comparison at most; of further failing frames there are none.
  static let mostHeatMaps = 1000

  init(_ arguments: ParsedArguments) throws {
    diff = arguments.string("--diff")
    overwrites = arguments.has("--overwrite")
    keptFrames = 0
  }

  /// Writes the heat map of a frame that failed.
  func failed(_ frame: ComparisonReport.Frame, _ pictures: ComparedFrame) throws {
  }

  /// Writes what is written at the end.
  func write(_ outcome: CompareJob.Outcome) throws {
  }
}
