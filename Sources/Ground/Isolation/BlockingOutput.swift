internal import CIsolation
internal import Foundation

/// A descriptor that blocks while its reader takes nothing.
public enum BlockingOutput {
  /// Writes all bytes; false, and no `SIGPIPE`, where they have no reader.
  public static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe iso_write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
