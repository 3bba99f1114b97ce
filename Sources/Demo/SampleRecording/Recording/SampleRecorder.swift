import Files
import Foundation
public import Geometry
import Problems
import Threads

/// Makes a sample recording: a clip, the tracking of the very same poses, and `recording.json`.
public struct SampleRecorder: Sendable {
  /// The files of a recording, by their names in its folder.
  public enum FileName {
    /// The clip.
    public static let video = "clip.mp4"
    /// The tracking.
    public static let tracking = "tracking.jsonl"
    /// What names the other two.
    public static let recording = "recording.json"
    /// The session's settings, in a story that plays the game.
    public static let session = "session.json"
    /// What users do, in a story in which they do something.
    public static let cues = "cues.jsonl"
  }

  /// What happens.
  public let script: SampleScript

  /// The size of the clip, in pixels.
  public var size: PixelSize<TrackerSpace>
  /// Frames a second.
  public var frameRate: Int
  /// How much of the story is recorded, in seconds.
  public var duration: Double
  /// How many frames are drawn side by side; the files are the same for any number.
  public var threads: Int
  /// Whether files that are there already are replaced.
  public var overwrites = false

  /// Makes a recorder; as a rule of the whole story at 30 frames a second, with a thread for each
  /// processor.
  public init(
    of script: SampleScript = .visit, size: PixelSize<TrackerSpace>, frameRate: Int = 30,
    duration: Double? = nil, threads: Int = 0
  ) {
    (self.script, self.size) = (script, size)
    self.frameRate = max(frameRate, 1)
    self.duration = duration ?? script.duration
    self.threads = threads > 0 ? threads : Processors.available
  }

  /// How many frames the clip has.
  public var frameCount: Int { max(Int((duration * Double(frameRate)).rounded()), 1) }

  /// Writes the recording into a folder, which is made where it is missing.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - progress: Told how many of how many frames are written. What it throws ends the work, and
  ///     nothing unfinished is left behind.
  /// - Throws: `SampleRecordingError`, or what `progress` throws. `recording.json` is written last:
  ///   where it is, the rest is complete.
  public func write(
    into folder: String, progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws {
    let isNew = !FileManager.default.fileExists(atPath: folder)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw SampleRecordingError.cannotWrite(path: folder, reason: SystemReason.words(of: error))
    }
    // Takes away what is empty and nothing else.
    defer { if isNew { _ = unsafe rmdir(folder) } }
    let path = folder + "/" + FileName.recording
    guard overwrites || !FileManager.default.fileExists(atPath: path) else {
      throw SampleRecordingError.recordingExists(path: path)
    }
    try writeClip(to: folder + "/" + FileName.video, progress: progress)
    try writeTracking(to: folder + "/" + FileName.tracking)
    if let session = script.session { try write(session, to: folder + "/" + FileName.session) }
    if let cues = script.cues { try write(cues, to: folder + "/" + FileName.cues) }
    try write(
      """
      {"video": "\(FileName.video)", "tracking": "\(FileName.tracking)"}

      """, to: path)
  }

  private func write(_ text: String, to path: String) throws(SampleRecordingError) {
    do {
      try AtomicFile.write(Array(text.utf8), to: path, replacing: overwrites)
    } catch {
      throw .cannotWrite(path: path, reason: "\(error.reason)")
    }
  }

  /// When a frame is shown, in seconds.
  func time(ofFrame frame: Int) -> Double { Double(frame) / Double(frameRate) }
}
