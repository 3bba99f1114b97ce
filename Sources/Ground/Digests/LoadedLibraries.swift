internal import Foundation

/// The libraries that this process has loaded.
public enum LoadedLibraries {
  /// The paths of their files, and of the program's own, sorted.
  ///
  /// The kernel's list is read to its end: it is given a page at a time, of which Foundation reads the first alone.
  public static var paths: [String] {
    let file = unsafe open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { room in
        unsafe read(file, room.baseAddress, room.count)
      }
      if count > 0 {
        bytes += piece.prefix(count)
      } else if count == 0 || errno != EINTR {
        break
      }
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return Set(lines.compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } })
      .sorted()
  }
}
