internal import Jobs
internal import ServiceConfiguration
internal import Store

extension ServiceContext {
  /// Throws where the queue has no room for a tenant's render, before a recording is sent.
  func checkQueue(for tenant: String) throws {
    try store.checkQueue(for: tenant, limits: settings.queueLimits)
  }

  /// A job's files.
  func folder(of id: String) throws(JobsError) -> JobFolder { try runner.folders.folder(of: id) }

  /// Cancels a render, or removes the files of one that is at its end.
  func cancel(_ job: JobRecord) throws -> JobRecord {
    guard job.state.isFinal else {
      return try runner.cancel(job.id, of: job.tenant) ?? job
    }
    _ = try runner.remove(job.id, of: job.tenant)
    return job
  }
}
