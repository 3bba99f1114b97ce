import AvatarFiles
import Foundation
import Isolation
import Problems
import Recordings
import Rendering
import Requests
import Terminal
import Text
import Tracker

/// The verb `inspect`: what is in a recording, and every fault.
enum InspectCommand {
  static let spec = CommandSpec(
    verb: "inspect",
    summary: "Says what is in a recording, and names every fault.",
    arguments: "<recording>",
    argumentCount: 0...1,
    options: [
      (
        "Options",
        [
          .flag("--json", "as JSON, on standard output").basic,
          .flag("--track", "track a clip or picture that has no tracking file").basic,
          .flag("--light", "also what the light on cards and faces is estimated to be").basic,
          .flag("--teeth", "also in how many samples the clip's pictures show teeth"),
        ]
      ),
      ("Recording", [OptionSpec](.recording, for: .inspect)),
      (
        "Scenes on printed cards, for their sounds and --light",
        [OptionSpec](.scenes, for: .inspect)
      ),
      ("Automatic tracking", [OptionSpec](.tracker, for: .inspect)),
    ],
    examples: [
      ("avatar-overlay inspect demo/sample", "for people"),
      ("avatar-overlay inspect demo/sample --json", "for programs"),
      ("avatar-overlay inspect demo/sample --light", "with the light that --light match would use"),
    ])

  static func run(
    _ arguments: ParsedArguments, _ cancellation: Cancellation, _ tracking: AutomaticTracking?
  ) throws -> ExitCode {
    var request = try RequestArguments.request(arguments, for: .inspect)
    let input = try TrackedRecording.streamed(&request)
    defer { withExtendedLifetime(input) {} }
    let recording = try TrackedRecording.location(
      of: request, isNeeded: arguments.has("--track"), tracking, cancellation)
    try request.checkRate(isThatOf: recording)
    let report = try InspectJob(
      recording, tracking: request.tracking
    ).run(cancellation: cancellation)
    let light =
      arguments.has("--light") && report.isClean
      ? try light(of: request, recording, cancellation) : nil
    let teeth =
      arguments.has("--teeth") && report.isClean
      ? try recording.tracking.map {
        try TeethReport(
          recording, tracking: $0, options: request.tracking, cancellation: cancellation)
      } : nil
    let names = Set(report.tracking?.images.map(\.name) ?? [])
    var sounds: [NamedSound] = []
    if !names.isEmpty {
      do {
        sounds = try request.scenes.selection(beside: request.avatarLibrary())
          .sounds(showing: names)
      } catch {
        // The recording is none the worse for it.
        StandardStreams.message("note: the sounds of its scenes are not told: \(error)")
      }
    }
    if arguments.has("--json") {
      try StandardStreams.result(IndentedJSON.of(FurtherInspection(report, sounds, light, teeth)))
    } else {
      try StandardStreams.result(
        lines: text(of: report) + sounds.map(text) + (light.map(text) ?? [])
          + (teeth.map(text) ?? (arguments.has("--teeth") ? [unread(report)] : [])))
    }
    if report.isClean { return .done }
    // What is not wrong, but more than is read, ends here as it ends every other verb.
    return report.problemCode?.exitCode == .overLimit ? .overLimit : .dataError
  }

  private static func light(
    of request: RenderRequest, _ recording: RecordingLocation, _ cancellation: Cancellation
  ) throws -> LightReport {
    let library = AvatarLibrary(folders: [])
    var settings = RenderSettings(
      recording: recording, avatars: AvatarSelection(names: [], library: library),
      output: OutputSettings())
    settings.tracking = request.tracking
    settings.scenes = try request.scenes.selection(beside: request.avatarLibrary())
    return try LightJob(settings).run(cancellation: cancellation)
  }

  private static func text(of sound: NamedSound) -> String {
    "sound     \(Shown.text(sound.scene)): \(Shown.text(sound.file)), on \(Shown.text(sound.on)),"
      + " \(Shown.number(sound.gain)) dB"
  }

  /// Said where teeth are asked for and cannot be read.
  private static func unread(_ report: InspectionReport) -> String {
    "teeth     not read: "
      + (report.isClean ? "there is no tracking file" : "the recording has faults, see above")
  }

  private static func text(of teeth: TeethReport) -> [String] {
    [
      "teeth     shown in \(teeth.shown) of \(Count.of(teeth.samples, "sample")) with a face, not in \(teeth.hidden),"
        + " not sure in \(teeth.unsure)"
        + (teeth.mostAtMs.map {
          "; most \(String(format: "%.2f", teeth.most)) at \(rounded($0)) ms"
        } ?? "")
    ]
  }

  /// The report with the sounds of scenes, what the light is, and where teeth are; nil where that is not asked for.
  private struct FurtherInspection: Encodable {
    private let (report, sounds): (InspectionReport, [NamedSound])
    private let (light, teeth): (LightReport?, TeethReport?)

    init(
      _ report: InspectionReport, _ sounds: [NamedSound], _ light: LightReport?,
      _ teeth: TeethReport?
    ) {
      (self.report, self.sounds, self.light, self.teeth) = (report, sounds, light, teeth)
    }

    private enum Key: CodingKey { case sounds, light, teeth }

    func encode(to encoder: any Encoder) throws {
      try report.encode(to: encoder)
      var container = encoder.container(keyedBy: Key.self)
      if !sounds.isEmpty { try container.encode(sounds, forKey: .sounds) }
      try container.encodeIfPresent(light, forKey: .light)
      try container.encodeIfPresent(teeth, forKey: .teeth)
    }
  }

  private static func text(of light: LightReport) -> [String] {
    func numbers(_ values: [Double]) -> String {
      values.map { String(format: "%.2f", $0) }.joined(separator: " ")
    }
    var lines = light.notes.map { "note      \($0)" }
    for card in light.cards {
      lines.append("light on the card \(card.image): red, green, blue; darkest and brightest place")
      lines += card.moments.map { moment in
        "  \(rounded(moment.timeMs)) ms: \(numbers(moment.factors));"
          + " \(numbers([moment.darkest, moment.brightest]))"
      }
    }
    for face in light.faces {
      let skin = face.skinShare.map { String(format: "skin %.2f by the eyes' whites", $0) }
      lines.append(
        "light on the face \(face.face): level; to the right, up; red, green, blue;"
          + " \(skin ?? "the skin's share is not known")")
      lines += face.moments.map { moment in
        "  \(rounded(moment.timeMs)) ms: \(numbers([moment.level]));"
          + " \(numbers(Array(moment.direction.prefix(2)))); \(numbers(moment.colour))"
      }
    }
    if light.cards.isEmpty && light.faces.isEmpty {
      lines.append("light: neither a card with a scene nor a face with a matrix is in a clip here")
    }
    return lines
  }

  private static func text(of report: InspectionReport) -> [String] {
    var lines: [String] = []
    if let clip = report.clip {
      lines += ["clip      \(clip.path)"] + text(of: clip)
    }
    if let tracking = report.tracking {
      lines += ["tracking  \(tracking.path)"] + text(of: tracking)
      if let clip = report.clip {
        lines.append("  frames with a face: \(report.framesWithFace) of \(clip.frames)")
      }
    }
    lines += report.provenance.map(text) ?? []
    lines += report.notes.map { "note      \($0)" }
    lines += report.problems.map { "problem   \($0)" }
    lines.append(report.isClean ? "no faults" : "faulty")
    return lines
  }

  private static func text(of provenance: RecordingProvenance) -> [String] {
    [
      provenance.consentLine.map { "consent   \($0)" },
      provenance.subject.map { "subject   \(Shown.text($0))" },
      provenance.device.map { "device    \(Shown.text($0))" },
    ].compactMap(\.self)
  }

  private static func text(of clip: InspectionReport.Clip) -> [String] {
    var lines = [
      "  \(clip.container), \(clip.codec), \(clip.pixelFormat)",
      "  stored \(clip.stored), \(clip.orientation); scene \(clip.scene)",
    ]
    if let shortest = clip.shortestStepMs, let longest = clip.longestStepMs {
      var length = clip.seconds.map { "\(rounded($0)) s, " } ?? ""
      if let start = clip.startMs, start >= 1, !length.isEmpty {
        length += "from \(rounded(start)) ms on, "
      }
      lines.append(
        "  \(length)\(clip.frames) frames, \(rounded(shortest)) to \(rounded(longest)) ms apart")
    } else {
      lines.append("  \(Count.of(clip.frames, "frame"))")
    }
    lines.append("  sound: \(clip.sound.isEmpty ? "none" : clip.sound.joined(separator: ", "))")
    if let conversion = clip.conversion { lines.append("  \(conversion)") }
    if let damage = clip.damage { lines.append("  damaged: \(damage)") }
    return lines
  }

  private static func text(of tracking: InspectionReport.Tracking) -> [String] {
    var lines = [
      "  \(tracking.format), picture \(tracking.size), turned \(tracking.rotationDegrees) deg, "
        + (tracking.mirrored ? "mirrored" : "not mirrored"),
      "  \(tracking.samples) samples"
        + (tracking.firstMs.map { ", \(rounded($0))" } ?? "")
        + (tracking.lastMs.map { " to \(rounded($0)) ms" } ?? ""),
      "  faces: in \(tracking.samplesWithFaces) samples, at most \(tracking.mostFaces) at once; "
        + "\(tracking.facesWithLandmarks) with landmarks, \(tracking.facesWithMatrix) with a matrix,"
        + " \(tracking.facesWithBlendshapes) with blendshapes",
      "  longest time without a face: \(rounded(tracking.longestGapMs)) ms",
      "  hands: in \(tracking.samplesWithHands) samples, with a gesture in"
        + " \(tracking.samplesWithGestures)",
      "  known pictures: in \(tracking.samplesWithImages) samples"
        + (tracking.verticalFieldOfViewDegrees.map { ", field of view \(rounded($0)) degrees" }
          ?? ""),
      "  no answer of the tracker: for \(tracking.failedSamples) samples",
    ]
    lines += tracking.images.map { image in
      "    \(image.name): in \(image.samples) samples, "
        + (image.identities == 0 ? "no id" : Count.of(image.identities, "id"))
        + (image.widthMm.map { ", \(rounded($0)) mm wide" } ?? ", no width")
        + ", \(image.withMatrix) with a matrix"
    }
    if !tracking.unknownKeys.isEmpty {
      let keys = tracking.unknownKeys.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
      lines.append("  unknown keys, ignored: \(keys.joined(separator: ", "))")
    }
    if tracking.faultCount > 0 {
      lines.append("  \(Count.of(tracking.faultCount, "fault")):")
      lines += tracking.faults.map { "    \($0)" }
      let rest = tracking.faultCount - tracking.faults.count
      if rest > 0 { lines.append("    and \(rest) more") }
      if let leftOut = tracking.leftOut {
        lines.append("  with --skip-bad-samples: \(leftOut)")
      }
    }
    return lines
  }

  private static func rounded(_ value: Double) -> String {
    // A double of 300 digits is no readable time.
    String(format: abs(value) < 1e15 ? "%.1f" : "%g", value)
  }
}
