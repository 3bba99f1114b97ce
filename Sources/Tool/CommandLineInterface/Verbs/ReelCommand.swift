import AvatarFiles
import Foundation
import Imaging
import Isolation
import Parts
import Problems
import Recipe
import Recordings
import Reels
import Rendering
import Requests
import Terminal
import Tracker

/// The verb `reel`: several recordings in one clip.
enum ReelCommand {
  /// The options of a clip's compression.
  private static let encoding = ["--codec", "--crf", "--preset"]
  /// Those of what is hidden of all recordings.
  private static let covering = ["--cover", "--cover-style", "--voice"]

  static let spec = CommandSpec(
    verb: "reel",
    summary: "Joins recordings in one clip: after each other, or beside each other.",
    arguments: "REC ... | FILE.json -o OUT [OPTION ...]",
    argumentCount: 1...Reel.mostSegments,
    options: [
      (
        "What is seen",
        [
          .value(
            "--avatar", "NAME", repeats: true,
            "the avatar of all faces, or of each recording's, in their order (default: none)"
          ).basic,
          .value("--title", "TEXT", repeats: true, "written over each recording, in their order")
            .basic,
          .value(
            "--transition", "KIND",
            "from one to the next: cut, dissolve or wipe, or dissolve:800 (ms)"
          ).basic,
          .value(
            "--together", "split|inset",
            "two recordings at once: beside each other, or the second in a corner"
          ).basic,
          .value("--best", "SECONDS", "of each recording, the seconds about its best moment"),
          .value("--seconds", "N", "of each recording, at most so many"),
          .flag("--mirror", "mirror the recordings, as a selfie preview does"),
        ]
      ),
      (
        "Sound",
        [
          .value("--music", "FILE", "music from the begin to the end, softer than nothing else"),
          .flag("--on-beats", "let each recording end on a beat of the music"),
        ]
      ),
      (
        "Output",
        [
          .value(
            "--output", short: "-o", "OUT",
            ".mp4 .mov .mkv .webm, .otio for an editing program, or .png for a storyboard"
          ).basic,
          .value(
            "--size", "WxH", "the frame's size, which recordings are cut to around their faces"
          ).basic,
          .value("--fps", "N", "frames a second (default: those of the first recording)"),
        ]
          + [OptionSpec](.output, for: .render).filter {
            (encoding + covering + ["--provenance", "--overwrite"]).contains($0.name)
          } + [
            .value("--progress", "auto|plain|json|none", "how progress is shown (default: auto)"),
            .flag("--allow-damaged", "accept clips that could not be decoded in full"),
          ]
      ),
      (
        "Parts",
        PartArguments.division + [
          .value("--plan", "FILE", "make no clip, but write how many machines make it in parts")
        ]
      ),
    ],
    examples: [
      (
        "avatar-overlay reel demo/sample demo/brushing --avatar dragon --transition dissolve -o day.mp4",
        "one recording after the other"
      ),
      (
        "avatar-overlay reel demo/sample demo/brushing --avatar dragon --avatar ox --together split"
          + " --size 360x640 --seconds 3 -o duet.mp4",
        "two children brush together"
      ),
      (
        "avatar-overlay reel demo/sample demo/brushing --best 2 -o board.png",
        "a storyboard of the best moments, before they are rendered"
      ),
      (
        "avatar-overlay reel demo/sample demo/brushing --best 2 -o best.otio",
        "the same for an editing program"
      ),
    ])

  static func run(
    _ arguments: ParsedArguments, _ cancellation: Cancellation, _ tracking: AutomaticTracking?
  ) throws -> ExitCode {
    guard let path = arguments.string("--output") else {
      throw UsageError("missing -o OUT, such as -o reel.mp4")
    }
    var reel = try reel(arguments)
    // Faces are covered in all recordings, whatever a file says of each.
    let hidden = try RequestArguments.layer(
      arguments, RequestTable.members(in: .render).filter { covering.contains($0.option ?? "") })
    for index in reel.segments.indices {
      for cell in reel.segments[index].cells.indices {
        reel.segments[index].cells[cell].request.apply(hidden)
      }
    }
    if path.lowercased().hasSuffix(".otio"),
      reel.segments.contains(where: { segment in
        segment.cells.contains { $0.request.cover != nil || $0.request.sound.changesVoice }
      })
    {
      throw UsageError(
        "--cover and --voice: \(path) names the recordings themselves, which stay as they are; render the reel as a"
          + " clip")
    }
    let isClip = ![".otio", ".png"].contains { path.lowercased().hasSuffix($0) }
    for option in encoding
    where !isClip && arguments.string(option) != nil {
      throw UsageError("\(option) is for a clip, not for \(path); leave it out")
    }
    if arguments.has("--provenance"),
      ![".mp4", ".mov"].contains(where: path.lowercased().hasSuffix)
    {
      throw UsageError("--provenance is written into .mp4 and .mov, not into \(path)")
    }
    let (division, planFile) = try (PartArguments.division(arguments), arguments.string("--plan"))
    for option in ["--parts", "--part-seconds", "--plan"]
    where !isClip && arguments.string(option) != nil {
      throw UsageError("\(option) is for a clip, not for \(path); leave it out")
    }
    if division != nil || planFile != nil,
      reel.segments.contains(where: { $0.cells.contains { $0.request.cover != nil } })
    {
      throw UsageError(
        "--cover: a reel whose faces are covered is not made in parts; make it as a whole")
    }
    let style = try arguments.choice("--progress", ProgressStyle.self) ?? .auto
    let members = RequestTable.members(in: .render).filter {
      (encoding + ["--provenance", "--overwrite"]).contains($0.option ?? "")
    }
    var request = RenderRequest()
    request.apply(try RequestArguments.layer(arguments, members))
    request.output.path = path
    try OutputFiles.check([planFile ?? path], overwrites: request.output.overwrites)
    let settings = try ReelSettings(reel, to: request.output) { request, need in
      let recording =
        planFile == nil
        ? try location(of: request, need, tracking, cancellation, style)
        : try plannedLocation(of: &request, need)
      _ = try ReplayedSession.placing(&request, recording, cancellation)
      return recording
    } cover: { request, settings in
      try TrackedRecording.covered(request, settings, tracking, cancellation, progress: style)
    }
    if let planFile {
      try PlanCommand.write(
        ReelPlanner(settings, request).plan(division, cancellation: cancellation), to: planFile,
        overwrites: request.output.overwrites)
      return .done
    }
    let reporter = ProgressReporter(style)
    let summary: RenderSummary
    do {
      // Whatever comes next, an error too, has a line of its own.
      defer { reporter.end() }
      let job = ReelJob(settings)
      let name = path.lowercased()
      if name.hasSuffix(".otio") {
        summary = try job.writeTimeline(cancellation: cancellation)
      } else if name.hasSuffix(".png") {
        let (picture, made) = try job.storyboard(
          cancellation: cancellation, progress: reporter.report)
        try PNG.write(picture, to: path, replacing: request.output.overwrites)
        summary = made
      } else if let division {
        let plan = try ReelPlanner(settings, request).plan(division, cancellation: cancellation)
        summary = try PartsRun.run(
          plan, .reel(settings), keepsParts: true, cancellation, progress: reporter.report)
      } else {
        summary = try job.run(cancellation: cancellation, progress: reporter.report)
      }
    }
    return OutcomeMessages.write(summary, allowsDamage: arguments.has("--allow-damaged"))
  }

  /// The recording of a request, which is tracked where that is needed, or wanted and possible.
  private static func location(
    of request: RenderRequest, _ need: ReelSettings.Need, _ tracking: AutomaticTracking?,
    _ cancellation: Cancellation, _ style: ProgressStyle
  ) throws -> RecordingLocation {
    func location(isNeeded: Bool) throws -> RecordingLocation {
      try TrackedRecording.location(
        of: request, isNeeded: isNeeded, tracking, cancellation, progress: style)
    }
    guard need == .wanted else { return try location(isNeeded: need == .needed) }
    do {
      return try location(isNeeded: true)
    } catch  where Failure.exitCode(of: error) == .notInstalled {
      StandardStreams.message("note: no crop follows faces: \(Failure.line(of: error))")
      return try location(isNeeded: false)
    }
  }

  /// The recording of a request that other machines render, which has to be tracked where the reel depends on it.
  private static func plannedLocation(
    of request: inout RenderRequest, _ need: ReelSettings.Need
  ) throws -> RecordingLocation {
    // Other machines look where this one found them.
    request.avatarsFolder = try request.avatarLibrary().folders.first
    let recording = try request.recordingLocation(tracksAutomatically: true)
    guard recording.tracking != nil || need == .none else {
      throw PartsError.untracked(media: recording.media)
    }
    return recording
  }

  /// The reel of a file, or of recordings that are named.
  private static func reel(_ arguments: ParsedArguments) throws -> Reel {
    let names = arguments.positionals
    guard names.count == 1, names[0] == "-" || names[0].lowercased().hasSuffix(".json") else {
      return try joined(names, arguments)
    }
    var reel =
      try names[0] == "-"
      ? ReelFile.read(
        RequestFile.bytes("-", upTo: Reel.mostBytes + 1), named: "standard input", in: "")
      : ReelFile.read(names[0])
    for option in ["--avatar", "--title", "--together", "--best", "--seconds", "--mirror"]
    where arguments.has(option) || arguments.string(option) != nil {
      throw UsageError("\(option) is for recordings that are named; a reel's file says it of each")
    }
    try frame(&reel, arguments)
    return reel
  }

  /// What is said of the whole reel, by options that win over a file.
  private static func frame(_ reel: inout Reel, _ arguments: ParsedArguments) throws {
    if let text = arguments.string("--size") {
      guard let size = ReelFile.size(text) else {
        throw UsageError(
          "--size: expected a size such as 1080x1920 with even sides, found \"\(text)\"")
      }
      reel.size = size
    }
    if let text = arguments.string("--fps") {
      guard let rate = Double(text), (1...120).contains(rate) else {
        throw UsageError("--fps: expected 1 to 120 frames a second, found \"\(text)\"")
      }
      reel.framesPerSecond = rate
    }
    if let text = arguments.string("--transition") {
      guard let transition = Reel.Transition(text) else {
        throw UsageError("--transition: expected \(Reel.Transition.expected), found \"\(text)\"")
      }
      reel.transition = transition
    }
    if let music = arguments.string("--music") { reel.music = music }
    if arguments.has("--on-beats") { reel.endsOnBeats = true }
    guard !reel.endsOnBeats || reel.music != nil else {
      throw UsageError("--on-beats: beats are those of --music FILE; add it")
    }
  }

  private static func joined(_ names: [String], _ arguments: ParsedArguments) throws -> Reel {
    let avatars = arguments.strings("--avatar")
    guard avatars.count <= 1 || avatars.count == names.count else {
      throw UsageError(
        "--avatar: \(avatars.count) avatars for \(Count.of(names.count, "recording")); give one for all, or"
          + " one for each")
    }
    let titles = arguments.strings("--title")
    guard titles.count <= names.count else {
      throw UsageError(
        "--title: \(titles.count) titles for \(Count.of(names.count, "recording"))")
    }
    let best = try seconds("--best", arguments)
    let most = try seconds("--seconds", arguments)
    let cells = names.enumerated().map { index, name in
      var request = RenderRequest()
      request.recording = name
      request.avatars = avatars.isEmpty ? [] : [avatars.count == 1 ? avatars[0] : avatars[index]]
      request.appearance.passes.mirrored = arguments.has("--mirror")
      var cell = Reel.Cell(request)
      cell.bestSeconds = best
      return cell
    }
    var reel = Reel()
    if arguments.string("--together") != nil, arguments.string("--transition") != nil {
      throw UsageError(
        "--transition is for recordings after each other, which --together shows at once; give one of them"
      )
    }
    if let together = try arguments.choice("--together", Reel.Layout.self) {
      guard cells.count == Reel.mostCells else {
        throw UsageError(
          "--together: \(Count.of(cells.count, "recording")) found, \(Reel.mostCells) expected")
      }
      var segment = Reel.Segment(cells)
      segment.layout = together
      reel.segments = [segment]
    } else {
      reel.segments = cells.map { Reel.Segment([$0]) }
    }
    for index in reel.segments.indices {
      reel.segments[index].seconds = most
      guard titles.indices.contains(index) else { continue }
      guard titles[index].count <= Reel.Title.mostCharacters else {
        throw UsageError(
          "--title: \(titles[index].count) characters found, at most \(Reel.Title.mostCharacters) allowed"
        )
      }
      if !titles[index].isEmpty { reel.segments[index].title = Reel.Title(titles[index]) }
    }
    try frame(&reel, arguments)
    return reel
  }

  private static func seconds(_ option: String, _ arguments: ParsedArguments) throws -> Double? {
    guard let text = arguments.string(option) else { return nil }
    guard let seconds = Double(text), Reel.secondsRange.contains(seconds) else {
      throw UsageError("\(option): expected 0.1 to 3600 seconds, found \"\(text)\"")
    }
    return seconds
  }
}
