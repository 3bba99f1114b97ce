import AvatarFiles
import ClipReading
import Foundation
import Frames
import Imaging
public import Isolation
import Recipe
public import Recordings
import Timelines
import Tracking
import TrackingFiles

/// Takes a recording apart into pictures and what the tracker saw in each, for players that show frame by frame.
public struct ClipFramesJob: Sendable {
  /// The frames of a recording.
  public struct Result: Sendable {
    /// A zip archive of stored files: `tracking.jsonl`, and `frames/000001.jpg` and so on.
    public var archive: [UInt8]
    /// How many frames there are.
    public var frames: Int
    /// Whether the recording goes on after them.
    public var goesOn: Bool
    /// What is to be known of the recording.
    public var summary: RenderSummary
  }

  /// The most frames of an archive: half a minute of a clip of 30 a second.
  public static let mostFrames = 900
  /// The frames a second that may be asked for.
  public static let rates = 1.0...60.0
  /// Frames nearer to the next time of a rate than this are taken for it, in milliseconds.
  private static let toleranceMs = 1.0

  private let settings: RenderSettings
  private let most: Int
  private let framesPerSecond: Double

  /// Makes the job; output paths of the settings are not used.
  ///
  /// - Parameters:
  ///   - most: how many frames are taken at most, from the begin of the settings' part.
  ///   - framesPerSecond: frames are left out where the clip has more than so many a second.
  public init(_ settings: RenderSettings, most: Int, framesPerSecond: Double) {
    (self.settings, self.most, self.framesPerSecond) = (settings, most, framesPerSecond)
  }

  /// Does the job.
  ///
  /// Faces are at each frame's own time, joined and smoothed as a render has them. A line of the tracking has the
  /// frame's time in the clip.
  ///
  /// - Parameter scratch: a path at which no file is, for the tracking while it is written.
  /// - Throws: the errors of the stages, as `RenderJob.run` does, and `TrackingWriteError`.
  public func run(
    scratch: String, cancellation: Cancellation = Cancellation()
  ) throws -> Result {
    let recording = try OpenRecording(settings, for: .pictures)
    let watch = RenderWatch(cancellation)
    var driver = FrameDriver(
      recording, try RecordingRenderer(recording, recording.settings.passes, watch: watch), watch)
    var header = recording.tracking.header
    (header.timeOffsetMs, header.clipSHA256) = (0, nil)
    let writer = try TrackingWriter(
      path: scratch, header: header,
      tracker: TrackerNote(
        name: "Avatar Overlay", version: "1", isSmoothed: settings.smoothing.strategy != .none))
    var files: [(path: String, bytes: [UInt8])] = []
    var (goesOn, nextMs) = (false, Double?.none)
    let step = 1000 / framesPerSecond
    let summary = try driver.pictures(most: most + 1) { frame in
      let timeMs = frame.timestampMs
      guard timeMs + Self.toleranceMs >= nextMs ?? timeMs else { return false }
      // By the rate's own times, so that no frame is late for the one before.
      nextMs = max((nextMs ?? timeMs) + step, timeMs + step / 2)
      return true
    } _: { picture, state, _ in
      guard files.count < most else {
        goesOn = true
        return
      }
      files.append(
        (
          "frames/\(String(format: "%06d", files.count + 1)).jpg",
          try picture.encoded(as: PictureEncoding(.jpeg))
        ))
      try writer.write(
        TrackingSample(
          timestampMs: state.timeMs,
          faces: state.faces.filter { $0.source != .fading }.map { timed in
            var face = timed.face
            face.id = timed.identity
            return face
          }))
    }
    guard !files.isEmpty else {
      throw RenderingError.noSuchFrame(reason: "there is no frame in this part of the clip")
    }
    try writer.finish()
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let tracking = [UInt8](FileManager.default.contents(atPath: scratch) ?? Data())
    return Result(
      archive: ZipWriter.archive(of: [("tracking.jsonl", tracking)] + files),
      frames: files.count, goesOn: goesOn, summary: summary)
  }
}
