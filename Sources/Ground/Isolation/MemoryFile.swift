internal import CIsolation
internal import Foundation
internal import Synchronization

/// The process's one file in memory, for libraries that read files by their names.
///
/// An isolated process makes no other: what it takes beside the process's own memory is bounded by the limit of a file.
package enum MemoryFile {
  private static let use = Mutex(())

  /// Does something with a file that holds some bytes, named by its path; nil where there is no memory for it.
  ///
  /// Others wait until that is done.
  package static func with<Result: Sendable, Fault: Error>(
    _ bytes: [UInt8], _ body: (_ path: String?) throws(Fault) -> Result
  ) throws(Fault) -> Result {
    try use.withLock { (_) throws(Fault) in
      let file = iso_memory_file()
      guard file >= 0 else { return try body(nil) }
      let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
      defer { try? handle.truncate(atOffset: 0) }
      guard (try? handle.truncate(atOffset: 0)) != nil,
        (try? handle.write(contentsOf: bytes)) != nil
      else { return try body(nil) }
      return try body("/proc/self/fd/\(file)")
    }
  }
}
