internal import AvatarFiles
internal import Files
internal import Foundation
internal import Geometry
internal import Imaging
internal import SampleRecording
internal import Synchronization
internal import Tracking
internal import TrackingFiles

/// Some seconds of the sample recording as frames with their tracking: an archive as `POST /v1/clips` returns it.
enum SampleClip {
  static let name = "clip.zip"

  private static let size = PixelSize<TrackerSpace>(clamping: 640, 360)
  /// In seconds of the sample's story: she turns and smiles, and a second subject comes.
  private static let start = 1.5
  private static let (count, framesPerSecond) = (75, 15.0)

  /// A second asker waits for what the first one draws.
  private static let drawing = Mutex(())

  /// Draws the frames and writes the archive into a folder, unless it is there already.
  static func make(in folder: String) throws {
    try drawing.withLock { _ in
      let (archive, lines) = ("\(folder)/\(name)", "\(folder)/clip.jsonl")
      let manager = FileManager.default
      guard !manager.fileExists(atPath: archive) else { return }
      try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let writer = try TrackingWriter(
        path: lines, header: TrackingHeader(size: size),
        tracker: TrackerNote(name: "Avatar Overlay sample recording", version: "1"))
      var files: [(path: String, bytes: [UInt8])] = []
      for frame in 0..<count {
        let seconds = Double(frame) / framesPerSecond
        let picture = try SampleStage.frame(of: .visit, at: start + seconds, size: size)
        files.append(
          (
            "frames/\(String(format: "%06d", frame + 1)).jpg",
            try picture.encoded(as: PictureEncoding(.jpeg))
          ))
        var sample = SampleScript.visit.tracking(at: start + seconds, size: size)
        sample.timestampMs = 1000 * seconds
        try writer.write(sample)
      }
      try writer.finish()
      defer { try? manager.removeItem(atPath: lines) }
      let tracking = [UInt8](manager.contents(atPath: lines) ?? Data())
      try AtomicFile.write(
        ZipWriter.archive(of: [("tracking.jsonl", tracking)] + files), to: archive,
        replacing: true)
    }
  }
}
