import ClipReading
package import ClipWriting
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
    let writer = try ClipWriter(
      path: settings.output.path, settings: settings.encoder, video: plan.video,
      sound: plan.sound(cancellation))
    let frames = try plan.run(
      0..<plan.frameCount, RenderWatch(cancellation, tell: progress)
    ) { frame in try writer.write(frame) }
    try writer.finish()
    var summary = RenderSummary(
      frames: plan.frameCount, output: settings.output.path,
      notes: try plan.notesOfWhole() + frames.notes.map(\.line) + writer.warnings
        + [plan.description])
    summary.lostSound = writer.lostSound
    if !frames.damages.isEmpty { summary.damage = frames.damages.joined(separator: "; ") }
    return summary
  }
}

extension ReelJob {
  /// Writes the reel as a timeline for editing programs, in the place of a clip.
  public func writeTimeline(cancellation: Cancellation = Cancellation()) throws -> RenderSummary {
    let path = settings.output.path
    var plan = try ReelPlan(settings, cancellation)
    try plan.findPictures(cancellation)
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
  /// What is heard, from the first frame to the last.
  package func sound(_ cancellation: Cancellation) -> ClipSoundUse {
    guard isHeard else { return .none }
    var mix = SoundMix(sounds: [], events: [], music: music, end: sample(ofFrame: frameCount))
    mix.isCancelled = { cancellation.isRequested }
    return .mixed(mix, own: { ReelSound(self) })
  }

  /// What its frames are.
  var video: VideoParameters {
    VideoParameters(
      size: size, timeBase: rate.timeBase, averageFrameRate: rate.ratio,
      colourTags: ColourTags(encoding))
  }

  /// Makes some frames in a row.
  func run(
    _ numbers: Range<Int>, _ watch: RenderWatch,
    check: (([PackageIdentity]) throws -> Void)? = nil,
    write: @escaping @Sendable (consuming VideoFrame) throws -> Void
  ) throws -> ReelFrames {
    let frames = ReelFrames(self, numbers, watch, check: check)
    let titles = ReelTitles(on: size, rate)
    let loop = FrameLoop(
      watch.cancellation, expectedFrames: numbers.count, decodedAhead: 2, watch.report)
    try loop.run(
      decode: { push in while let next = try frames.next() { try push(next) } },
      timeMs: { Double($0.number) * rate.periodMs },
      compose: { try frames.drawn($0, titles) },
      write: write)
    return frames
  }

  /// What a person should know that no frame tells, a line each.
  package func notesOfWhole() throws -> [String] {
    let titles = ReelTitles(on: size, rate)
    return try notes
      + segments.compactMap { segment in try segment.title.flatMap { try titles.note($0) } }
  }

  /// What the reel shows, in a line.
  package var description: String { "the reel shows \(alternativeText)" }
}

extension ReelSettings {
  /// How the reel is compressed.
  package var encoder: EncoderSettings {
    get throws(VideoError) {
      // Its frames are SDR, whatever the recordings are.
      try output.encoder(colours: ColourTags(), overlayOnly: false, threads: threads)
    }
  }
}
