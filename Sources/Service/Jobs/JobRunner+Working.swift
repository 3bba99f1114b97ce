internal import Foundation
internal import Isolation
internal import Problems
internal import Store
internal import Synchronization
internal import Threads

extension JobRunner {
  /// Begins the next job, where there is one, and runs it to its end; says when to look for another.
  func workOnNext() -> PollLoop.Next {
    do {
      guard hasRoom() else { return .after(seconds: settings.pollSeconds) }
      if let (job, cancellation) = try beginNext() {
        work(on: job, cancellation)
        return .now
      }
    } catch {
      onFault("no job can be started: \(SystemReason.line(of: error))")
    }
    return .after(seconds: settings.pollSeconds)
  }

  /// Claims the next job, one thread after the other: which may be claimed depends on those that run.
  private func beginNext() throws -> (JobRecord, Cancellation)? {
    try claiming.withLock { _ in
      // What this runner works on is not claimed again, even where the clock says that its lease is over.
      let running = pool.runningJobs
      let passedOver = absent.withLock { $0 }.union(running).union(jobsWithoutRoom(while: running))
      guard
        let job = try store.claim(
          by: name, at: now, leasedUntil: leaseEnd, passingOver: passedOver)
      else { return nil }
      let cancellation = Cancellation()
      pool.begin(job.hold, JobEvent(job), cancellation)
      return (job, cancellation)
    }
  }

  /// Looks after retention, and for files that were missing.
  func keepOrder() {
    do {
      try sweep { [pool] in pool.isStopping }
      try lookForFiles()
    } catch {
      onFault("retention: \(SystemReason.line(of: error))")
    }
  }

  /// Runs a claimed job to its end.
  private func work(on job: JobRecord, _ cancellation: Cancellation) {
    defer { if pool.finish(job.id) { removeFiles(of: job.id) } }
    listeners.tell(job.id, JobEvent(job))
    onChange(job)
    if pool.isStopping { pool.end(job.id, because: .stopped) }
    let result = attempt(job, cancellation)
    if case .noRoom = result {} else { roomWaits.withLock { $0[job.id] = nil } }
    switch result {
    case .done(let progress, let notes):
      end(
        job,
        JobEnding(
          state: .done, time: now, frames: progress.frame,
          facesDrawnFrames: progress.facesDrawnFrames, notes: notes))
    case .failed(let failure):
      end(job, failed(failure))
    case .crashed(let failure):
      onFault("job \(job.id): \(failure.detail)")
      if isLastCrash(failure, of: job) { end(job, failed(failure)) } else { handBack(job) }
    case .noRoom:
      noteFullDisk(of: job)
      handBack(job, isCounted: false)
    case .cancelled:
      switch pool.reason(of: job.id) {
      case .stopped: handBack(job)
      case .pastQuota(let fault):
        end(job, failed(JobRecord.Failure(.storageQuota, "\(fault)")))
      case .cancelled, .lost, nil: removeFilesOfLost(job)
      }
    }
  }

  /// Notes a crash; whether there have been so many that the job fails.
  ///
  /// One that cannot be noted, since what is kept does not answer or has no space, is chance as well as any
  /// other: the job runs again, at most `maximumAttempts` times.
  private func isLastCrash(_ failure: JobRecord.Failure, of job: JobRecord) -> Bool {
    do throws(JobsError) {
      return try folders.folder(of: job.id).noteCrash(failure.detail) >= settings.maximumCrashes
    } catch {
      onFault(
        "job \(job.id): its crash is not counted, and it runs again: \(SystemReason.line(of: error))"
      )
      return false
    }
  }

  /// Removes what an attempt has whose hold has ended: all files of a job that is cancelled or gone; where
  /// another worker has it, those of the attempt alone.
  private func removeFilesOfLost(_ job: JobRecord) {
    do throws(StoreError) {
      guard let now = try store.job(job.id, of: job.tenant), now.state != .cancelled else {
        return removeFiles(of: job.id)
      }
      guard now.resultAttempt != job.attempts else { return }
      try? folders.folder(of: job.id).removeAttempt(job.attempts)
    } catch {
      // The store cannot say whose it is now: the next attempt, or the next start, puts it in order.
      onFault(
        "job \(job.id): what an attempt left is not removed yet: \(SystemReason.line(of: error))")
    }
  }

  private func attempt(
    _ job: JobRecord, _ cancellation: Cancellation
  ) -> JobAttempt.Result {
    guard job.attempts - job.uncountedAttempts <= settings.maximumAttempts else {
      return .failed(
        JobRecord.Failure(
          .workerCrashed, "it was started \(settings.maximumAttempts) times and never finished"))
    }
    guard let request = JobRequest(of: job) else {
      return .failed(JobRecord.Failure(.internal, "the request cannot be read"))
    }
    if let fault = request.fault { return .failed(JobRecord.Failure(.unfitOutput, fault)) }
    guard !request.isTrackedAutomatically || settings.tracker != nil else {
      return .failed(
        JobRecord.Failure(
          .noTracker, "it has no tracking, and the service no longer has a tracker"))
    }
    var reported = Date.distantPast
    var last: AttemptProgress?
    // How far it came is kept, however it ends.
    defer { if let last { _ = try? report(last, of: job) } }
    let folder: JobFolder
    do throws(JobsError) {
      folder = try folders.folder(of: job.id)
    } catch {
      onFault("job \(job.id) fails: \(SystemReason.line(of: error))")
      return .failed(JobRecord.Failure(error.problemCode, "the job's files cannot be used"))
    }
    var isTold = false
    let scratch = folders.scratch.attempt(at: job.id, job.attempts)
    defer { quota.forget(scratch.item) }
    return JobAttempt(
      request: request, tenant: job.tenant, quota: quota, settings: settings, folder: folder,
      scratch: scratch, cancellation: cancellation
    ) { [self] error in
      if !isTold { onFault("job \(job.id) waits for its files: \(SystemReason.line(of: error))") }
      isTold = true
    } onFault: { [self] error in
      onFault("job \(job.id) fails: \(SystemReason.line(of: error))")
    } onProgress: { [self] progress in
      let event = JobEvent(progress)
      pool.note(job.id, event)
      listeners.tell(job.id, event)
      last = progress
      guard Date().timeIntervalSince(reported) >= JobsSettings.reportSeconds else { return }
      reported = Date()
      do throws(StorageQuotaFault) {
        try quota.claim(scratch.outputBytes(), for: scratch.item, of: job.tenant)
      } catch {
        pool.end(job.id, because: .pastQuota(error))
      }
      // Where the store is busy, the next report says as much.
      let isMine = try? report(progress, of: job)
      if isMine == false { pool.end(job.id, because: .lost) }
    }.run()
  }

  /// Whether this runner still holds the job.
  private func report(
    _ progress: AttemptProgress, of job: JobRecord
  ) throws(StoreError) -> Bool {
    try store.report(
      job.hold, trackedFrames: progress.trackedFrames, frame: progress.frame,
      frameCount: progress.frameCount)
  }

  private func failed(_ failure: JobRecord.Failure) -> JobEnding {
    JobEnding(state: .failed, time: now, failure: failure)
  }

  private func end(_ job: JobRecord, _ ending: JobEnding) {
    var ending = ending
    // Where that cannot be told, what was sent is known at least.
    let bytes = try? folders.folder(of: job.id).byteCount()
    ending.storedBytes = bytes ?? job.storedBytes
    if let bytes { quota.note(bytes, for: StorageQuota.item(ofJob: job.id), of: job.tenant) }
    let isMine = untilStored(job) { () throws(StoreError) in
      try store.finish(job.hold, ending)
    }
    guard let isMine else { return }
    // Cancelled while it came to its end.
    guard isMine else { return removeFilesOfLost(job) }
    if let ended = try? store.job(job.id, of: job.tenant) { purgeInputs(of: ended) }
    guard let ended = try? store.job(job.id, of: job.tenant) else { return }
    pool.note(job.id, JobEvent(ended))
    listeners.tell(job.id, JobEvent(ended))
    onChange(ended)
  }

  /// Puts a job back into the queue.
  ///
  /// - Parameter isCounted: whether the attempt is one of the `maximumAttempts`.
  private func handBack(_ job: JobRecord, isCounted: Bool = true) {
    _ = untilStored(job) { () throws(StoreError) in
      try store.handBack(job.hold, isCounted: isCounted)
    }
    let found: JobRecord?
    do throws(StoreError) {
      found = try store.job(job.id, of: job.tenant)
    } catch {
      return
    }
    // One that was cancelled, or removed, before it was noted that it waits for room.
    if found?.state.isFinal ?? true { roomWaits.withLock { $0[job.id] = nil } }
    guard let found else { return }
    if found.state == .cancelled { return removeFiles(of: job.id) }
    listeners.tell(job.id, JobEvent(found))
    onChange(found)
  }

  /// Tells the store, however long its disk is full or locked; nil where the service stops first,
  /// and the job runs again after the next start.
  private func untilStored<Result>(
    _ job: JobRecord, _ body: () throws(StoreError) -> Result
  ) -> Result? {
    var tries = 0
    while true {
      do throws(StoreError) {
        return try body()
      } catch {
        tries += 1
        onFault(
          "job \(job.id): its result cannot be stored yet; trying again: \(SystemReason.line(of: error))"
        )
        if pool.isStopping, tries >= 3 { return nil }
        Thread.sleep(forTimeInterval: 0.5)
      }
    }
  }
}
