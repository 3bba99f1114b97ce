/// What an isolated process may use and reach.
///
/// Nothing is ever widened: a limit that is lower already stays.
public struct IsolationLimits: Hashable, Sendable {
  /// Private memory that may be written, in bytes: heaps and stacks; program code and mapped files
  /// do not count.
  ///
  /// 0 for no limit.
  public var memoryBytes: UInt64 = 0
  /// Processor time of all threads together, in seconds.
  ///
  /// 0 for no limit.
  public var cpuSeconds: UInt64 = 0
  /// The longest file that may be written, in bytes.
  ///
  /// 0 for no limit.
  public var fileBytes: UInt64 = 0
  /// How many files may be open at once.
  ///
  /// 0 for no limit.
  public var descriptors: UInt64 = 256
  /// Files and folders that may be read, beside the system's libraries and fonts.
  public var readable: [String] = []
  /// Folders that may be read and written.
  public var writable: [String] = []
  /// The process that must still be the parent; the isolated one dies with it.
  ///
  /// 0 for whichever it is, nil for living on.
  public var parent: Int32?

  /// The address space beyond `memoryBytes`, in bytes: the C library reserves 64 MB for each thread's
  /// heap, and the program with its libraries takes 300 MB, hardly any of which is ever touched.
  public static let addressSlackBytes: UInt64 = 4 << 30

  /// What programs need of the system: libraries that are loaded late, fonts, time zones, the
  /// processor's description, the kernel's start by which unfinished files are known.
  ///
  /// Nothing of it is secret.
  static let systemPaths = [
    "/usr/lib", "/usr/lib64", "/usr/share", "/usr/local/lib", "/usr/local/share/fonts", "/lib",
    "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime", "/etc/locale.alias",
    "/var/cache/fontconfig", "/proc/self", "/proc/cpuinfo", "/proc/meminfo",
    "/proc/sys/kernel/random/boot_id",
    "/sys/devices/system/cpu", "/sys/devices/system/node", "/dev/urandom", "/dev/zero",
  ]

  /// What they write to that is no file.
  static let systemSinks = ["/dev/null"]

  /// Makes limits that only close the process off.
  public init() {}
}
