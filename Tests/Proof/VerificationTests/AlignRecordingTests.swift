import Alignment
import Foundation
import Rendering
import TestSupport
import Testing
import Tracking
import Verification

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
    ("phone-portrait", .offline, 0.03407, 0.01774, 3.31528),
    ("gesture", .ema, 0.23167, 0.20117, 102.76565),
    ("gesture", .offline, 0.14937, 0.12870, 55.80226),
    ("signing", .oneEuro, 0.16939, 2.49071, 96.76332),
    ("signing", .offline, 0.08965, 1.33888, 25.63618),
    ("two-faces", .none, 0.71667, 1.00765, 80.28644),
    ("two-faces", .offline, 0.24942, 0.32023, 9.36378),
  ])
  func `alignment of real recordings have the figures that numpy has`(
    name: String, strategy: SmoothingOptions.Strategy, jitter: Double, shake: Double, jerk: Double
  ) throws {
    let report = try report(name, strategy)
    #expect(abs(try #require(report[.jitter]) - jitter) < 2e-5)
    #expect(abs(try #require(report[.shake]) - shake) < 2e-5)
    #expect(abs(try #require(report[.jerk]) - jerk) < 2e-4)
  }

  @Test(arguments: ["phone-portrait", "gesture", "signing", "two-faces"])
  func `alignment of real recordings lose three fifths of their jitter to offline, without lag`(
    name: String
  ) throws {
    let report = try report(name, .offline)
    #expect(try #require(report[.jitterReduction]) >= 60)
    #expect(try #require(report[.shakeReduction]) >= 60)
    if let lag = report[.lagMs], let error = report[.lagErrorMs] {
      #expect(abs(lag) <= error && abs(lag) < 10)
    } else {
      // A phone that is held still shows no motion to tell a lag by.
      #expect(name == "phone-portrait")
    }
    #expect(report[.coverage] == 100)
  }

  @Test func `alignment of real recordings have no jitter where they are stills`() throws {
    let report = try report("portrait-still", .offline)
    #expect(report[.jitter] == nil && report[.shake] == nil && report[.lagMs] == nil)
    #expect(report[.reprojection] != nil)
  }
}
