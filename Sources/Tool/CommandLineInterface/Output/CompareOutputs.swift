import Comparison
import Files
import Foundation
import Imaging
import MediaComparison
import Problems
import Rendering
import Review
import Terminal

/// The files that `compare` writes.
final class CompareOutputs {
  private let diff: String?
  private let review: ReviewOutputs
  private let judge: PictureJudge
  private var heatMaps = 0
  /// They get their names at the end: a user that stops the comparison finds no half of them.
  private let files: PictureFiles

  /// Heat maps of a comparison at most; of further failing frames there are none.
  static let mostHeatMaps = 1000
  /// Failing frames of a clip whose pictures go into the report.
  static let reportedFrames = 24

  /// Refuses what is there already before any work is done.
  ///
  /// - Parameter diff: where heat maps go, a .png file or a folder; nil for none.
  init(
    diff: String?, _ review: ReviewOutputs, judge: PictureJudge, overwrites: Bool
  ) throws(FileFault) {
    (self.diff, self.review, self.judge) = (diff, review, judge)
    files = PictureFiles(compression: .fast, overwrites: overwrites)
    try OutputFiles.check([isOnePicture ? diff : nil], overwrites: overwrites)
  }

  /// How many failing frames' pictures are to be kept.
  var keptFrames: Int { review.hasPage ? Self.reportedFrames : 0 }

  /// Whether the heat map is one file.
  private var isOnePicture: Bool { diff?.lowercased().hasSuffix(".png") ?? false }

  /// Writes the heat map of a frame that failed.
  func failed(_ frame: ComparisonReport.Frame, _ compared: ComparedFrame) throws {
    guard let diff, heatMaps < Self.mostHeatMaps else { return }
    let pictures = try compared.pictures()
    let region =
      judge.outsideThresholds == nil ? judge.region.mask(inside: pictures.inside) : nil
    guard
      let map = PictureComparer(judge.options).heatMap(
        pictures.expected, pictures.actual, in: region)
    else { return }
    heatMaps += 1
    let number = String(format: "%05d.png", frame.frame)
    let path = isOnePicture ? diff : "\(diff)/\(frame.name ?? number)"
    if isOnePicture, heatMaps > 1 {
      throw UsageError("\(diff): several frames differ; name a folder for their heat maps")
    }
    if !isOnePicture { try files.makeFolder((path as NSString).deletingLastPathComponent) }
    try files.write(map, to: path)
  }

  /// Writes what is written at the end.
  func write(_ outcome: CompareJob.Outcome) throws {
    try writeReview(outcome)
    try files.keep()
  }

  private func writeReview(_ outcome: CompareJob.Outcome) throws {
    guard !review.areEmpty else { return }
    let scratch = try ScratchPictures(isNeeded: review.hasPage)
    let first = outcome.report.first.path
    try review.write(
      ReviewDocument(
        title: "\(first) and \(outcome.report.second.path)",
        createdAt: Date().formatted(.iso8601), rendererVersion: VersionInfo.version,
        cases: try outcome.reviewCases(pictures: scratch.write)),
      picturesRoot: scratch.folder)
  }
}

/// The pictures of a report until they are in it.
private final class ScratchPictures {
  let folder: String
  private let isNeeded: Bool

  init(isNeeded: Bool) throws {
    self.isNeeded = isNeeded
    folder =
      FileManager.default.temporaryDirectory
      .appending(path: "avatar-overlay-\(UUID().uuidString)").path
    guard isNeeded else { return }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw FileFault(path: folder, .failed(SystemReason.words(of: error)))
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes both pictures of a frame and gives their names.
  func write(_ frame: ComparedFrame) throws -> (expected: String, actual: String) {
    let names = ("\(frame.place)-expected.png", "\(frame.place)-actual.png")
    guard isNeeded else { return names }
    let pictures = try frame.pictures()
    try PNG.write(pictures.expected, to: "\(folder)/\(names.0)", compression: .fast)
    try PNG.write(pictures.actual, to: "\(folder)/\(names.1)", compression: .fast)
    frame.forgetPictures()
    return names
  }
}
