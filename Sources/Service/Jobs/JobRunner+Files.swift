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
  /// - Parameter isFirst: whether it is the start, at which the operator is told.
  func lookForFiles(isFirst: Bool = false) throws {
    let before = absent.withLock { $0 }
    guard isFirst || !before.isEmpty else { return }
    let missing = try store.jobsWithFiles().filter { !folders.isWhole($0) }
    let waiting = Set(missing.lazy.filter(\.isWaiting).map(\.id))
    absent.withLock { $0 = waiting }
    if waiting.count < before.count { pool.wake() }
    guard isFirst, !missing.isEmpty else { return }
    onFault(
      "the files of \(missing.count) jobs are missing below \(folders.dataFolder)/jobs, such as those of"
        + " \(missing[0].id); restore them: \(waiting.count) of these jobs wait for them, the others are"
        + " without their results")
  }
}
