internal import Access
public import AvatarFiles
internal import Blobs
internal import Foundation
internal import HTTPMessages
internal import HTTPServer
internal import Isolation
internal import Jobs
internal import Lottie
internal import MediaPipe
internal import Recordings
internal import Rendering
internal import Requests
public import SceneFiles
public import ServiceConfiguration
internal import ServiceEndpoints
internal import ServiceInterface
internal import ServicePackages
public import ShareCards
internal import Store
internal import Threads
internal import Tracker
internal import Webhooks

/// The service: endpoints over renderers, a store and workers.
public final class AvatarService: Sendable {
  /// The settings in force.
  public let settings: ServiceSettings
  /// Methods and paths that are served, as the interface's description has them.
  package let operations: [String]
  private let context: ServiceContext
  private let server: WebServer
  private let log: ServiceLog
  private let runner: JobRunner
  private let dispatcher: WebhookDispatcher
  private let packageSweepers: [PollLoop]
  private let stopDeadline = StopDeadline()

  /// Makes a service that listens; `start()` begins to answer.
  ///
  /// - Parameters:
  ///   - library: the avatars that come with it.
  ///   - scenes: the scenes of printed cards that come with it.
  ///   - cards: the share cards.
  ///   - makesNewDatabase: whether files that a missing database does not know are set aside for a new one,
  ///     rather than that they keep it from being made.
  ///   - message: takes a line for the operator.
  /// - Throws: `ServiceSettingsError`, `StoreError`, `HTTPServerError`, or what keeps the data
  ///   folder from being used.
  public init(
    _ settings: ServiceSettings, library: AvatarLibrary, scenes: SceneLibrary,
    cards: ShareCardLibrary, makesNewDatabase: Bool = false,
    message: @escaping @Sendable (String) -> Void
  ) throws {
    self.settings = settings
    guard RemoteAddress.isAddress(settings.http.address) else {
      throw HTTPServerError.badAddress(settings.http.address)
    }
    try settings.checkAddressRoom()
    let descriptors = OpenFiles.raise(to: settings.neededDescriptors)
    if descriptors < settings.neededDescriptors {
      message(
        "warning: \(descriptors) open files are allowed, \(settings.http.maximumConnections) connections"
          + " can need \(settings.neededDescriptors); raise the hard limit (ulimit -Hn, LimitNOFILE)"
          + " or lower --max-connections")
    }
    let folders = ServiceFolders(
      root: Self.absolute(settings.dataFolder), files: settings.files,
      encryption: try settings.filesEncryption())
    try folders.makeRoot()
    // The folder is locked while it is checked.
    let place = try ServiceStorage.takePlace(path: folders.database)
    try folders.settleFiles()
    if makesNewDatabase {
      if let line = try folders.prepareNewDatabase() { message(line) }
    } else {
      try folders.checkDatabase()
    }
    try folders.make()
    let store = try ServiceStorage.open(path: folders.database, holding: place)
    guard try settings.isLoopback || store.hasKeys() else {
      throw ServiceSettingsError(
        description:
          "--address: \(settings.http.address) can be reached from outside, and there are no keys;"
          + " create one with avatar-overlay keys create, or listen on 127.0.0.1")
    }
    folders.emptySpool()
    let blobs = try ServiceStorage.openBlobs(
      in: folders.root, place: settings.files, encryption: folders.encryption, isService: true
    ) { [stopDeadline] in stopDeadline.isPast }
    let avatars = AvatarLibrary(folders: library.folders.map(Self.absolute))
    let scenes = SceneLibrary(
      folders: scenes.folders.map(Self.absolute).filter(FileManager.default.fileExists(atPath:)))
    let cards = ShareCardLibrary(folders: cards.folders.map(Self.absolute))
    let gate = AccessControl(keys: store, settings: settings)
    let tracker = try ServiceTracker(
      settings, besideAvatars: avatars.folders.first ?? AvatarPackage.kind.folder
    ) { message("error: \($0)") }
    let problems = ProblemTable(
      folders: [folders.root, blobs.place] + avatars.folders + scenes.folders + cards.folders
        + (tracker.found?.files ?? []))
    let audit = try ServiceAudit(settings, dataFolder: folders.root, report: message)
    let links = RenderLinks(settings: settings, gate: gate, problems: problems, audit: audit)
    let policy: WebhookPolicy
    do { policy = try WebhookPolicy(settings.webhookHosts.joined(separator: ",")) } catch {
      throw ServiceSettingsError(description: "--webhook-hosts: \(error)")
    }
    let log = ServiceLog(settings.log, write: message)
    let metrics = ServiceMetrics()
    dispatcher = WebhookDispatcher(
      outbox: store, keys: store, policy: policy,
      onAttempt: { delivery, attempt, state in
        metrics.webhooks.count(attempt, state)
        log.write(delivery, attempt, state)
      },
      describe: { id in try WebhookPayload(store: store, links: links).json(of: id) })
    runner = try JobRunner(
      store: store, blobs: blobs,
      settings: settings.jobs(
        dataFolder: folders.root, avatars: avatars, scenes: scenes, tracker: tracker.found),
      quota: StorageQuota(
        limit: Int64(settings.maximumBytesPerKey),
        folders: [AvatarPackages.plural, ScenePackages.plural, FitProfileCatalog.folder]),
      onChange: { [dispatcher] job in
        log.write(job)
        if job.state.isFinal { dispatcher.wake() }
      }, onErased: { audit.write($0, of: $1) }, onNote: { message("note: \($0)") },
      onFault: { message("error: \($0)") })
    let report: @Sendable (String) -> Void = { message("error: \($0)") }
    let readers = PackageReaders()
    let avatarCatalog = PackageCatalog<AvatarPackages>(
      library: avatars, blobs: blobs, cache: folders.packages, quota: runner.quota,
      readers: readers, onFault: report)
    let sceneCatalog = PackageCatalog<ScenePackages>(
      library: scenes, blobs: blobs, cache: folders.packages, quota: runner.quota,
      readers: readers, onFault: report)
    try avatarCatalog.clear(into: runner.folders.setAside)
    try sceneCatalog.clear(into: runner.folders.setAside)
    packageSweepers = [avatarCatalog.sweeper(), sceneCatalog.sweeper()]
    let context = ServiceContext(
      settings: settings, folders: folders, avatars: avatarCatalog, scenes: sceneCatalog,
      cards: cards, store: store, outbox: store, blobs: blobs, gate: gate, runner: runner,
      webhooks: policy, tracker: tracker, metrics: metrics, problems: problems, audit: audit,
      report: report)
    (self.context, self.log) = (context, log)
    let routes = ServiceOperation.all.map(context.route)
    operations = routes.map { "\($0.method) \($0.pattern)" }.sorted()
    server = try WebServer(
      settings: settings.server(spool: folders.spool, descriptors: descriptors), routes: routes
    ) { error, head in
      context.answer(error, to: head)
    } observe: { exchange in
      context.metrics.count(exchange)
      log.write(exchange)
    } claimant: { [gate] head in
      gate.claimant(of: head)
    }
    context.observe(server)
  }

  /// Where it listens, as a URL.
  public var url: String { url(server.port) }

  /// Where it tells of its health alone, as a URL; nil: nowhere.
  public var healthURL: String? { server.healthPort.map(url) }

  private func url(_ port: UInt16) -> String {
    let host =
      settings.http.address.contains(":") ? "[\(settings.http.address)]" : settings.http.address
    return "http://\(host):\(port)"
  }

  /// Whether no picture and no recording is worked on, and no body is in memory.
  package var isIdle: Bool {
    let load = server.load
    return load.running + load.waiting + load.recordingsRunning + load.recordingsWaiting == 0
      && load.bodyMemoryBytes == 0
  }

  /// What an operator should know at the start, a line each.
  public var introduction: [String] {
    func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
    var lines = [
      "version \(RendererVersion.number), \(count(context.avatars.builtIn.count, "avatar")),"
        + " \(count(context.scenes.builtIn.count, "scene"))"
    ]
    let own = [
      ("avatars", context.avatars.library.entries.filter { !$0.hides.isEmpty }.map(\.id)),
      ("scenes", context.scenes.library.entries.filter { !$0.hides.isEmpty }.map(\.id)),
    ]
    for (plural, ids) in own where !ids.isEmpty {
      lines.append("\(plural) in place of built-in ones: \(ids.joined(separator: ", "))")
    }
    if (try? context.gate.isOpen()) == true {
      lines.append(
        "no API keys: everybody on this machine has full access, others have none; create a key"
          + " with avatar-overlay keys create")
    }
    lines += [context.tracker.introduction, isolation, context.audit.introduction]
    return lines
  }

  /// Which sandbox mechanisms are in force for workers, in a line.
  private var isolation: String {
    do {
      return "isolation of workers: \(try runner.isolationInForce())"
    } catch {
      return "isolation of workers: unknown (\(error))"
    }
  }

  /// Begins to answer.
  public func start() throws {
    // Animations of packages of others, which come with requests.
    LottieDrawing.use(
      .ownProcess(
        executable: WorkerProcess.ownExecutable,
        requiresIsolation: settings.isolation == .required))
    try runner.start()
    dispatcher.start()
    try server.start()
  }

  /// Stops: finishes what runs within the deadline of the settings.
  public func stop() {
    context.watch.stop()
    // Nothing new is taken; renders and requests share the deadline.
    let end = ContinuousClock.now + .seconds(settings.stopSeconds)
    stopDeadline.set(end)
    server.stop(deadline: settings.stopSeconds)
    runner.stop(withinSeconds: max(0, (end - .now) / .seconds(1)))
    dispatcher.stop()
    for sweeper in packageSweepers { sweeper.end() }
  }

  /// A path from the root, however it was given: workers run in other folders.
  private static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
