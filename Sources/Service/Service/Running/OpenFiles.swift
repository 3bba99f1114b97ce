internal import Glibc

/// How many files and connections the process may have open.
package enum OpenFiles {
  /// Raises the soft limit (`RLIMIT_NOFILE`) as far as the hard one allows; never lowers it.
  ///
  /// Shells and systemd begin with 1024, which 512 connections with a file each would use up.
  ///
  /// - Returns: the limit that is in force then.
  @discardableResult
  package static func raise(to wanted: Int) -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { return wanted }
    let raised = min(UInt64(max(wanted, 0)), UInt64(limit.rlim_max))
    if raised > UInt64(limit.rlim_cur) {
      let before = limit.rlim_cur
      limit.rlim_cur = rlim_t(raised)
      if unsafe setrlimit(resource, &limit) != 0 { limit.rlim_cur = before }
    }
    return Int(clamping: UInt64(limit.rlim_cur))
  }
}
