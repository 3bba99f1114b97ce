internal import Jobs
internal import Store

extension ServiceContext {
  /// Throws where the queue is full already, before a recording is sent.
  func checkQueue() throws {
    let waiting = try store.counts()[.queued] ?? 0
    guard waiting < settings.maximumQueue else {
      throw StoreError.queueFull(limit: settings.maximumQueue)
    }
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
