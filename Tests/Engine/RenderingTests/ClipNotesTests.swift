import AvatarFiles
import ClipReading
import ClipWriting
import Foundation
import Frames
import Passes
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing
import TrackingFiles

/// What is worth knowing of a clip is said in the same words by `inspect` and `render`.
@Suite struct ClipNotesTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  func made(_ name: String, _ arguments: [String]) throws -> String {
    let path = folder.path(name)
    _ = try Program.ffmpeg.succeed(
      ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25"]
        + arguments + [path])
    return path
  }

  /// What a render and an inspection say of a clip.
  func said(of path: String) throws -> (render: RenderSummary, report: InspectionReport) {
    let settings = RenderSettings(
      recording: try RecordingLocation(video: path, tracking: nil),
      avatars: AvatarSelection(names: ["none"], library: Stage.shipped),
      output: OutputSettings(path: folder.path("out.mp4")))
    let summary = try RenderJob(settings).run()
    return (
      summary, try InspectJob(settings.recording, tracking: settings.tracking).run()
    )
  }

  @Test func `times that start again are a note of both`() throws {
    let part = try made("part.webm", ["-frames:v", "6", "-c:v", "libvpx"])
    var bytes = try Data(contentsOf: URL(filePath: part))
    bytes += bytes
    try bytes.write(to: URL(filePath: folder.path("glued.webm")))
    let (render, report) = try said(of: folder.path("glued.webm"))
    #expect(render.frames == 12)
    #expect(report.notes.count == 1 && render.notes == report.notes)
    #expect(report.notes[0].contains("start again at 240 ms (by 240 ms)"))
    #expect(report.isClean && render.damage == nil && render.lostSound == [])
    // The container states the length of one part.
    #expect(abs((report.clip?.seconds ?? 0) - 0.48) < 0.002)
  }

  @Test func `a second picture track is a note of both`() throws {
    let path = try made(
      "two.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=size=48x32:rate=25", "-frames:v", "6", "-map", "0", "-map",
        "1", "-c:v", "libx264", "-pix_fmt", "yuv420p",
      ])
    let (render, report) = try said(of: path)
    #expect(report.notes.count == 1 && render.notes == report.notes)
    #expect(report.isClean && render.lostSound == [])
  }

  @Test func `pictures that begin late are no fault`() throws {
    let path = try made(
      "late.mp4", ["-frames:v", "6", "-c:v", "libx264", "-output_ts_offset", "1.5"])
    let location = try RecordingLocation(video: path, tracking: nil)
    let report = try InspectJob(location, tracking: TrackingFileOptions()).run()
    #expect(report.isClean && report.notes == [])
    let clip = try #require(report.clip)
    #expect(abs((clip.startMs ?? 0) - 1500) < 1 && abs((clip.endMs ?? 0) - 1740) < 1)
    // A message tells where the clip is.
    let error = #expect(throws: VideoError.self) {
      _ = try location.open(.seconds(start: 0, end: 1)).nextFrame()
    }
    #expect(error?.description.contains("the clip has 6 frames from 1.5 s to 1.74 s") == true)
  }

  @Test func `occlusion by hands is noted where the tracking shows none`() throws {
    let stage = try Stage(SyntheticClip(frames: 2))
    var settings = try stage.settings("crown", to: "out.mkv")
    settings.output.codec = .ffv1
    #expect(try RenderJob(settings).run().notes.isEmpty)
    settings.passes.occluders = .hands
    settings.output.overwrites = true
    let notes = try RenderJob(settings).run().notes
    #expect(notes.count == 1 && notes.first?.contains("has no hands") == true)
  }
}
