import Comparison
import Foundation
import Imaging
import MediaComparison
import TestSupport
import Testing

@Suite struct CompareClipTests {
  /// Two clips of FFmpeg's moving test picture, the second filtered.
  private static func compare(
    _ filter: String, frames: Int = 16, source: String = "testsrc2=size=160x120:rate=25"
  ) throws -> ComparisonReport {
    let folder = try ScratchFolder()
    for (name, filter) in [("a.mkv", "null"), ("b.mkv", filter)] {
      try Program.ffmpeg.succeed(
        ["-nostdin", "-v", "error", "-f", "lavfi", "-i", source, "-vf", filter, "-frames:v"]
          + ["\(frames)", "-c:v", "ffv1", folder.path(name)], in: folder)
    }
    var settings = CompareSettings(first: folder.path("a.mkv"), second: folder.path("b.mkv"))
    settings.judge.thresholds.maxChannelDifference = 3
    return try CompareJob(settings).run().report
  }

  // A frame that is doubled at the start, and the times left as they were: all others come late.
  @Test func `a comparison of clips that is a frame late says so`() throws {
    let report = try Self.compare("tpad=start=1:start_mode=clone")
    #expect(report.verdict == .failed)
    #expect(report.explanation.first?.hasPrefix("one frame late") == true, "\(report.explanation)")
  }

  @Test func `a comparison of clips that is two frames late says so`() throws {
    let report = try Self.compare("tpad=start=2:start_mode=clone")
    #expect(report.explanation.first?.hasPrefix("two frames late") == true, "\(report.explanation)")
  }

  @Test func `a comparison of clips that is a frame early says so`() throws {
    let report = try Self.compare("trim=start_frame=1,setpts=PTS-STARTPTS")
    #expect(
      report.explanation.first?.hasPrefix("one frame early") == true, "\(report.explanation)")
  }

  @Test func `a comparison of clips that is shifted or stands still is not called late`() throws {
    let filters = ["crop=156:120:4:0,pad=160:120:0:0", "negate"]
    for filter in filters {
      let report = try Self.compare(filter)
      #expect(report.verdict == .failed)
      #expect(!report.explanation.contains { $0.contains(" late") || $0.contains(" early") })
    }
    let still = try Self.compare(
      "eq=brightness=0.1", source: "smptebars=size=160x120:rate=25")
    #expect(still.verdict == .failed)
    #expect(!still.explanation.contains { $0.contains(" late") || $0.contains(" early") })
  }

  @Test func `a comparison of clips explains the worst frames, and lists all that differ`() throws {
    let report = try Self.compare("drawbox=x=20:y=20:w=30:h=30:c=red:t=fill:enable='gte(n,6)'")
    #expect(report.framesCompared == 16)
    #expect(report.framesIdentical == 6)
    #expect(report.framesFailed == 10)
    #expect(report.frames.map(\.frame) == Array(6...15))
    #expect(report.failedFrames == "frames 6 to 15")
    #expect(report.frames.count { !$0.explanation.isEmpty } == CompareSettings.explainedFrames)
    #expect(report.worstFrame.map { (6...15).contains($0) } == true)
  }
}
