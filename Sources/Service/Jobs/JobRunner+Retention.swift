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

  /// The same, until `isStopped`: the rest is left to the next sweep.
  package func sweep(isStopped: () -> Bool) throws {
    let trusted = trustedTime()
    let before = trusted.map { $0 - Int64(settings.retentionSeconds * 1000) } ?? .min
    var stuck: Set<String> = []
    sweeping: while true {
      // What may not be kept goes first, then what is kept for long, or is too much.
      let lapsed = try trusted.map {
        try store.lapsed(at: $0, passingOver: stuck, limit: Self.page)
      }
      let jobs =
        if let lapsed, !lapsed.isEmpty {
          lapsed
        } else {
          try store.expired(
            finishedBefore: before, keepingBytes: settings.retentionBytes, passingOver: stuck,
            limit: Self.page)
        }
      for job in jobs {
        if isStopped() { break sweeping }
        do throws(JobsError) {
          try folders.folder(of: job.id).remove()
        } catch {
          stuck.insert(job.id)
          reportOnce(job.id, "job \(job.id)", error)
          // Every other one would be waited for as long.
          if error.problemCode == .storageBusy { break sweeping }
          continue
        }
        try store.remove(job.id)
      }
      guard jobs.count == Self.page || lapsed?.isEmpty == false, stuck.count < Self.maximumStuck
      else { break }
    }
    try purgeLeft(isStopped: isStopped, stuck: &stuck)
    eraseLeft(isStopped: isStopped, stuck: &stuck)
    if let trusted {
      do throws(JobsError) {
        try sweepSetAside(at: trusted)
      } catch {
        stuck.insert(SetAsideFiles.name)
        reportOnce(SetAsideFiles.name, "what was set aside", error)
      }
    }
    // One that could be removed meanwhile, and cannot again, is told again.
    stuckFolders.withLock { $0.formIntersection(stuck) }
  }

  /// Removes what was set aside too long ago.
  private func sweepSetAside(at time: Int64) throws(JobsError) {
    let end = time - Int64(settings.setAsideSeconds * 1000)
    for path in try folders.setAside.paths(before: end) {
      try folders.setAside.remove(path)
      quota.forget(below: path + "/")
      onNote("\(path) was kept for \(Int(settings.setAsideSeconds)) s; it was removed")
    }
  }

  /// The time, in milliseconds since 1970; nil where the date is not trusted, and nothing is removed for its age.
  private func trustedTime() -> Int64? {
    let time = now
    let look = clockGuard.withLock { $0.look(wall: time, steady: clocks.steady()) }
    if let step = look.step {
      onNote(
        "retention: the clock jumped forward by \(step / 1000) s; nothing is removed by age for"
          + " \(clockGuard.withLock { $0.grace } / 1000) s; if the date is wrong, correct it")
    }
    return look.isTrusted ? time : nil
  }

  func reportOnce(_ id: String, _ what: String, _ error: JobsError) {
    guard stuckFolders.withLock({ $0.insert(id).inserted }) else { return }
    onFault(
      "retention: \(what) cannot be removed; it is tried again once a minute: \(SystemReason.line(of: error))"
    )
  }
}
