internal import Access
internal import ClipReading
internal import Digests
internal import Foundation
internal import Geometry
internal import HTTPMessages
internal import HTTPServer
internal import Jobs
internal import MediaPipe
internal import Problems
internal import Recordings
internal import Requests
internal import ServiceConfiguration
internal import ServiceInterface
internal import ServicePackages
internal import Store
internal import TrackingFiles
internal import Webhooks

/// `POST /v1/renders`: a recording in, a job out.
struct RenderSubmission {
  let context: ServiceContext

  /// The names of the files in a job's folder, which faults name too.
  private static let (media, tracking) = ("video", "tracking")
  /// The longest `Idempotency-Key`, in bytes.
  static let maximumKeyBytes = 200

  static let form = Form(
    [
      .video("The recording: MP4, MOV, MKV or WebM.", isRequired: true), .tracking,
      .json("options", OptionSchemas.render), .avatar, .session, .cues, .greeting, .music,
      .photos, .luts,
    ], rule: FormPart.avatarRule, examples: RenderForms.examples)

  static let operation = Operation(
    .post, "/v1/renders", id: "createRender", .renders, "Accepts a recording to render.",
    "The body goes to disk as it arrives. The answer comes after a look at the recording, and says how long"
      + " it is and about how long rendering will take. An `Idempotency-Key` makes a request safe to repeat"
      + " for \(IdempotencyKey.hours) hours.",
    right: .scope(.renders), parameters: [RenderForms.key],
    body: .form(
      form, "The recording, its tracking and the options.", isSpooled: true,
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
      "--max-layers", "--max-queue", "--max-queue-per-key", "--track-seconds", "--job-seconds",
      "--job-memory-bytes", "--max-output-bytes", ServiceSettings.quotaOption,
    ], pool: .recording, cost: RequestCost.submission,
    admit: admit,
    handle: { context, request, caller in
      try RenderSubmission(context: context).answer(request, caller)
    })

  /// Looks whether there is room for a job, before its body comes.
  static let admit: Operation.Admit = { context, head, caller in
    let key = try key(head)
    try context.checkDisk()
    // What was accepted under the key may be among those that wait: only the store knows.
    if key == nil {
      try context.checkQueue(for: caller.tenant)
      try context.checkQuota(head, of: caller.tenant)
    }
  }

  private func answer(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let parts = try RequestParts(request.body, of: Self.form)
    var options = try RenderOptions(parts)
    try context.checkConsent(options.provenance, to: Self.media)
    let video = try parts.required("video").filePath()
    let tracking = try parts["tracking"]?.filePath()
    let session = try SessionPart.path(parts)
    let isTracked = tracking == nil && (options.request.needsTrackingOfClip || session != nil)
    if session != nil, isTracked, context.tracker.found == nil { throw SessionPart.withoutTracking }
    // What is written into the options from here on was not sent.
    let sent = options
    if isTracked {
      // The number goes with the job; how a file is to be read says nothing of what is tracked here.
      options.request.tracker.options.numFaces =
        context.tracker.found?.options.numFaces ?? MediaPipeOptions().numFaces
      options.request.tracking = TrackingFileOptions()
    }
    try PictureChecks(settings: context.settings).check(size: options.request.output.size)
    try context.checkLayers(
      of: options.request.avatars + options.request.swipeAvatars, caller.tenant)
    let profile = try context.fitProfiles.required(
      options.request.fitProfile, of: caller.tenant)
    try context.scenes.check(options.request.scenes, of: caller.tenant)
    let given = try ScenePart.files(parts, PictureChecks(settings: context.settings))
    try given.checkIsHeard(options)
    let filters = try FilterPart.files(parts, of: options.request)
    if let url = options.webhookURL { try context.webhooks.check(url) }
    let id = RandomName.make()
    let folder = try context.runner.folders.beginUpload(id)
    defer { context.runner.folders.dropUpload(id) }
    let key = try Self.key(request.head).map { value in
      IdempotencyKey(
        value: value,
        fingerprint: try fingerprint(
          sent, video: video, tracking: tracking, session: session, profile: profile,
          files: given.all + filters.all, caller))
    }
    let recording = folder.recording
    try FileManager.default.moveItem(atPath: video, toPath: "\(recording)/\(Self.media)")
    if let tracking {
      try FileManager.default.moveItem(atPath: tracking, toPath: "\(recording)/\(Self.tracking)")
    }
    if let session {
      try FileManager.default.moveItem(
        atPath: session, toPath: "\(recording)/\(SessionPart.name)")
      options.request.session.settings = SessionPart.name
    }
    options.request.swipeAvatars = try avatars(
      options.request.swipeAvatars, caller, into: recording)
    options.request.fitProfile = try profile?.write(into: recording)
    try given.keep(in: recording, for: &options.request) { name in
      let file = try avatars([name], caller, into: recording)[0]
      return file == name ? name : "./\(file)"
    }
    try filters.keep(in: recording, for: &options.request)
    if options.request.scenes.folders.isEmpty {
      try context.scenes.linkOwn(
        of: caller.tenant, into: "\(recording)/\(JobFolder.scenes)")
    }
    var job = options.job(
      media: Self.media, tracking: tracking == nil ? nil : Self.tracking,
      avatars: try avatars(options.request.avatars, caller, into: recording),
      threads: context.settings.jobThreads)
    // The recording's own tracking is not enough to cover faces.
    job.isTrackedAutomatically = isTracked || options.request.cover != nil
    let estimate = try request.withCancellation { cancellation in
      try context.preflight(job, in: folder, cancellation: cancellation)
    }
    try PictureChecks(settings: context.settings).check(
      size: options.request.output.size,
      of: PixelSize(width: estimate.width, height: estimate.height))
    if job.isTrackedAutomatically { _ = try context.tracker.required(for: "video") }
    let isWhole = options.request.isWhole && options.request.output.speed == nil
    return try submit(
      id, folder, job, estimate, frameCount: isWhole ? estimate.frames : nil, options.webhookURL,
      purgesInputs: options.purgesInputs, key, caller, request.head)
  }

  /// Names of avatars as the job has them; the tenant's own go with the recording, as they are now.
  func avatars(
    _ names: [String], _ caller: Caller, into folder: String
  ) throws -> [String] {
    try names.map { name in
      guard name != "none" else { return name }
      let entry = try context.avatars.entry(name, of: caller.tenant)
      return entry.isBuiltIn ? name : try context.avatars.link(entry, into: folder)
    }
  }

  /// Takes a job into the queue, and answers how it stands.
  ///
  /// - Parameter frameCount: the frames that it will have; nil where that is not known.
  func submit(
    _ id: String, _ sent: UploadFolder, _ request: JobRequest, _ estimate: RecordingProbe,
    frameCount: Int?, _ webhookURL: String?, purgesInputs: Bool? = nil, _ key: IdempotencyKey?,
    _ caller: Caller,
    _ head: HTTPRequestHead
  ) throws -> HTTPResponse {
    let text = try StoredRequest.text(request, estimate)
    var record = JobRecord(
      id: id, tenant: caller.tenant, request: text, createdAt: ServiceTime.milliseconds,
      frameCount: frameCount, storedBytes: sent.byteCount(), webhookURL: webhookURL,
      endsAt: request.provenance.consent?.endsAtMs, subject: request.provenance.subject)
    record.purgesInputs =
      caller.purgesInputs || (purgesInputs ?? (context.settings.purgeInputs == "yes"))
    let (job, isReplayed) = try keep(record, key)
    head.facts.note(.job, job.id)
    do {
      try context.audit.write(.submit, job: job.id, by: .request(head, caller))
    } catch {
      // A render whose sender the log does not have is not begun.
      if !isReplayed { _ = try? context.runner.cancel(job.id, of: job.tenant) }
      throw error
    }
    context.runner.wake()
    let json = try context.renderJSON.value(job, for: .request(head, caller))
    var answer = HTTPResponse.json(json, status: 202)
    answer.headers.append(HTTPField("Location", RenderJSON.path(of: job.id)))
    if isReplayed { answer.headers.append(HTTPField("Idempotent-Replayed", "true")) }
    return answer
  }

  /// Keeps what was sent and takes the job into the queue; gives the job that there is, and whether it was there
  /// already.
  private func keep(
    _ record: JobRecord, _ key: IdempotencyKey?
  ) throws -> (JobRecord, isReplayed: Bool) {
    let folder: JobFolder
    do throws(JobsError) {
      folder = try context.runner.folders.keepUpload(
        record.id, of: record.tenant, request: record.request)
    } catch {
      // What is sent a second time needs nothing.
      guard case .quota = error, let key, let job = try earlier(record, key) else { throw error }
      return (job, true)
    }
    do {
      let limits = context.settings.queueLimits
      switch try context.store.submit(record, key: key, limits: limits) {
      case .accepted(let accepted): return (accepted, false)
      case .repeated(let earlier):
        try folder.remove()
        return (earlier, true)
      case .conflict: throw Self.conflict
      }
    } catch {
      // No job follows this folder.
      try? folder.remove()
      throw error
    }
  }

  // MARK: Sending twice

  private static let conflict = ServiceProblem(
    .idempotencyKeyReused,
    "Idempotency-Key: it was used for another request in the last \(IdempotencyKey.hours) hours")

  /// The job that was accepted under a key before; nil where there is none.
  private func earlier(_ record: JobRecord, _ key: IdempotencyKey) throws -> JobRecord? {
    do {
      // A queue without places takes nothing new.
      let none = QueueLimits(all: 0, perTenant: 0)
      switch try context.store.submit(record, key: key, limits: none) {
      case .repeated(let earlier): return earlier
      case .conflict: throw Self.conflict
      case .accepted: return nil
      }
    } catch StoreError.queueFull {
      return nil
    }
  }

  /// The client's `Idempotency-Key`, which is visible ASCII.
  static func key(_ head: HTTPRequestHead) throws(ServiceProblem) -> String? {
    guard let value = head.header("Idempotency-Key") else { return nil }
    guard (1...maximumKeyBytes).contains(value.utf8.count),
      value.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw ServiceProblem(
        .malformedRequest,
        "Idempotency-Key: expected 1 to \(maximumKeyBytes) visible ASCII characters")
    }
    return value
  }

  /// A hash of everything that was sent.
  ///
  /// What the service adds is not in it: a request that is sent again is the same one, whatever the
  /// settings are by then.
  private func fingerprint(
    _ options: RenderOptions, video: String, tracking: String?, session: String?,
    profile: FitProfileCatalog.Kept?, files: [(name: String, path: String)], _ caller: Caller
  ) throws -> String {
    func origin(_ name: String) throws -> String {
      name == "none" ? name : try context.avatars.entry(name, of: caller.tenant).origin
    }
    let avatars = try options.request.avatars.map(origin)
    var options = options
    options.request.swipeAvatars = try options.request.swipeAvatars.map(origin)
    let request = options.job(media: "", tracking: nil, avatars: avatars, threads: 0)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    var hash = SHA256()
    hash.append(Array("\(try SHA256.hex(ofFile: video))\n".utf8))
    hash.append(Array("\(try tracking.map(SHA256.hex(ofFile:)) ?? "")\n".utf8))
    if let session { hash.append(Array("session \(try SHA256.hex(ofFile: session))\n".utf8)) }
    if let profile { hash.append(Array("fit profile \(profile.sha256)\n".utf8)) }
    for (name, path) in files.sorted(by: { $0.name < $1.name }) {
      hash.append(Array("\(name) \(try SHA256.hex(ofFile: path))\n".utf8))
    }
    hash.append([UInt8](try encoder.encode(request)))
    hash.append(Array("\n\(options.webhookURL ?? "")".utf8))
    if let purges = options.purgesInputs { hash.append(Array("\npurge \(purges)".utf8)) }
    return hash.hex
  }
}
