internal import Files
internal import Foundation
internal import Geometry
internal import Imaging
internal import SampleRecording
internal import Synchronization
internal import Tracking
internal import TrackingFiles

/// A picture of the sample recording with its tracking, as files.
struct SampleStill {
  static let pictureName = "picture.jpg"
  static let trackingName = "tracking.jsonl"

  /// Where the files lie.
  let folder: String

  private static let size = PixelSize<TrackerSpace>(clamping: 960, 540)
  /// In seconds of the sample's story: one subject is near then, turned a little, its mouth closed.
  private static let moment = 1.5

  /// The page asks for both files at once: the second asker waits for what the first one draws.
  private static let drawing = Mutex(())

  /// Draws the picture and writes both files, unless both are there already.
  func make() throws {
    try Self.drawing.withLock { _ in try makeAlone() }
  }

  private func makeAlone() throws {
    let files = FileManager.default
    let (picture, tracking) = ("\(folder)/\(Self.pictureName)", "\(folder)/\(Self.trackingName)")
    guard !files.fileExists(atPath: picture) || !files.fileExists(atPath: tracking) else { return }
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let drawn = try SampleStage.frame(of: .visit, at: Self.moment, size: Self.size)
    try AtomicFile.write(
      drawn.encoded(as: PictureEncoding(.jpeg)), to: picture, replacing: true)
    let writer = try TrackingWriter(
      path: tracking, header: TrackingHeader(size: Self.size), video: Self.pictureName,
      tracker: TrackerNote(name: "Avatar Overlay sample recording", version: "1"))
    var sample = SampleScript.visit.tracking(at: Self.moment, size: Self.size)
    sample.timestampMs = 0
    try writer.write(sample)
    try writer.finish()
  }
}
