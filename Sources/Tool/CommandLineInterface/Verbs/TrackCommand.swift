import CardTracker
import ClipReading
import Foundation
import Frames
import Isolation
import Problems
import Recordings
import Requests
import Terminal
import Tracker

/// The verb `track`: what is in a clip, by the real tracker.
enum TrackCommand {
  static let spec = CommandSpec(
    verb: "track",
    summary: "Tracks faces and hands of a clip or picture with MediaPipe, and printed pictures.",
    arguments: "<clip or picture> -o T.jsonl",
    argumentCount: 1...1,
    options: [
      (
        "Output",
        [
          .value(
            "--output", short: "-o", "FILE", "the tracking file: .jsonl, .jsonl.gz, .jsonl.zst"
          ).basic,
          .flag("--resume", "go on with what an interrupted run left").basic,
          .value("--progress", "auto|plain|json|none", "how progress is shown (default: auto)"),
          .overwrite,
        ]
      ),
      (
        "What is tracked",
        [
          .value("--fps", "N", "frames a second of numbered pictures, frames/%05d.png").basic,
          .value(
            "--track-size", "WxH", "make the picture fit into this size (default: the clip's)"
          ).basic,
          .value("--track-every", "N", "track one frame of so many, 1 to 1000 (default: 1)").basic,
          .flag("--drop-busy", "leave out frames that come while the tracker is busy, as live"),
          .flag("--allow-damaged", "exit 0 even if the clip is damaged"),
          .value(
            "--deinterlace", Deinterlacing.allCases.map(\.rawValue).joined(separator: "|"),
            "interlaced frames: a picture per frame, as stored, or a picture per field (default: auto)"
          ),
          .value(
            "--colour-matrix", "NAME",
            "how colours are stored, where the clip says it wrongly or not, as of render"),
        ]
      ),
      ("Faces and hands", TrackArguments.tasks),
      ("Printed pictures", CardArguments.options),
      ("Gestures", TrackArguments.gestures),
      ("Tracker", TrackArguments.places),
    ],
    examples: [
      (
        "avatar-overlay track clip.mp4 -o clip.jsonl",
        "then: avatar-overlay render clip.mp4 --avatar dragon -o out.mp4"
      ),
      (
        "avatar-overlay track clip.mp4 --num-faces 2 --track-size 640x480 -o clip.jsonl.zst",
        "two faces at most, on a smaller picture"
      ),
      (
        "avatar-overlay track clip.mp4 --detect-cards Scenes --no-faces -o cards.jsonl",
        "printed cards alone"
      ),
      ("avatar-overlay track frames/%05d.png --fps 30 -o frames.jsonl", "numbered pictures"),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let settings = try settings(arguments)
    var request = RenderRequest()
    request.tracker = try TrackArguments.setup(arguments)
    if !settings.overwrites { try OutputFiles.check([settings.output], overwrites: false) }
    let cards = try CardArguments.setup(arguments)
    if cards != nil, settings.resumes {
      throw UsageError("--resume and --detect-cards exclude each other; give one of them")
    }
    let job = try TrackJob(settings)
    let images = try cards.map {
      try PrintedCardTracker(CardPictures.load(folder: $0.folder), $0.settings)
    }
    let progress = TrackProgress(try arguments.choice("--progress", ProgressStyle.self) ?? .auto)
    // Whatever comes next, an error too, has a line of its own.
    defer { progress.end() }
    let summary: TrackSummary
    if arguments.has("--no-faces") {
      let idle = (TrackArguments.tasks + TrackArguments.gestures + TrackArguments.places)
        .map(\.name).filter(arguments.has)
      if !idle.isEmpty {
        StandardStreams.message(
          "note: \(idle.joined(separator: ", ")): without effect, since no faces and no hands are"
            + " looked for")
      }
      summary = try job.run(
        NothingTracker(), images: images,
        isCancelled: { cancellation.isRequested }, progress: progress.report)
    } else {
      summary = try track(
        job, request, arguments, images: images, cancellation, progress: progress)
    }
    progress.end()
    for line in TrackText.closing(summary) { StandardStreams.message(line) }
    let code = OutcomeMessages.write(
      damage: [summary.damage].compactMap(\.self), done: "what could be decoded was tracked",
      allowsDamage: settings.allowsDamagedStill)
    StandardStreams.message("\(settings.output): \(TrackText.counts(summary))")
    return code ?? .done
  }

  private static func track(
    _ job: TrackJob, _ request: RenderRequest, _ arguments: ParsedArguments,
    images: PrintedCardTracker?, _ cancellation: Cancellation, progress: TrackProgress
  ) throws -> TrackSummary {
    let found = try request.foundTracker(
      Libraries.trackers(beside: Libraries.avatars(arguments), for: .ownProcess))
    for note in found.notes { StandardStreams.message("note: \(note)") }
    return try job.run(
      found.start(job.mode, in: .ownProcess), mostFaces: found.mostFaces,
      closeUps: found.closeUps(job.mode, in: .ownProcess), images: images,
      isCancelled: { cancellation.isRequested }, progress: progress.report)
  }

  private static func settings(_ arguments: ParsedArguments) throws(UsageError) -> TrackSettings {
    guard let output = arguments.string("--output"), !output.isEmpty else {
      throw UsageError("missing -o FILE, such as -o clip.jsonl")
    }
    guard [".jsonl", ".jsonl.gz", ".jsonl.zst"].contains(where: output.hasSuffix) else {
      throw UsageError(
        "\(output): expected a file that ends in .jsonl, .jsonl.gz or .jsonl.zst")
    }
    var settings = TrackSettings(media: arguments.positionals[0], output: output)
    settings.overwrites = arguments.has("--overwrite")
    settings.resumes = arguments.has("--resume")
    settings.rate = try arguments.double("--fps", in: FrameRate.all).flatMap { FrameRate($0) }
    settings.reading.deinterlacing =
      try arguments.choice("--deinterlace", Deinterlacing.self) ?? .auto
    settings.reading.colourMatrix = try arguments.choice("--colour-matrix", ClipMatrix.self)
    settings.size = try arguments.size("--track-size")
    settings.every =
      try arguments.int("--track-every", in: TrackSettings.everyRange) ?? settings.every
    settings.dropsBusy = arguments.has("--drop-busy")
    settings.allowsDamagedStill = arguments.has("--allow-damaged")
    return settings
  }
}
