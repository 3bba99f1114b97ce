internal import Blobs
public import Jobs
internal import ServiceEndpoints
internal import Store

/// Erases a person from the data folder of a service that does not run.
public struct SubjectEraser: Sendable {
  /// The subject of the renders that go.
  public var subject: String
  /// The tenant whose renders go; nil for all tenants.
  public var tenant: String?
  /// The data folder.
  public var data: String
  /// Where its files are; nil: where the folder says it.
  public var files: String?

  /// Describes what is to be erased.
  public init(_ subject: String, of tenant: String? = nil, data: String, files: String? = nil) {
    (self.subject, self.tenant, self.data, self.files) = (subject, tenant, data, files)
  }

  /// Erases it, as the service does, and what killed processes left.
  ///
  /// - Parameter message: takes a line for the operator.
  /// - Throws: `ErasureFault`, `StoreError`, `JobsError`, `BlobError`. What was begun is continued by the next call, or
  ///   by the next start of the service.
  public func run(message: @escaping @Sendable (String) -> Void) throws -> ErasureSummary {
    let place = try ErasedPlace(data: data, files: files)
    let runner = try runner(at: place, message: message)
    defer { runner.stop(withinSeconds: 0) }
    var tenants = try runner.tenants(toErase: subject)
    if let tenant { tenants = [tenant] }
    var summary = ErasureSummary()
    // Without any render the database's file may have the subject of those that retention took.
    for tenant in tenants.isEmpty ? [""] : tenants {
      summary.add(try runner.erase(subject, of: tenant))
    }
    return summary
  }

  /// A runner that is not started, which has the data folder to itself.
  private func runner(
    at place: ErasedPlace, message: @escaping @Sendable (String) -> Void
  ) throws -> JobRunner {
    let store: any ServiceStore
    do throws(StoreError) {
      store = try ServiceStorage.open(
        path: place.database, holding: ServiceStorage.takePlace(path: place.database))
    } catch {
      guard case .locked = error else { throw error }
      throw ErasureFault.serviceRuns(data: place.data)
    }
    let folders = ServiceFolders(root: place.data, files: place.files)
    if !place.files.isEmpty { try folders.settleFiles() }
    folders.emptySpool()
    let blobs = try ServiceStorage.openBlobs(in: place.data, place: place.files, isService: true)
    var settings = JobsSettings(
      dataFolder: place.data, executable: "", avatarsFolder: "", scenesFolders: [])
    settings.concurrency = 0
    return try JobRunner(
      store: store, blobs: blobs, settings: settings,
      onNote: { message("note: \($0)") }, onFault: { message("warning: \($0)") })
  }
}
