#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The room on a disk.
public enum DiskSpace {
  /// Free bytes of a folder's disk for an ordinary user; nil where they cannot be told.
  public static func freeBytes(of folder: String) -> Int? {
    var disk = statvfs()
    return unsafe statvfs(folder, &disk) == 0 ? bytes(disk) : nil
  }

  /// The same of the disk of an open file.
  public static func freeBytes(ofDisk file: Int32) -> Int? {
    var disk = statvfs()
    return unsafe fstatvfs(file, &disk) == 0 ? bytes(disk) : nil
  }

  private static func bytes(_ disk: statvfs) -> Int {
    let (bytes, isOver) = Int(clamping: disk.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: disk.f_frsize))
    return isOver ? .max : bytes
  }
}
