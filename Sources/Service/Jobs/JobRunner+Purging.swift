internal import Problems
internal import Store

extension JobRunner {
  /// Removes the inputs of a job that has ended, where that is asked for.
  ///
  /// The end is stored before: a death in between leaves inputs, which the next start removes.
  ///
  /// - Returns: false where they are left to the next sweep.
  @discardableResult
  func purgeInputs(of job: JobRecord) -> Bool {
    guard job.purgesInputs, job.inputsPurgedAt == nil, job.state.isFinal else { return true }
    do {
      let folder = try folders.folder(of: job.id)
      try folder.removeInputs(keepingResultOf: job.resultAttempt)
      let bytes = try folder.byteCount()
      quota.note(bytes, for: StorageQuota.item(ofJob: job.id), of: job.tenant)
      try store.notePurge(of: job.id, at: now, storedBytes: bytes)
      return true
    } catch let error as JobsError {
      reportOnce(job.id, "the inputs of job \(job.id)", error)
    } catch {
      onFault(
        "job \(job.id): that its inputs are removed is not noted yet: \(SystemReason.line(of: error))"
      )
    }
    return false
  }

  /// Removes the inputs of jobs that ended when they could not be removed, or the service was killed before.
  ///
  /// - Parameter stuck: takes the jobs whose inputs cannot be removed now.
  func purgeLeft(
    isStopped: () -> Bool, stuck: inout Set<String>
  ) throws(StoreError) {
    let running = pool.runningJobs
    for job in try store.jobsToPurge(limit: Self.mostPurged) where !running.contains(job.id) {
      if isStopped() { return }
      if !purgeInputs(of: job) { stuck.insert(job.id) }
    }
  }

  /// As many jobs a sweep purges at once.
  private static let mostPurged = 1000
}
