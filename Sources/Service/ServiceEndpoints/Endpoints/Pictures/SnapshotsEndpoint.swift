internal import Access
internal import AvatarFiles
internal import Foundation
internal import Geometry
internal import HTTPMessages
internal import HTTPServer
internal import Imaging
internal import Isolation
internal import JSON
internal import Jobs
internal import Problems
internal import Recipe
internal import Recordings
internal import Requests
internal import ServiceConfiguration
internal import ServiceInterface
internal import ServicePackages
internal import TrackingFiles

/// `POST /v1/snapshots`: a still or a recording in, a picture to share out.
///
/// An untrusted recording is read in a process of its own, a still too: the verb `snapshot` does
/// the work, so that the service and the command line give the same bytes. A still that comes without
/// its tracking is decoded here besides, as frames are, for the tracker that is kept.
struct SnapshotsEndpoint {
  let context: ServiceContext

  static let form = Form(
    [
      .picture("picture", "A still: PNG, JPEG, WebP, HEIC or AVIF; or else video."),
      .video("A recording: MP4, MOV, MKV or WebM; or else picture."), .tracking, .session,
      .json("options", OptionSchemas.snapshot), .avatar, .cues, .photos, .luts,
    ], rule: FormPart.avatarRule + [("not", oneMedium)], examples: SnapshotExamples.forms)

  /// There is a picture or a video, and not both.
  private static let oneMedium: JSONValue = [
    "anyOf": [
      ["required": ["picture", "video"]],
      ["not": ["anyOf": [["required": ["picture"]], ["required": ["video"]]]]],
    ]
  ]

  static let operation = Operation(
    .post, "/v1/snapshots", id: "createSnapshot", .pictures, "Makes a picture to share.",
    "Takes a still or a recording, chooses or takes a frame, puts avatars on it, crops it around the faces,"
      + " and puts it on a share card where one is asked for. A recording is read in a process of its own.",
    right: .scope(.frames),
    body: .form(
      form, "A still or a recording, its tracking and the options.", isSpooled: true,
      limit: \.maximumRecordingBytes),
    answers: [
      OperationAnswer(
        200, "The picture.", PictureSchemas.contents(PictureSchemas.snapshot, frame: 42),
        headers: [.faces, .alternativeText, .notes, .vary, .frame])
    ],
    problems: [.unprocessableSnapshot],
    limits: [
      "--max-picture-pixels", "--max-clip-pixels", "--max-clip-frames", "--max-clip-seconds",
      "--max-faces", "--max-layers", "--snapshot-seconds", "--track-seconds",
    ],
    // Requests with a picture do not wait for recordings, nor for tracking that is longer than that of
    // a picture may be.
    pool: .compute, recordingPart: ("video", \.maximumFrameBytes),
    cost: RequestCost.snapshot,
    admit: { context, _, _ in try context.checkDisk() },
    handle: { context, request, caller in
      try request.withCancellation { cancellation in
        try SnapshotsEndpoint(context: context).answer(request, caller, cancellation)
      }
    })

  private func answer(
    _ request: HTTPRequest, _ caller: Caller, _ cancellation: Cancellation
  ) throws -> HTTPResponse {
    let parts = try RequestParts(request.body, of: Self.form)
    var (options, provenance) = try OptionsReader().requestWithProvenance(
      of: parts, in: .snapshots)
    try context.checkConsent(provenance, to: parts["picture"] == nil ? "video" : "picture")
    let given = try parts["tracking"]?.filePath()
    options.session.settings = try SessionPart.path(parts)
    if options.session.isAsked, given == nil, context.tracker.found == nil {
      throw SessionPart.withoutTracking
    }
    let profile = try context.fitProfiles.required(options.fitProfile, of: caller.tenant)
    try context.scenes.check(options.scenes, of: caller.tenant)
    let scenes = try ScenePart.files(parts, PictureChecks(settings: context.settings))
    let filters = try FilterPart.files(parts, of: options)
    let (media, format) = try media(parts, given, options, cancellation)
    let answer = try FrameAnswer(request.head, asked: options.format, own: format)
    try context.checkLayers(of: options.avatars + options.swipeAvatars, caller.tenant)
    let folder = "\(context.folders.spool)/snapshot-\(UUID().uuidString.lowercased())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let output = "\(folder)/out.\(answer.format.fileExtension)"
    let placements = "\(folder)/placements.jsonl"
    try checkCard(options.card.name)
    let still = try given == nil ? still(parts, options, in: folder, cancellation) : nil
    let tracking = given ?? still?.path
    // A tenant's own are linked under their names, by which a fit profile knows them.
    func package(_ name: String) throws -> String {
      guard name != AvatarSelection.none else { return name }
      let entry = try context.avatars.entry(name, of: caller.tenant)
      return entry.isBuiltIn
        ? entry.path : "\(folder)/\(try context.avatars.link(entry, into: folder))"
    }
    try scenes.keep(in: folder, for: &options, avatar: package)
    try filters.keep(in: folder, for: &options)
    options.passes.moveFilterFiles { "\(folder)/\($0)" }
    let packages = try options.avatars.map(package)
    options.swipeAvatars = try options.swipeAvatars.map(package)
    if let profile { options.fitProfile = "\(folder)/\(try profile.write(into: folder))" }
    options.cues = options.cues.map { "\(folder)/\($0)" }
    options.scenes.movePaths { "\(folder)/\($0)" }
    if options.scenes.folders.isEmpty {
      let own = "\(folder)/\(JobFolder.scenes)"
      try context.scenes.linkOwn(of: caller.tenant, into: own)
      let hasOwn = FileManager.default.fileExists(atPath: own)
      options.scenes.folders = RenderRequest.Scenes.only(
        (hasOwn ? [own] : []) + context.scenes.library.folders)
    }
    options.video = media
    options.trackingFile = tracking
    if given == nil { options.tracking = TrackingFileOptions() }
    options.avatars = packages
    options.card.name = try options.card.name.map { try context.cards.path(of: $0) }
    (options.output.path, options.output.placements) = (output, placements)
    // PNG loses nothing, whatever quality was asked for.
    (options.format, options.quality) = (nil, answer.format == .png ? nil : options.quality)
    var verb = IsolatedVerb(
      verb: "snapshot", request: options, options: ["--json", "--progress", "none"],
      readable: [media] + [tracking, options.session.settings].compactMap(\.self)
        + (packages + options.swipeAvatars).filter { $0 != "none" }
        + context.avatars.library.folders
        + context.cards.folders + context.scenes.library.folders,
      writable: [folder], folder: folder, seconds: context.settings.snapshotSeconds,
      fileBytes: context.settings.maximumOutputBytes)
    if Self.tracks(options, tracking), let tracker = context.tracker.found {
      verb.track(with: tracker, seconds: context.settings.trackSeconds)
    }
    var lines = TrackingLines()
    let told = try context.metrics.measure("snapshot") {
      try verb.run(
        context.settings, memoryBytes: context.settings.jobMemoryBytes,
        cancellation: cancellation
      ) { lines.take($0) }
    }
    guard let bytes = FileManager.default.contents(atPath: output),
      let description = try? JSONDecoder().decode(SnapshotDescription.self, from: Data(told))
    else { throw ServiceProblem(.internal, "the worker wrote no picture") }
    // A still's tracking is read by the verb alone.
    guard description.faces <= context.settings.maximumFaces else {
      throw ServiceProblem(
        .tooManyFaces,
        "tracking: \(description.faces) faces, at most \(context.settings.maximumFaces) allowed")
    }
    context.metrics.count(faces: description.faces)
    let line = FileManager.default.contents(atPath: placements) ?? Data("null".utf8)
    return answer.response(
      AnsweredPicture(
        bytes: [UInt8](bytes), format: answer.format, width: description.width,
        height: description.height, faces: description.faces,
        alternativeText: description.alternativeText,
        placements: String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines),
        frame: description.frame, choice: SnapshotDescription.choice(told),
        notes: ((still?.notes ?? []) + lines.notes + description.notes).map {
          context.problems.hiding($0)
        }))
  }

  /// The tracking file of a still that came without one, in a folder, and what is to be known of it; nil for a
  /// clip, which the verb tracks, and where it need not be known.
  private func still(
    _ parts: RequestParts, _ options: RenderRequest, in folder: String,
    _ cancellation: Cancellation
  ) throws -> (path: String, notes: [String])? {
    guard let picture = try parts.bytes("picture"),
      let tracked = try context.tracked(picture, for: options, cancellation: cancellation)
    else { return nil }
    let path = "\(folder)/tracking"
    try Data(tracked.file).write(to: URL(filePath: path))
    return (path, tracked.notes)
  }

  /// Whether the verb tracks: what came without its tracking, and what may show faces that are to be covered.
  private static func tracks(_ options: RenderRequest, _ tracking: String?) -> Bool {
    options.cover != nil || tracking == nil && options.needsTracking
  }

  /// Throws where there is no share card of a name.
  private func checkCard(_ name: String?) throws(ServiceProblem) {
    guard let name, context.cards.path(named: name) == nil else { return }
    throw ServiceProblem(
      .unknownCard,
      "there is no card \"\(name)\"\(PackageLookupError.suggestion(name, context.cards.ids))")
  }

  /// The still or the recording, which is looked into, and the format that its pictures have by
  /// default.
  private func media(
    _ parts: RequestParts, _ tracking: String?, _ options: RenderRequest,
    _ cancellation: Cancellation
  ) throws -> (path: String, format: PictureFormat) {
    switch (parts["picture"], parts["video"]) {
    case (let picture?, nil):
      let bytes = try picture.bytes(limit: context.settings.maximumFrameBytes)
      let checks = PictureChecks(settings: context.settings)
      let format = try checks.format(of: bytes)
      try checks.check(
        size: options.output.size,
        of: try PictureFormat.size(of: bytes).retyped(as: OutputSpace.self))
      return (try picture.filePath(), format)
    case (nil, let video?):
      let path = try video.filePath()
      let probe = try context.preflight(
        video: path, tracking: tracking, options, cancellation: cancellation)
      try PictureChecks(settings: context.settings).check(
        size: options.output.size, of: PixelSize(width: probe.width, height: probe.height))
      if Self.tracks(options, tracking) { _ = try context.tracker.required(for: "video") }
      return (path, .jpeg)
    case (nil, nil):
      throw ServiceProblem(
        .missingPart, "missing part \"picture\" or \"video\"; send one of them",
        faults: [.init(pointer: "picture", detail: "missing")])
    case (.some, .some):
      throw ServiceProblem(
        .unknownPart, "a part \"picture\" and a part \"video\" found; send one of them",
        faults: [.init(pointer: "video", detail: "sent together with picture")])
    }
  }
}
