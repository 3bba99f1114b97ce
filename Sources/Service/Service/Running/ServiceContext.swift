internal import Access
internal import AvatarFiles
internal import HTTPServer
internal import JSON
internal import Jobs
internal import Problems
internal import Rendering
internal import ShareCards
internal import Store
internal import Synchronization
internal import Text
internal import Webhooks

/// What all endpoints share.
final class ServiceContext: Sendable {
  let settings: ServiceSettings
  let avatars: PackageCatalog<AvatarPackages>
  let scenes: PackageCatalog<ScenePackages>
  let cards: ShareCardLibrary
  let frames: FrameRenderer
  let store: any JobStore
  let outbox: any Outbox
  let folders: ServiceFolders
  let gate: AccessControl
  let runner: JobRunner
  let webhooks: WebhookPolicy
  let tracker: ServiceTracker
  let metrics = ServiceMetrics()
  let watch: JobWatch
  /// The server, once it is made: its load is among the metrics.
  private let server = Mutex<WebServer?>(nil)
  let problems: ProblemTable
  /// Told of errors that nobody expected, with the request's id.
  let report: @Sendable (String) -> Void

  init(
    settings: ServiceSettings, folders: ServiceFolders, avatars: PackageCatalog<AvatarPackages>,
    scenes: PackageCatalog<ScenePackages>, cards: ShareCardLibrary,
    store: any JobStore, outbox: any Outbox, gate: AccessControl, runner: JobRunner,
    webhooks: WebhookPolicy, tracker: ServiceTracker,
    problems: ProblemTable, report: @escaping @Sendable (String) -> Void
  ) {
    self.settings = settings
    self.folders = folders
    (self.avatars, self.scenes) = (avatars, scenes)
    self.cards = cards
    frames = FrameRenderer(
      library: AvatarLibrary(folder: avatars.builtInFolder), limits: settings.frameLimits)
    self.store = store
    self.outbox = outbox
    self.gate = gate
    self.runner = runner
    self.webhooks = webhooks
    self.tracker = tracker
    self.problems = problems
    self.report = report
    let links = RenderLinks(settings: settings, gate: gate, problems: problems)
    watch = JobWatch(store: store, maximum: settings.maximumEventStreams) { job in
      try RenderJSON(links: links).value(job).text
    }
  }

  /// Notes the server whose load is told.
  func observe(_ server: WebServer) { self.server.withLock { $0 = server } }

  /// How busy the server is.
  var load: WebServer.Load? { server.withLock { $0?.load } }

  /// The answer to an error, which is counted.
  func answer(
    _ error: any Error, to head: HTTPRequestHead?, names: [String: String] = [:]
  ) -> HTTPResponse {
    let problem = problems.problem(of: error, names: names)
    metrics.count(problem.code)
    let id = head?.id ?? ""
    if problem.code == .internal { report("\(id): \(error)") }
    return problem.response(requestID: id)
  }
}

/// What an operation takes and who may use it.
struct Operation {
  var method: String
  var pattern: String
  /// The right that it takes; nil for any key.
  var right: AccessScope?
  /// Whether it works without a key.
  var isOpen = false
  /// Whether a signed link does in place of a key.
  var takesLinks = false
  /// The query parameters that it knows.
  var query: [String] = []
  /// The media type of its body.
  var mediaType: String?
  var body = HTTPRoute.BodyPolicy.none
  var pool = HTTPRoute.Pool.light
  var largeBody: HTTPRoute.LargeBody?

  init(_ method: String, _ pattern: String) {
    (self.method, self.pattern) = (method, pattern)
  }
}

extension ServiceContext {
  /// The route of an operation: rights, rates and media type before the body is read.
  func route(
    _ operation: Operation,
    admit: @escaping @Sendable (HTTPRequestHead, Caller) throws -> Void = { _, _ in },
    handle: @escaping @Sendable (HTTPRequest, Caller) throws -> HTTPResponse
  ) -> HTTPRoute {
    HTTPRoute(
      operation.method, operation.pattern, body: operation.body, pool: operation.pool,
      largeBody: operation.largeBody
    ) { [gate] head in
      let caller =
        operation.isOpen
        ? Caller.local
        : try gate.admit(head, scope: operation.right, takesLinks: operation.takesLinks)
      _ = try Query(
        head, known: operation.query + (operation.takesLinks ? SignedLink.fields : []))
      try Self.checkEncoding(head)
      if let expected = operation.mediaType { try Self.check(head, mediaType: expected) }
      try admit(head, caller)
    } handle: { [gate] request in
      do {
        let caller =
          operation.isOpen
          ? Caller.local : try gate.caller(request.head, takesLinks: operation.takesLinks)
        return try handle(request, caller)
      } catch {
        return self.answer(error, to: request.head, names: request.fileNames)
      }
    }
  }

  /// Throws for a body that is compressed as a whole: its limits are those of what is sent.
  private static func checkEncoding(_ head: HTTPRequestHead) throws(ServiceProblem) {
    guard let encoding = head.header("Content-Encoding"),
      head.contentLength ?? 0 > 0 || head.header("Transfer-Encoding") != nil
    else { return }
    let names = encoding.split(separator: ",").map { $0.trimmed.lowercased() }
    guard names.contains(where: { $0 != "identity" && !$0.isEmpty }) else { return }
    throw ServiceProblem(
      .unsupportedMediaType,
      "Content-Encoding: \(Shown.text(encoding)) found; send the body as it is, without compressing it",
      headers: [HTTPField("Accept-Encoding", "identity")])
  }

  private static func check(
    _ head: HTTPRequestHead, mediaType expected: String
  ) throws(ServiceProblem) {
    let found = head.header("Content-Type") ?? ""
    let type = found.split(separator: ";").first?.trimmed.lowercased() ?? ""
    guard type == expected else {
      throw ServiceProblem(
        .unsupportedMediaType,
        "Content-Type: \(type.isEmpty ? "nothing" : Shown.text(type)) found, \(expected) expected",
        headers: head.method == "POST" ? [HTTPField("Accept-Post", expected)] : [])
    }
  }
}

extension HTTPRequest {
  /// What files of the request are called to the client.
  var fileNames: [String: String] {
    guard case .parts(let parts) = body else { return [:] }
    var names: [String: String] = [:]
    for part in parts {
      if case .file(let path, _) = part.content { names[path] = part.name }
    }
    return names
  }
}
