internal import Problems
internal import Store

extension JobRunner {
  /// When a lease ends that is taken or extended now, in milliseconds since 1970.
  var leaseEnd: Int64 { now + Int64(settings.leaseSeconds * 1000) }

  /// A lease is extended so often before it runs out: a store that is busy for a moment costs no worker its job.
  private static let extensions = 4.0

  /// How often that is, in seconds.
  var extensionSeconds: Double { settings.leaseSeconds / Self.extensions }

  /// Extends the leases of what is worked on here, and puts back what others let run out.
  func extendLeases() {
    do {
      // In this order: where the clock went forward, the leases of this runner are the first that are new.
      for hold in pool.holds where try !store.extend(hold, until: leaseEnd) {
        pool.end(hold.job, because: .lost)
      }
      if try putBackInterrupted() > 0 { wake() }
    } catch {
      onFault("leases of jobs cannot be extended; trying again: \(SystemReason.line(of: error))")
    }
  }

  /// Puts back the jobs whose leases have run out; gives how many.
  @discardableResult
  func putBackInterrupted() throws -> Int {
    let ids = try store.expire(at: now)
    for id in ids { onNote("job \(id) was interrupted; it runs again") }
    return ids.count
  }
}
