import Alignment
import Foundation
import Geometry
import Recordings
import Rendering
import SampleRecording
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// What `align` says of recordings whose tracking is shifted by a known time.
@Suite struct AlignVerdictTests {
  private func report(
    _ recording: RecordingLocation, shiftedByMs shift: Double,
    smoothing: SmoothingOptions.Strategy = .offline
  ) throws -> AlignmentReport {
    var settings = try AlignStage(frames: 1).settings(smoothing)
    settings.render.recording = recording
    settings.render.tracking.timeOffset = .ms(shift)
    return try AlignJob(settings).run().report
  }

  /// Drawn heads have no tracker's filter: the lag is the shift.
  @Test(arguments: [-200.0, -80, 0, 80, 200])
  func `a drawn recording's verdict names the shift of its tracking`(shift: Double) throws {
    let folder = try ScratchFolder()
    let size = try #require(PixelSize<TrackerSpace>(width: 480, height: 270))
    let recorder = SampleRecorder(size: size, frameRate: 25, duration: 4, threads: 2)
    try recorder.write(into: folder.path("sample"))
    let report = try report(
      RecordingLocation(finding: folder.path("sample")), shiftedByMs: shift)
    let verdict = try #require(report.verdict)
    #expect(abs(try #require(report[.pictureLagMs]) - shift) < 15, "\(verdict)")
    #expect(
      verdict.cause == (shift == 0 ? .sitsWell : shift > 0 ? .trackingLate : .trackingEarly),
      "\(verdict)")
  }

  struct Shifted: CustomTestStringConvertible, Sendable {
    var name: String
    var ms: Double
    var testDescription: String { "\(name) by \(ms) ms" }
  }

  /// All pairs of a recording and a shift; each recording and each shift is among the first five.
  static let shifted = (0..<20).map { index in
    Shifted(
      name: ["winks", "expressions", "two-faces", "signing"][index % 4],
      ms: [-200.0, 80, 0, 200, -80][index % 5])
  }

  /// 15 ms: what MediaPipe's filter delays these faces by, and the error, which is told beside it.
  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)),
    arguments: Thorough.cases(shifted, sample: 5))
  func `a real recording's verdict names the shift of its tracking`(_ one: Shifted) throws {
    let (name, shift) = (one.name, one.ms)
    let location = try RecordingLocation(finding: SharedData.file("recordings/\(name)").path)
    let report = try report(location, shiftedByMs: shift)
    let verdict = try #require(report.verdict)
    #expect(abs(try #require(report[.pictureLagMs]) - shift) < 15, "\(verdict)")
    #expect(
      verdict.cause == (shift == 0 ? .sitsWell : shift > 0 ? .trackingLate : .trackingEarly),
      "\(verdict)")
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)),
    arguments: [
      ("portrait-still", FitVerdict.Cause.tooShort), ("phone-portrait", .tooShort),
      ("gesture", .lagAmbiguous),
    ])
  func `a real recording that does not tell a lag has a reason and no number`(
    name: String, cause: FitVerdict.Cause
  ) throws {
    let location = try RecordingLocation(finding: SharedData.file("recordings/\(name)").path)
    let report = try report(location, shiftedByMs: 0)
    #expect(report.verdict?.cause == cause, "\(String(describing: report.verdict))")
    #expect(report[.pictureLagMs] == nil && report.verdict?.lagMs == nil)
  }
}
