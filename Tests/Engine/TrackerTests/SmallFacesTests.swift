import Geometry
import Isolation
import TestSupport
import Testing
import Tracker
import Tracking

/// More small faces at once than close-ups follow.
@Suite struct SmallFacesTests {
  /// So many small faces, side by side in the picture.
  private static func faces(_ count: Int) -> [FaceSample] {
    (0..<count).map {
      BoxFaces.face(x: 60 + 85 * Double($0 % 7), y: 100 + 140 * Double($0 / 7), side: 30)
    }
  }

  private static let words =
    "close-ups follow 16, the others are as the whole picture shows them, or missing"

  /// Tracks a white clip of six frames.
  private func track(showing: Int, asked: Int) throws -> TrackSummary {
    let folder = try ScratchFolder()
    let path = folder.path("clip.mp4")
    try Program.ffmpeg.succeed([
      "-v", "error", "-y", "-f", "lavfi", "-i", "color=white:s=640x480:r=25", "-frames:v", "6",
      "-c:v", "libx264", "-pix_fmt", "yuv420p", path,
    ])
    let tracker = ScriptedTracker { _, _ in
      TrackingSample(timestampMs: 0, faces: Self.faces(showing))
    }
    let closeUps = ScriptedCloseUps()
    let setup = CloseUpSetup(mode: .video, mostFaces: asked) { closeUps }
    return try TrackJob(TrackSettings(media: path, output: folder.path("t.jsonl"))).run(
      tracker, mostFaces: asked, closeUps: setup, isCancelled: { false })
  }

  @Test func `sixteen are followed, and of one more it is told in how many frames`() throws {
    let most = try track(showing: 16, asked: 20)
    #expect(most.closeUps == 6 * 16 && most.faces == 6 * 16)
    #expect(most.framesWithOthers == 0 && most.smallFacesNote == nil)
    let more = try track(showing: 17, asked: 20)
    // The last one is as the whole picture shows it.
    #expect(more.closeUps == 6 * 16 && more.faces == 6 * 17)
    #expect(
      more.smallFacesNote == "more than 16 small faces at once in 6 frames: \(Self.words)")
    // A request for no more gets no more.
    #expect(try track(showing: 17, asked: 16).smallFacesNote == nil)
  }

  @Test(arguments: [16, 17])
  func `of a still it is told in the same words`(count: Int) throws {
    let tracker = WarmScript(faces: Self.faces(count))
    let still = StillTracker(
      tracker, closeUps: CloseUpSetup(mode: .image, mostFaces: 20) { tracker.closeUps })
    let size = PixelSize<TrackerSpace>(clamping: 640, 480)
    let picture = try #require(
      TrackerPicture(size: size, pixels: [UInt8](repeating: 255, count: 3 * 640 * 480)))
    let found = try still.track(picture, seconds: 60, cancellation: Cancellation())
    #expect(found.sample.faces.count == count)
    #expect(
      found.note
        == (count == 16 ? nil : "more than 16 small faces at once in 1 frame: \(Self.words)"))
  }
}

/// A tracker that waits for stills, and sees the same faces in each.
private final class WarmScript: WorkerTracker {
  let closeUps = ScriptedCloseUps()
  let note = TrackerNote(name: "scripted", version: "1")
  let hasEnded = false
  private let faces: [FaceSample]

  init(faces: [FaceSample]) { self.faces = faces }

  func begin(cancellation: Cancellation, seconds: Double) {}

  func track(_ picture: TrackerPicture, atMs timeMs: Int) throws -> TrackingSample {
    TrackingSample(timestampMs: Double(timeMs), faces: faces)
  }

  func track(
    _ picture: TrackerPicture, atMs timeMs: Int, closeUp: Int
  ) throws -> TrackingSample {
    try closeUps.track(picture, atMs: timeMs, closeUp: closeUp)
  }

  func forget(closeUp: Int) throws {}
}
