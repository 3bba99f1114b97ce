import ClipReading
import ClipWriting
import Files
import Foundation
import Frames
public import Isolation
import Recordings
public import Rendering
import Sound

/// Renders a reel into a clip.
public struct ReelJob: Sendable {
  let settings: ReelSettings

  /// Makes the job.
  public init(_ settings: ReelSettings) { self.settings = settings }

  /// Does the job; the output appears under its name only when it is complete.
  ///
  /// - Throws: the errors of the stages, as `RenderJob.run` does, and `ReelError`.
  public func run(
    cancellation: Cancellation = Cancellation(),
    progress: @escaping (RenderProgress) -> Void = { _ in }
  ) throws -> RenderSummary {
    try settings.output.checkContainer()
    let plan = try ReelPlan(settings, cancellation)
    let watch = RenderWatch(cancellation, tell: progress)
    let encoder = try settings.encoder
    let video = VideoParameters(
      size: plan.size, timeBase: plan.rate.timeBase, averageFrameRate: plan.rate.ratio,
      colourTags: ColourTags(plan.encoding))
    let writer = try ClipWriter(
      path: settings.output.path, settings: encoder, video: video,
      sound: plan.isHeard ? .mixed(plan.mix(cancellation), own: { ReelSound(plan) }) : .none)
    let frames = ReelFrames(plan, watch)
    var notes = plan.notes
    let titles = ReelTitles(on: plan.size, plan.rate)
    for segment in plan.segments {
      if let title = segment.title, let note = try titles.note(title) { notes.append(note) }
    }
    let loop = FrameLoop(
      cancellation, expectedFrames: plan.frameCount, decodedAhead: 2, progress)
    try loop.run(
      decode: { push in while let next = try frames.next() { try push(next) } },
      timeMs: { Double($0.number) * plan.rate.periodMs },
      compose: { try frames.drawn($0, titles) },
      write: { frame in try writer.write(frame) })
    try writer.finish()
    notes += frames.notes + writer.warnings + ["the reel shows \(plan.alternativeText)"]
    var summary = RenderSummary(
      frames: plan.frameCount, output: settings.output.path, notes: notes)
    summary.lostSound = writer.lostSound
    if !frames.damages.isEmpty { summary.damage = frames.damages.joined(separator: "; ") }
    return summary
  }
}

extension ReelJob {
  /// Writes the reel as a timeline for editing programs, in the place of a clip.
  public func writeTimeline(cancellation: Cancellation = Cancellation()) throws -> RenderSummary {
    let path = settings.output.path
    let plan = try ReelPlan(settings, cancellation)
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    do {
      try AtomicFile.write(
        [UInt8](OpenTimelineIO(plan, named: name, music: settings.music).text.utf8), to: path,
        replacing: settings.output.overwrites)
    } catch {
      throw VideoError(error)
    }
    return RenderSummary(frames: plan.frameCount, output: path, notes: plan.notes)
  }
}

extension ReelPlan {
  /// The music, from the first frame to the last.
  func mix(_ cancellation: Cancellation) -> SoundMix {
    var mix = SoundMix(sounds: [], events: [], music: music, end: sample(ofFrame: frameCount))
    mix.isCancelled = { cancellation.isRequested }
    return mix
  }
}

extension ReelSettings {
  /// How the reel is compressed.
  var encoder: EncoderSettings {
    get throws(VideoError) {
      // Its frames are SDR, whatever the recordings are.
      try output.encoder(colours: ColourTags(), overlayOnly: false, threads: threads)
    }
  }
}
