import Comparison
import Foundation
import Imaging
import MediaComparison
import TestSupport
import Testing

@Suite struct NothingToCompareTests {
  private func report(
    sameSecond: Bool, region: ComparedRegion = .inside, frames: String
  ) throws -> ComparisonReport {
    let folder = try ScratchFolder()
    let (a, b) = (try Scene().picture(), try Scene(x: 124).picture())
    try PNG.write(a, to: folder.path("a.png"))
    try PNG.write(sameSecond ? a : b, to: folder.path("b.png"))
    try Data(frames.utf8).write(to: URL(filePath: folder.path("a.jsonl")))
    var settings = CompareSettings(first: folder.path("a.png"), second: folder.path("b.png"))
    settings.placements = folder.path("a.jsonl")
    settings.judge.region = region
    return try CompareJob(settings).run().report
  }

  private let empty =
    #"{"frame":0,"timestampMs":0,"width":240,"height":180,"placements":[]}"# + "\n"

  @Test(arguments: [true, false])
  func `a region without a pixel does not pass`(isSame: Bool) throws {
    let report = try report(sameSecond: isSame, frames: empty)
    #expect(report.verdict == .mismatch)
    #expect(report.mismatches.first?.hasPrefix("nothing to compare") == true)
    if !isSame {
      #expect(report.frames.first?.explanation == ["no pixel is in the region that is compared"])
    }
  }

  @Test func `a region without a pixel does not keep all of the picture from being compared`()
    throws
  {
    #expect(try report(sameSecond: true, region: .all, frames: empty).verdict == .passed)
    #expect(try report(sameSecond: false, region: .all, frames: empty).verdict == .failed)
  }
}
