import Alignment
import Foundation
import Recordings
import Rendering
import TestSupport
import Testing
import Tracking

/// What smoothing does to real recordings, against figures of another program.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct AlignRecordingTests {
  private func report(_ name: String, _ strategy: SmoothingOptions.Strategy) throws
    -> AlignmentReport
  {
    var settings = try AlignStage(frames: 1).settings(strategy)
    settings.render.recording = try RecordingLocation(
      finding: SharedData.file("recordings/\(name)").path)
    return try AlignJob(settings).run().report
  }

  /// By numpy.polyfit on the tracking files, smoothed by the formulas written out anew in numpy:
  /// jitter and shake in percent of the face's size, jerk in eye distances a second cubed.
  @Test(arguments: [
    ("phone-portrait", SmoothingOptions.Strategy.none, 0.15098, 0.13307, 84.93282),
    ("gesture", .ema, 0.23167, 0.20117, 102.76565),
    ("signing", .oneEuro, 0.16939, 2.49071, 96.76332),
    ("two-faces", .none, 0.71667, 1.00765, 80.28644),
  ])
  func `alignment of real recordings have the figures that numpy has`(
    name: String, strategy: SmoothingOptions.Strategy, jitter: Double, shake: Double, jerk: Double
  ) throws {
    let report = try report(name, strategy)
    #expect(abs(try #require(report[.jitter]) - jitter) < 2e-5)
    #expect(abs(try #require(report[.shake]) - shake) < 2e-5)
    #expect(abs(try #require(report[.jerk]) - jerk) < 2e-4)
  }

  /// The share of the jitter that goes.
  ///
  /// On `phone-portrait` hardly any, since what the landmarks do from frame to frame is what the picture
  /// does, as the slide over the skin shows. On `signing` and `two-faces` heads move: a line would take
  /// out 61 to 68 %, and slide over the skin more (1.23 px a frame instead of 0.93 on `signing`).
  @Test(arguments: [("phone-portrait", 0.0), ("gesture", 60), ("signing", 45), ("two-faces", 45)])
  func `alignment of real recordings lose their jitter to offline where it is one, without lag`(
    name: String, least: Double
  ) throws {
    let report = try report(name, .offline)
    #expect(try #require(report[.jitterReduction]) >= least)
    #expect(try #require(report[.shakeReduction]) >= least)
    if let lag = report[.lagMs], let error = report[.lagErrorMs] {
      #expect(abs(lag) <= error && abs(lag) < 10)
    } else {
      // A phone that is held still shows no motion to tell a lag by.
      #expect(name == "phone-portrait")
    }
    #expect(report[.coverage] == 100)
  }

  /// The slides over the skin in 1, 5 and 15 frames, with the floors.
  private func slides(
    _ name: String, _ strategy: SmoothingOptions.Strategy
  ) throws -> [(px: Double, floorPx: Double)] {
    var settings = try AlignStage(frames: 1).settings(strategy)
    settings.measuresSkin = true
    settings.render.recording = try RecordingLocation(
      finding: SharedData.file("recordings/\(name)").path)
    let report = try AlignJob(settings).run().report
    let names: [(AlignmentMetric, AlignmentMetric)] = [
      (.skin1Px, .skinFloor1Px), (.skin5Px, .skinFloor5Px), (.skin15Px, .skinFloor15Px),
    ]
    return try names.map { (try #require(report[$0]), try #require(report[$1])) }
  }

  @Test(arguments: ["phone-portrait", "two-faces"])
  func `offline slides over the skin no more than the tracking itself`(name: String) throws {
    let (raw, smooth) = (try slides(name, .none), try slides(name, .offline))
    for (raw, smooth) in zip(raw, smooth) {
      #expect(smooth.px <= raw.px + 0.1 * raw.floorPx, "\(raw), \(smooth)")
    }
  }

  @Test func `alignment of real recordings have no jitter where they are stills`() throws {
    let report = try report("portrait-still", .offline)
    #expect(report[.jitter] == nil && report[.shake] == nil && report[.lagMs] == nil)
    #expect(report[.reprojection] != nil)
  }
}
