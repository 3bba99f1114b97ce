internal import CIsolation
internal import Foundation

/// Sandboxing the process, before it reads untrusted input.
public enum ProcessIsolation {
  /// Sandboxes the process, for good, as far as the kernel allows; the report states what is in force.
  ///
  /// To be called before any thread is started: Landlock holds for the calling thread and those that
  /// it starts later.
  ///
  /// - Throws: `IsolationError.orphaned` where the parent is gone.
  public static func enter(_ limits: IsolationLimits) throws(IsolationError) -> IsolationReport {
    iso_end_without_memory()
    iso_keep_own_threads_readable()
    let privileges = iso_drop_privileges()
    // Giving up capabilities may clear the wish, so it comes after.
    if let parent = limits.parent, iso_die_with_parent(parent) != 0 { throw .orphaned }
    // Threads are counted before files are closed off, and files before the calls that do it.
    let threads = iso_thread_count()
    let resources = setLimits(limits)
    let files = restrictFiles(limits)
    // What reads sounds of packages needs it, and none can be made from here on.
    _ = iso_memory_file()
    let calls = iso_refuse_system_calls()
    return IsolationReport(
      limits: part(resources), privileges: part(privileges), systemCalls: part(calls),
      files: threads > 1
        ? .unavailable(
          "\(threads) threads were already running, and only one of them can be isolated")
        : part(files),
      landlockVersion: Int(iso_landlock_version()))
  }

  private static func setLimits(_ limits: IsolationLimits) -> Int32 {
    let (sum, overflows) = limits.memoryBytes.addingReportingOverflow(
      IsolationLimits.addressSlackBytes)
    var raw = iso_limits(
      memory_bytes: limits.memoryBytes,
      address_bytes: limits.memoryBytes == 0 || overflows ? 0 : sum,
      file_bytes: limits.fileBytes, cpu_seconds: limits.cpuSeconds,
      descriptors: limits.descriptors)
    return unsafe iso_set_limits(&raw)
  }

  private static func restrictFiles(_ limits: IsolationLimits) -> Int32 {
    let readable = IsolationLimits.systemPaths + limits.readable
    let writable = IsolationLimits.systemSinks + limits.writable
    return unsafe CStrings.with(readable) { readable in
      unsafe CStrings.with(writable) { writable in
        unsafe iso_restrict_files(
          readable.baseAddress, readable.count - 1, writable.baseAddress, writable.count - 1)
      }
    }
  }

  private static func part(_ error: Int32) -> IsolationReport.Part {
    switch error {
    case 0: .inForce
    case ENOSYS, EOPNOTSUPP: .unavailable("this kernel does not have it")
    default: unsafe .unavailable(String(cString: strerror(error)))
    }
  }
}
