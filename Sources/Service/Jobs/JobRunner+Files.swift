internal import Problems
internal import Store
internal import Synchronization

extension JobRunner {
  /// How many waiting jobs are not begun because their files are missing.
  public var absentCount: Int { absent.withLock { $0.count } }

  /// Looks whether the files of the jobs are there that the store knows.
  ///
  /// A database may be restored before the folder of the jobs is: what waits is then not begun, which would
  /// fail it for good, and what is done is only told.
  ///
  /// - Parameter found: what there is at the start, at which the operator is told; later those that waited are looked
  ///   at anew.
  func lookForFiles(_ found: JobInventory? = nil) throws {
    let before = absent.withLock { $0 }
    let isFirst = found != nil
    guard isFirst || !before.isEmpty else { return }
    let inventory = try found ?? folders.inventory(of: before)
    let missing = try store.jobsWithFiles().filter { job in
      (isFirst || before.contains(job.id)) && !inventory.isWhole(job)
    }
    let waiting = Set(missing.lazy.filter(\.isWaiting).map(\.id))
    absent.withLock { $0 = waiting }
    if waiting.count < before.count { wake() }
    guard isFirst, !missing.isEmpty else { return }
    onFault(
      "the files of \(missing.count) jobs are missing below \(folders.place), such as those of"
        + " \(missing[0].id); restore them: \(waiting.count) of these jobs wait for them, the others are"
        + " without their results")
  }

  /// How often what killed services left is thrown away, in seconds: a day.
  static let tidySeconds = 86_400.0

  /// Throws away what killed services left of files that they were keeping.
  func tidy() {
    do throws(JobsError) {
      try folders.tidy()
    } catch {
      onFault(
        "what killed services left cannot be removed; it is tried again in a day: \(SystemReason.line(of: error))"
      )
    }
  }
}
