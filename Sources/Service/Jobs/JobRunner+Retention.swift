internal import Problems
internal import Store
internal import Synchronization

extension JobRunner {
  /// As many jobs are asked for at once.
  private static let page = 100
  /// The most folders that a sweep goes past because they cannot be removed: more of them
  /// mean that the disk cannot be written, and trying all of them each minute would be useless.
  private static let maximumStuck = 1000

  /// Removes what retention takes; jobs that are not at their end stay.
  ///
  /// The files go first: a job whose files are gone already goes at the next time. A folder that
  /// cannot be removed is reported once, and tried again at each sweep; its job stays, with its
  /// size. Where what is kept does not answer, the rest is left to the next sweep.
  public func sweep() throws { try sweep { false } }

  /// The same, until somebody waits for its end: the rest is left to the next sweep.
  package func sweep(isStopped: () -> Bool) throws {
    let before = endOfRetention()
    var stuck: Set<String> = []
    sweeping: while true {
      let jobs = try store.expired(
        finishedBefore: before, keepingBytes: settings.retentionBytes, passingOver: stuck,
        limit: Self.page)
      for job in jobs {
        if isStopped() { break sweeping }
        do throws(JobsError) {
          try folders.folder(of: job.id).remove()
        } catch {
          stuck.insert(job.id)
          reportOnce(job.id, error)
          // Every other one would be waited for as long.
          if error.problemCode == .storageBusy { break sweeping }
          continue
        }
        try store.remove(job.id)
      }
      guard jobs.count == Self.page, stuck.count < Self.maximumStuck else { break }
    }
    // One that could be removed meanwhile, and cannot again, is told again.
    stuckFolders.withLock { $0.formIntersection(stuck) }
  }

  /// The time before whose milliseconds a job must have ended to be removed for its age; the
  /// earliest there is where the date is not trusted.
  private func endOfRetention() -> Int64 {
    let time = now
    let look = clockGuard.withLock { $0.look(wall: time, steady: clocks.steady()) }
    if let step = look.step {
      onNote(
        "retention: the clock jumped forward by \(step / 1000) s; nothing is removed by age for"
          + " \(clockGuard.withLock { $0.grace } / 1000) s; if the date is wrong, correct it")
    }
    return look.isTrusted ? time - Int64(settings.retentionSeconds * 1000) : .min
  }

  private func reportOnce(_ id: String, _ error: JobsError) {
    guard stuckFolders.withLock({ $0.insert(id).inserted }) else { return }
    onFault(
      "retention: job \(id) cannot be removed; it is tried again once a minute: \(SystemReason.line(of: error))"
    )
  }
}
