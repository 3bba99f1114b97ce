import Alignment
import AvatarFiles
import Foundation
import Geometry
import Recipe
import Recordings
import Rendering
import Synchronization
import TestSupport
import Testing
import Tracking

/// A small recording for `align`, and what it is measured against.
struct AlignStage {
  let folder: ScratchFolder
  let clip: SyntheticClip
  var tracking: SyntheticTracking

  /// Makes a clip; its tracking is written by `settings`.
  init(frames: Int = 30, change: (inout SyntheticFace) -> Void = { _ in }) throws {
    folder = try ScratchFolder()
    clip = SyntheticClip(width: 160, height: 120, frames: frames)
    try folder.write(try Self.bytes(of: clip), to: "in.mkv")
    tracking = SyntheticTracking(
      width: clip.width, height: clip.height, frames: frames, change: change)
  }

  /// Clips by their number of frames: most tests are about the same few.
  private static let made = Mutex<[Int: [UInt8]]>([:])

  private static func bytes(of clip: SyntheticClip) throws -> [UInt8] {
    try made.withLock { made in
      if let bytes = made[clip.frames] { return bytes }
      let folder = try ScratchFolder()
      try clip.make("clip.mkv", in: folder)
      let bytes = try folder.bytes("clip.mkv")
      made[clip.frames] = bytes
      return bytes
    }
  }

  /// The settings of a run, without smoothing unless it is asked for.
  func settings(_ smoothing: SmoothingOptions.Strategy = .none) throws -> AlignSettings {
    try folder.write(tracking.text, to: "in.jsonl")
    let recording = try RecordingLocation(
      video: folder.path("in.mkv"), tracking: folder.path("in.jsonl"))
    let library = AvatarLibrary(folder: SharedData.packageRoot.appending(path: "Avatars").path)
    var render = RenderSettings(
      recording: recording, avatars: AvatarSelection(names: [], library: library),
      output: OutputSettings(path: ""))
    render.smoothing = SmoothingOptions(smoothing)
    return AlignSettings(render)
  }

  func report(
    reference: String? = nil, _ change: (inout AlignSettings) -> Void = { _ in }
  ) throws -> AlignmentReport {
    var settings = try settings()
    if let reference { settings.reference = try folder.write(reference, to: "truth.jsonl") }
    change(&settings)
    return try AlignJob(settings).run().report
  }

  /// The distance of the outer eye corners of a face, in pixels, by the landmarks' own numbers.
  func interOcular(_ face: SyntheticFace) -> Double {
    let points = face.landmarks(width: Double(clip.width), height: Double(clip.height))
    let dx = (points[33][0] - points[263][0]) * Double(clip.width)
    let dy = (points[33][1] - points[263][1]) * Double(clip.height)
    return (dx * dx + dy * dy).squareRoot()
  }
}
