internal import Glibc
internal import HTTPServer
public import Problems
public import ServiceConfiguration

/// Why a service is not begun: it could not start its threads.
public struct AddressRoomError: Error, Hashable, Sendable {
  /// The bytes that the process may map.
  public let limit: UInt64
  /// The bytes that the settings can need beyond what it has mapped.
  public let needed: Int
}

extension AddressRoomError: CustomStringConvertible, ProblemReporting {
  /// One line: what was found, what is needed, and what to do.
  public var description: String {
    "\(limit >> 20) MiB of memory may be mapped (ulimit -v), and serve needs \(needed >> 20) MiB more than"
      + " it has: raise the limit, or lower --max-body-memory-bytes and the numbers of workers"
  }

  /// It is over a limit.
  public var problemCode: ProblemCode { .overLimit }
}

extension ServiceSettings {
  /// Bytes for what requests work with: pictures, their files, what libraries keep.
  private static let workingBytes = 256 << 20
  /// Threads beside those of the pools: sockets, sweepers, the log, the system's own.
  private static let otherThreads = 24
  /// Where addresses are limited, the most heaps that threads should have, which the program sets: the C library's
  /// usual eight for each processor take a GiB and more, of which hardly any is ever touched.
  public static let heapsOfLimited = 4
  /// What each of them takes, twice when it is made.
  private static let heapBytes = 64 << 20

  /// Addresses that the settings can need beyond what the process has: threads' stacks and heaps, and bodies.
  private var neededAddressBytes: Int {
    let threads =
      http.lightWorkers + http.computeWorkers + http.recordingWorkers + concurrentJobs
      + Self.otherThreads
    return threads * Self.stackBytes + (Self.heapsOfLimited + 1) * Self.heapBytes
      + http.maximumBodyMemoryBytes + Self.workingBytes
  }

  /// What a thread's stack takes.
  private static var stackBytes: Int {
    var limit = rlimit()
    let usual = 8 << 20
    let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0
    return isKnown ? min(Int(clamping: limit.rlim_cur), usual) : usual
  }

  /// Refuses to begin where threads could not be started: what waits for one that never runs hangs, and takes no
  /// signal.
  func checkAddressRoom() throws(AddressRoomError) {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      limit.rlim_cur != rlim_t.max
    else { return }
    let needed = neededAddressBytes
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    let place = unsafe mmap(nil, needed, PROT_NONE, flags, -1, 0)
    guard unsafe place != MAP_FAILED else {
      throw AddressRoomError(limit: UInt64(limit.rlim_cur), needed: needed)
    }
    _ = unsafe munmap(place, needed)
  }
}
