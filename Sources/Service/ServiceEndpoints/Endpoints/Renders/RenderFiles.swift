internal import Access
internal import Blobs
internal import HTTPMessages
internal import Jobs
internal import Problems
internal import ServiceInterface
internal import Store

/// The files of a render that is done: the clip, its poster, where layers went, the session's log.
struct RenderFiles {
  let context: ServiceContext

  static let operations = [
    operation(
      "output", id: "getRenderOutput", "The rendered clip.",
      RenderOptions.Container.allCases.map { .bytes($0.mediaType) }),
    operation(
      "poster", id: "getRenderPoster", "A picture of the rendered clip.", [.bytes("image/jpeg")]),
    operation(
      "placements", id: "getRenderPlacements", "Where every layer went, one line per frame.",
      [.text(MediaTypes.lines)]),
    operation(
      "session", id: "getRenderSession",
      "The log of the session that was sent with it, an event a line.", [.text(MediaTypes.lines)]),
  ]

  private static func operation(
    _ name: String, id: String, _ summary: String, _ contents: [OperationAnswer.Content]
  ) -> Operation {
    Operation(
      .get, "/v1/renders/{id}/\(name)", id: id, .renders, summary,
      "Takes ranges and conditions (RFC 9110). Works with a key, or as the signed link that the render"
        + " names.", right: .scopeOrLink(.renders), parameters: [.job], negotiated: .byHandler,
      answers: OperationAnswer.file(
        "The whole file.", contents, headers: [.contentDisposition])
        + [
          OperationAnswer(
            302, "The address that has the file, where the service keeps its files elsewhere.",
            headers: [.location])
        ],
      problems: [
        .renderNotFound,
        ProblemResponse(
          "OutputNotReady", "The render has no files, or none yet", [.outputNotReady]),
      ]
    ) { context, request, caller in
      try RenderFiles(context: context).answer(name, request, caller)
    }
  }

  private func answer(
    _ name: String, _ request: HTTPRequest, _ caller: Caller
  ) throws -> HTTPResponse {
    var answer = try stored(name, request, caller)
    // A request for the fields alone reads nothing.
    if request.head.method != "HEAD", let job = request.head.parameters["id"] {
      try context.audit.write(.read, job: job, output: name, by: .request(request.head, caller))
    }
    // Who has a signed link may show the file in a page of their own, wherever that is.
    if caller.linkExpires != nil {
      answer.headers.append(HTTPField("Cross-Origin-Resource-Policy", "cross-origin"))
    }
    return answer
  }

  private func stored(
    _ name: String, _ request: HTTPRequest, _ caller: Caller
  ) throws -> HTTPResponse {
    let job = try context.job(request, caller)
    guard job.state == .done else { throw Self.notReady(job) }
    let stored = StoredRequest(job)
    guard stored.files.contains(name) else {
      throw ServiceProblem(
        .jobNotFound,
        name == "session" && stored.job?.reel == nil
          ? "render \(job.id) has no session; send a part \"session\" with it"
          : "render \(job.id) is a reel, which has no \(name)")
    }
    let (file, mediaType) = Self.file(name, of: stored)
    _ = try Negotiation(request.head).choose([mediaType])
    let key = try context.folder(of: job.id).key(ofResult: file, of: job)
    guard let blob = try context.blobs.information(of: key) else { throw Self.gone(job) }
    let link = try context.blobs.link(
      to: key, seconds: Self.seconds(for: caller), contentType: mediaType, fileName: file)
    if link != nil, request.head.method == "HEAD" {
      // An address is signed for one method.
      return HTTPResponse(
        headers: [
          HTTPField("Content-Type", mediaType), HTTPField("ETag", "\"\(blob.tag)\""),
          HTTPField("Cache-Control", Self.caching),
          HTTPField("Content-Disposition", "inline; filename=\"\(file)\""),
        ], body: .absentFile(bytes: Int(blob.bytes), modified: Int(blob.keptAt / 1000)))
    }
    if let link {
      return HTTPResponse(
        status: 302,
        headers: [HTTPField("Location", link), HTTPField("Cache-Control", "no-store")])
    }
    // Without links the file is this machine's own, and there is nothing to fetch.
    guard let path = try context.blobs.localFile(of: key, scratch: "") else { throw Self.gone(job) }
    return HTTPResponse(
      headers: [
        HTTPField("Content-Type", mediaType),
        // A job's bytes never change: a job that runs again gives the same ones.
        HTTPField("ETag", "\"\(job.id)-\(name)\""),
        HTTPField("Cache-Control", Self.caching),
        HTTPField("Content-Disposition", "inline; filename=\"\(file)\""),
      ], body: .file(path: path))
  }

  private static let caching = "private, max-age=3600"

  /// How long the address of a file may be used by who has it, in seconds: no longer than the link that led there.
  private static func seconds(for caller: Caller) -> Int {
    guard let expires = caller.linkExpires else { return secondsForKeys }
    return max(1, Int(clamping: expires - ServiceTime.milliseconds / 1000))
  }

  /// For callers with a key, who can ask again; a download that began goes on.
  private static let secondsForKeys = 300

  private static func file(
    _ name: String, of stored: StoredRequest
  ) -> (file: String, mediaType: String) {
    switch name {
    case "poster": return (JobFolder.poster, "image/jpeg")
    case "placements": return (JobFolder.placements, MediaTypes.lines)
    case "session": return (JobFolder.session, MediaTypes.lines)
    default:
      return ("output.\(stored.container.rawValue)", stored.container.mediaType)
    }
  }

  private static func gone(_ job: JobRecord) -> ServiceProblem {
    ServiceProblem(.jobNotFound, "the files of render \(job.id) were removed")
  }

  private static func notReady(_ job: JobRecord) -> ServiceProblem {
    let state = job.state.rawValue
    let more = job.failure.map { " (\($0.code))" } ?? ""
    return ServiceProblem(
      .outputNotReady, "the render is \(state)\(more); it has files when it is done")
  }
}
