package import Blobs
package import HTTPMessages
package import HTTPServer
internal import JSON
package import Jobs
internal import Problems
internal import Rendering
package import ServiceConfiguration
package import ServiceInterface
package import ServicePackages
package import ShareCards
package import Store
internal import Synchronization
package import Webhooks

/// What all endpoints share.
package final class ServiceContext: Sendable {
  let settings: ServiceSettings
  package let avatars: PackageCatalog<AvatarPackages>
  package let scenes: PackageCatalog<ScenePackages>
  let fitProfiles: FitProfileCatalog
  let cards: ShareCardLibrary
  let frames: FrameRenderer
  let store: any JobStore
  let outbox: any Outbox
  let blobs: any BlobStore
  let folders: ServiceFolders
  package let gate: AccessControl
  let runner: JobRunner
  /// What is kept for each tenant.
  let quota: StorageQuota
  /// Requests that may be reading packages.
  let packageReaders: PackageReaders
  let webhooks: WebhookPolicy
  package let tracker: ServiceTracker
  package let metrics: ServiceMetrics
  package let watch: JobWatch
  /// What was set aside at all starts, for those who may not wait for a store that is far away.
  let setAside: BackgroundValue<[SetAsideFiles.Entry]>
  /// The server, once it is made: its load is among the metrics.
  private let server = Mutex<WebServer?>(nil)
  let problems: ProblemTable
  /// Who did what with outputs.
  package let audit: ServiceAudit
  /// The description of the interface, once a client asked for it.
  private let description = Mutex<[UInt8]?>(nil)
  /// Told of unexpected errors, with the request's id.
  let report: @Sendable (String) -> Void

  package init(
    settings: ServiceSettings, folders: ServiceFolders, avatars: PackageCatalog<AvatarPackages>,
    scenes: PackageCatalog<ScenePackages>, cards: ShareCardLibrary,
    store: any JobStore, outbox: any Outbox, blobs: any BlobStore, gate: AccessControl,
    runner: JobRunner, webhooks: WebhookPolicy, tracker: ServiceTracker, metrics: ServiceMetrics,
    problems: ProblemTable, audit: ServiceAudit, report: @escaping @Sendable (String) -> Void
  ) {
    self.settings = settings
    self.folders = folders
    (self.avatars, self.scenes) = (avatars, scenes)
    self.cards = cards
    frames = FrameRenderer(
      library: avatars.library, limits: settings.frameLimits)
    self.store = store
    self.outbox = outbox
    self.blobs = blobs
    fitProfiles = FitProfileCatalog(blobs: blobs, quota: runner.quota)
    self.gate = gate
    self.runner = runner
    (quota, packageReaders) = (runner.quota, avatars.readers)
    self.metrics = metrics
    setAside = BackgroundValue { [files = runner.folders.setAside] in try files.entries() }
    self.webhooks = webhooks
    self.tracker = tracker
    (self.problems, self.audit) = (problems, audit)
    self.report = report
    let links = RenderLinks(
      settings: settings, gate: gate, problems: problems, audit: audit,
      waitsForRoom: runner.waitsForRoom)
    watch = JobWatch(store: store, maximum: settings.maximumEventStreams) { job in
      try RenderJSON(links: links).value(job, for: .events).text
    }
  }

  /// The description of the interface, which is made when it is first asked for.
  func interfaceDescription(_ make: () -> [UInt8]) -> [UInt8] {
    description.withLock { known in
      if let known { return known }
      let made = make()
      known = made
      return made
    }
  }

  /// Notes the server whose load is told.
  package func observe(_ server: WebServer) { self.server.withLock { $0 = server } }

  /// How busy the server is.
  var load: WebServer.Load? { server.withLock { $0?.load } }

  /// The answer to an error, which is counted.
  package func answer(
    _ error: any Error, to head: HTTPRequestHead?, names: [String: String] = [:]
  ) -> HTTPResponse {
    let problem = problems.problem(of: error, names: names)
    metrics.count(problem.code)
    let id = head?.id ?? ""
    head?.facts.note(.code, problem.code.rawValue)
    if problem.code == .internal || Self.isOfFiles(error) { report("\(id): \(error)") }
    return problem.response(requestID: id)
  }

  /// Whether what keeps the service's files failed, which clients are told without the reason.
  private static func isOfFiles(_ error: any Error) -> Bool {
    switch error {
    case is BlobError, JobsError.blobs: true
    default: false
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
