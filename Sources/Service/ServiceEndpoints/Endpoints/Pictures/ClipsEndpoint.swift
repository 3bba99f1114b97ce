internal import Access
internal import AvatarFiles
internal import Foundation
internal import HTTPMessages
internal import HTTPServer
internal import Isolation
internal import JSON
internal import Placement
internal import Problems
internal import Recordings
internal import Rendering
internal import Requests
internal import ServiceConfiguration
internal import ServiceInterface
internal import ServicePackages

/// `POST /v1/clips`: a recording in, its frames and their tracking out, for players that show frame by frame.
///
/// The recording is read in a process of its own, as a snapshot's is.
struct ClipsEndpoint {
  let context: ServiceContext

  /// The longest archive, in bytes: 900 pictures of 640 x 640 without anything smooth take a third of it.
  static let maximumArchiveBytes = 256 << 20
  private static let sides = 64...640
  private static let starts = 0.0...1_000_000

  static let options = NamedSchema(
    "ClipOptions",
    .object(
      "Which frames, and how large.",
      [
        "mostFrames": .whole(
          "How many frames at most.", from: 1, to: ClipFramesJob.mostFrames
        ).with("default", .integer(ClipFramesJob.mostFrames)),
        "framesPerSecond": .number(
          "How many frames a second at most; of a clip that has more, some are left out.",
          from: ClipFramesJob.rates.lowerBound, to: ClipFramesJob.rates.upperBound
        ).with("default", 30),
        "side": .whole(
          "The longest side of a frame in pixels; smaller clips keep their size.",
          from: sides.lowerBound, to: sides.upperBound
        ).with("default", .integer(sides.upperBound)),
        "start": .number(
          "The second of the clip that the frames begin at.", from: starts.lowerBound,
          to: starts.upperBound
        ).with("default", 0),
        "consent": ProvenanceSchemas.consent, "subject": ProvenanceSchemas.subject,
        "device": ProvenanceSchemas.device,
      ], required: [], isClosed: true
    ).examples(["framesPerSecond": 15, "mostFrames": 300]))

  static let form = Form(
    [
      .video("A recording: MP4, MOV, MKV or WebM.", isRequired: true), .tracking,
      .json("options", options),
    ],
    examples: [
      .init(
        "short", "All that one archive holds.", ["video": "clip.mp4", "tracking": "clip.jsonl"]),
      .init(
        "thinned", "Fifteen frames a second from a time on.",
        [
          "video": "clip.mp4", "tracking": "clip.jsonl",
          "options": ["framesPerSecond": 15, "start": .number(0.08)],
        ]),
    ])

  static let operation = Operation(
    .post, "/v1/clips", id: "createClipFrames", .pictures,
    "Takes a recording apart into frames with their tracking.",
    "Returns a zip archive of stored files: `frames/000001.jpg` and so on, upright and in sRGB, and"
      + " `tracking.jsonl`, whose lines after the first are the frames' (Documentation/tracking-format.md):"
      + " faces where they are at the frame's own time in the clip, joined and smoothed as a render has them. A"
      + " frame and its line, with the first line before it, are what `POST /v1/frames` takes. Without tracking the"
      + " service's own tracker finds the faces. The recording is read in a process of its own.",
    right: .scope(.frames),
    body: .form(
      form, "A recording, its tracking and the options.", isSpooled: true,
      limit: \.maximumRecordingBytes),
    answers: [
      OperationAnswer(
        200, "The frames and their tracking.", [.bytes(MediaTypes.archive)], headers: [.notes])
    ],
    problems: [.unprocessableClip],
    limits: [
      "--max-clip-pixels", "--max-clip-frames", "--max-clip-seconds", "--max-faces",
      "--snapshot-seconds", "--track-seconds",
    ],
    pool: .recording, cost: RequestCost.snapshot,
    admit: { context, _, _ in try context.checkDisk() },
    handle: { context, request, _ in
      try request.withCancellation { cancellation in
        try ClipsEndpoint(context: context).answer(request, cancellation)
      }
    })

  /// What the options say.
  private struct Choice {
    var most = ClipFramesJob.mostFrames
    var rate = 30.0
    var side = ClipsEndpoint.sides.upperBound
    var start: Double?
    let provenance: RecordingProvenance

    init(_ parts: RequestParts) throws(ServiceProblem) {
      let reader = OptionsReader()
      let object = try reader.options(
        of: parts,
        keys: ["mostFrames", "framesPerSecond", "side", "start"] + RecordingProvenance.keys)
      provenance = RecordingProvenance(object)
      most = object["mostFrames"]?.integer(in: 1...ClipFramesJob.mostFrames) ?? most
      rate = object["framesPerSecond"]?.number(in: ClipFramesJob.rates) ?? rate
      side = object["side"]?.integer(in: ClipsEndpoint.sides) ?? side
      start = object["start"]?.number(in: ClipsEndpoint.starts)
      try reader.check()
    }
  }

  /// What the verb says of the archive.
  private struct Description: Decodable {
    var frames: Int
    var goesOn: Bool
  }

  private func answer(
    _ request: HTTPRequest, _ cancellation: Cancellation
  ) throws -> HTTPResponse {
    let parts = try RequestParts(request.body, of: Self.form)
    let choice = try Choice(parts)
    try context.checkConsent(choice.provenance, to: "video")
    let video = try parts.required("video").filePath()
    let tracking = try parts["tracking"]?.filePath()
    // Whatever is worn later, faces are needed.
    var wanted = RenderRequest()
    wanted.avatars = ["any"]
    let probe = try context.preflight(
      video: video, tracking: tracking, wanted, cancellation: cancellation)
    let tracker = tracking == nil ? try context.tracker.required(for: "video") : nil
    let folder = "\(context.folders.spool)/clip-\(UUID().uuidString.lowercased())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let archive = "\(folder)/frames.zip"
    var frames = RenderRequest()
    (frames.avatars, frames.video, frames.trackingFile) = (["none"], video, tracking)
    frames.start = choice.start.map { .second($0) }
    if max(probe.width, probe.height) > choice.side {
      let isWide = probe.width >= probe.height
      frames.output.size = OutputSize(
        width: isWide ? choice.side : nil, height: isWide ? nil : choice.side)
    }
    var verb = IsolatedVerb(
      verb: "clip-frames", request: frames,
      options: ["--output=\(archive)", "--most=\(choice.most)", "--rate=\(choice.rate)"],
      readable: [video] + [tracking].compactMap(\.self) + context.avatars.library.folders,
      writable: [folder], folder: folder, seconds: context.settings.snapshotSeconds,
      fileBytes: Self.maximumArchiveBytes)
    if let tracker { verb.track(with: tracker, seconds: context.settings.trackSeconds) }
    var lines = TrackingLines()
    let told = try context.metrics.measure("clip") {
      try verb.run(
        context.settings, memoryBytes: context.settings.jobMemoryBytes,
        cancellation: cancellation
      ) { lines.take($0) }
    }
    guard let bytes = FileManager.default.contents(atPath: archive),
      let description = try? JSONDecoder().decode(Description.self, from: Data(told))
    else { throw ServiceProblem(.internal, "the worker wrote no archive") }
    var notes = lines.notes.map { context.problems.hiding($0) }
    if description.goesOn {
      notes.append("the clip goes on after these \(description.frames) frames; set start for more")
    }
    return .bytes(
      [UInt8](bytes), mediaType: MediaTypes.archive,
      headers: [HTTPField("Cache-Control", "no-store")]
        + (HeaderText.lines(notes).map { [HTTPField("Avatar-Overlay-Notes", $0)] } ?? []))
  }
}

extension ProblemResponse {
  static let unprocessableClip = unprocessable(
    "Clip",
    ofForms + [
      .badTracking, .trackingTooLarge, .noTracker, .tooManyFaces, .unfitOutput, .overLimit,
      .consentEnded, .consentMissing,
    ] + ofRecordings)
}
