internal import Access
internal import Digests
internal import Foundation
internal import Geometry
internal import HTTPMessages
internal import HTTPServer
internal import Isolation
internal import JSON
internal import Jobs
internal import Problems
internal import Recipe
internal import Recordings
internal import Reels
internal import Requests
internal import ServiceConfiguration
internal import ServiceInterface
internal import ServicePackages
internal import Store
internal import Text
internal import Webhooks

/// `POST /v1/reels`: several recordings in, a job out whose output is one clip.
struct ReelSubmission {
  let context: ServiceContext

  /// What the names of the parts begin with.
  private static let (video, tracking) = ("video:", "tracking:")
  private static let music = "music"
  private static let containers: [RenderOptions.Container] = [.mp4, .mov, .mkv, .webm]

  static let form = Form(
    [
      FormPart("reel", .reference(ReelSchema.reel), as: MediaTypes.json, isRequired: true),
      FormPart(
        video, .bytes(MediaTypes.bytes, "A recording, which segments call by NAME."),
        isPrefix: true),
      FormPart(
        tracking, .bytes(MediaTypes.bytes, "What the tracker saw in the recording of that name."),
        isPrefix: true),
      .music,
      FormPart(
        "container",
        .choice("The output's container; mp4.", of: containers.map(\.rawValue)), as: "text/plain"),
      FormPart(
        "webhookUrl", .text("The URL to call when it has ended.", format: "uri"), as: "text/plain"),
      .json("options", ProvenanceSchemas.options),
    ],
    examples: [
      .init(
        "two", "Two recordings, one with an avatar.",
        [
          "reel": ReelSchema.example, "video:a": "clip.mp4", "tracking:a": "clip.jsonl",
          "video:b": "clip.mp4",
        ])
    ])

  static let operation = Operation(
    .post, "/v1/reels", id: "createReel", .renders, "Accepts recordings to join in one clip.",
    "The answer is a render, whose state and files are those of `/v1/renders/{id}`; it has no placements."
      + " The recordings are looked at before the answer.",
    right: .scope(.renders), parameters: [RenderForms.key],
    body: .form(
      form, "The reel, its recordings and their tracking.", isSpooled: true,
      limit: \.maximumRecordingBytes),
    answers: [
      .json(
        202, "Accepted.", RenderSchemas.render,
        examples: [.init("queued", "It waits in the queue.", RenderExamples.queued)],
        headers: [.location, .idempotentReplayed], links: RenderForms.links)
    ],
    problems: [RenderForms.unprocessable],
    limits: [
      "--max-clip-pixels", "--max-clip-frames", "--max-clip-seconds", "--max-faces",
      "--max-layers", "--max-queue", "--max-queue-per-key",
      "--job-seconds", "--job-memory-bytes", "--max-output-bytes", ServiceSettings.quotaOption,
    ], pool: .recording, cost: RequestCost.submission, admit: RenderSubmission.admit,
    handle: { context, request, caller in
      try ReelSubmission(context: context).answer(request, caller)
    })

  private func answer(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let parts = try RequestParts(request.body, of: Self.form)
    let text = try parts.required("reel").bytes(limit: Reel.mostBytes)
    let sent = try Self.read(text)
    let container = try container(parts)
    let webhook = try parts["webhookUrl"]?.text()
    if let webhook { try context.webhooks.check(webhook) }
    let files = try files(parts, of: sent)
    try check(sent, files, caller)
    let provenance = try RecordingProvenance(parts)
    try context.checkConsent(provenance, to: "reel")
    let submission = RenderSubmission(context: context)
    let key = try RenderSubmission.key(request.head).map { value in
      IdempotencyKey(
        value: value,
        fingerprint: try fingerprint(
          sent, files,
          "\(container.rawValue) \(webhook ?? "")" + (provenance.isEmpty ? "" : provenance.line),
          caller))
    }
    let id = RandomName.make()
    let folder = try context.runner.folders.beginUpload(id)
    defer { context.runner.folders.dropUpload(id) }
    for (name, path) in files {
      try FileManager.default.moveItem(
        atPath: path, toPath: "\(folder.recording)/\(Self.file(name))")
    }
    var reel = sent
    if files[Self.music] != nil { reel.music = Self.music }
    try Self.change(&reel) { cell, _ in
      var request = cell.request
      let name = request.recording ?? ""
      request.recording = nil
      request.video = Self.file(Self.video + name)
      request.trackingFile =
        files[Self.tracking + name].map { _ in Self.file(Self.tracking + name) }
      request.avatars = try submission.avatars(
        request.avatars.isEmpty ? ["none"] : request.avatars, caller, into: folder.recording)
      request.swipeAvatars = try submission.avatars(
        request.swipeAvatars, caller, into: folder.recording)
      cell.request = request
    }
    if reel.segments.flatMap(\.cells).contains(where: { $0.request.scenes.folders.isEmpty }) {
      try context.scenes.linkOwn(
        of: caller.tenant, into: "\(folder.recording)/\(JobFolder.scenes)")
    }
    var job = JobRequest(reel, media: reel.segments.first?.cells.first?.request.video ?? "")
    (job.container, job.provenance) = (container.rawValue, provenance)
    if context.settings.jobThreads > 0 { job.render.threads = context.settings.jobThreads }
    let estimate = try request.withCancellation { cancellation in
      try look(at: reel, in: folder, cancellation)
    }
    return try submission.submit(
      id, folder, job, estimate, frameCount: nil, webhook, key, caller, request.head)
  }

  /// The file of a part in a job's folder.
  private static func file(_ part: String) -> String { part.replacing(":", with: "-") }

  /// Reads the reel; all that is wrong with it is told at once, each with its place.
  private static func read(_ bytes: [UInt8]) throws -> Reel {
    do throws(RequestError) {
      return try ReelFile.read(remote: bytes, named: "reel")
    } catch {
      guard case .faulty(_, let faults) = error else {
        throw ServiceProblem(.invalidOptions, "\(error)")
      }
      throw ServiceProblem(
        .invalidOptions, "\(error)",
        faults: faults.prefix(100).map {
          .init(
            pointer: "reel" + JSONPointer.text(path: $0.path), detail: "\($0.kind)",
            place: $0.place)
        })
    }
  }

  private func container(_ parts: RequestParts) throws -> RenderOptions.Container {
    guard let text = try parts["container"]?.text() else { return .mp4 }
    guard let container = Self.containers.first(where: { $0.rawValue == text }) else {
      let known = Self.containers.map(\.rawValue).joined(separator: ", ")
      throw Self.fault(
        .invalidOptions, "container", "expected \(known), found \"\(Shown.text(text))\"")
    }
    return container
  }

  private static func fault(
    _ code: ProblemCode, _ pointer: String, _ detail: String
  ) -> ServiceProblem {
    ServiceProblem(
      code, "\(pointer): \(detail)", faults: [.init(pointer: pointer, detail: detail)])
  }

  /// The files of the parts by their names: one for each recording that is named, and no other.
  private func files(_ parts: RequestParts, of reel: Reel) throws -> [String: String] {
    let named = Set(reel.segments.flatMap(\.cells).compactMap(\.request.recording))
    var files: [String: String] = [:]
    for prefix in [Self.video, Self.tracking] {
      for part in parts.all(beginning: prefix) {
        guard named.contains(String(part.name.dropFirst(prefix.count))) else {
          throw Self.fault(
            .unknownPart, Shown.text(part.name), "no segment names this recording; leave it out")
        }
        files[part.name] = try part.filePath()
      }
    }
    if let music = parts[Self.music] { files[Self.music] = try music.filePath() }
    return files
  }

  /// Changes each recording of a reel.
  ///
  /// - Parameter change: is given the recording and its place, such as `reel/segments/2/cells/0`.
  private static func change(
    _ reel: inout Reel, _ change: (inout Reel.Cell, _ place: String) throws -> Void
  ) rethrows {
    for index in reel.segments.indices {
      let isAlone = reel.segments[index].cells.count == 1
      for place in reel.segments[index].cells.indices {
        try change(
          &reel.segments[index].cells[place],
          "reel/segments/\(index)" + (isAlone ? "" : "/cells/\(place)"))
      }
    }
  }

  /// Throws where a reel asks for what is not there, or for more than it may.
  private func check(_ reel: Reel, _ files: [String: String], _ caller: Caller) throws {
    var reel = reel
    if reel.endsOnBeats, files[Self.music] == nil {
      throw Self.fault(
        .missingPart, Self.music, "beats are those of the part \"music\"; send it")
    }
    if let size = reel.size, size.width * size.height > context.settings.clipLimits.maximumPixels {
      throw Self.fault(
        .recordingTooLarge, "reel/size",
        "\(size) pixels found, at most \(context.settings.clipLimits.maximumPixels) allowed")
    }
    try Self.change(&reel) { cell, place in
      // Only a render of one recording looks for all faces that there are.
      if cell.request.cover != nil {
        throw Self.fault(
          .invalidOptions, "\(place)/cover",
          "faces of a reel are not covered here; cover each recording by a render of its own first")
      }
      let request = cell.request
      let name = request.recording ?? ""
      guard PlainName.isFit(name) else {
        throw Self.fault(.invalidOptions, "\(place)/recording", "expected \(PlainName.expected)")
      }
      guard files[Self.video + name] != nil else {
        throw Self.fault(
          .missingPart, "\(place)/recording", "missing part \"\(Self.video)\(name)\"")
      }
      let needs = request.needsTracking || cell.bestSeconds != nil || request.best.areWanted
      guard !needs || files[Self.tracking + name] != nil else {
        throw Self.fault(
          .missingPart, "\(place)/recording",
          "faces are needed of it: missing part \"\(Self.tracking)\(name)\"")
      }
      guard request.passes.filterFiles.isEmpty else {
        throw Self.fault(
          .invalidOptions, "\(place)/filter", "a reel takes no filter with a file")
      }
      do {
        try context.checkLayers(of: request.avatars + request.swipeAvatars, caller.tenant)
      } catch let error as any ProblemReporting where error.problemCode == .unknownAvatar {
        throw Self.fault(.unknownAvatar, "\(place)/avatars", "\(error)")
      }
      try context.scenes.check(request.scenes, of: caller.tenant)
    }
  }

  /// What all recordings together have and cost; each is looked at in a process of its own.
  private func look(
    at reel: Reel, in folder: UploadFolder, _ cancellation: Cancellation
  ) throws -> RecordingProbe {
    var found: [String: RecordingProbe] = [:]
    var whole: RecordingProbe?
    for cell in reel.segments.flatMap(\.cells) {
      let media = cell.request.video ?? ""
      let probe: RecordingProbe
      if let known = found[media] {
        probe = known
      } else {
        var render = RenderRequest()
        (render.avatars, render.tracking) = (["none"], cell.request.tracking)
        probe = try context.preflight(
          JobRequest(media: media, tracking: cell.request.trackingFile, render: render),
          in: folder, cancellation: cancellation)
        found[media] = probe
      }
      whole = whole?.followed(by: probe) ?? probe
    }
    guard var whole else { throw ServiceProblem(.invalidOptions, "reel: no segment") }
    if let size = reel.size { (whole.width, whole.height) = (size.width, size.height) }
    return whole
  }

  /// A hash of everything that was sent.
  private func fingerprint(
    _ reel: Reel, _ files: [String: String], _ options: String, _ caller: Caller
  ) throws -> String {
    var hash = SHA256()
    hash.append(reel.value.bytes)
    hash.append(Array("\n\(options)\n".utf8))
    let requests = reel.segments.flatMap(\.cells).map(\.request)
    for name in Set(requests.flatMap { $0.avatars + $0.swipeAvatars }).sorted()
    where name != "none" {
      hash.append(
        Array("\(try context.avatars.entry(name, of: caller.tenant).origin)\n".utf8))
    }
    for (name, path) in files.sorted(by: { $0.key < $1.key }) {
      hash.append(Array("\(name) \(try SHA256.hex(ofFile: path))\n".utf8))
    }
    return hash.hex
  }
}

extension RecordingProbe {
  /// Both, one after the other.
  fileprivate func followed(by next: RecordingProbe) -> RecordingProbe {
    var whole = self
    whole.frames += next.frames
    whole.seconds = (seconds ?? 0) + (next.seconds ?? 0)
    whole.estimatedCPUSeconds += next.estimatedCPUSeconds
    return whole
  }
}
