internal import Glibc
internal import HTTPMessages

/// Which descriptors of the process a server may use.
///
/// The system gives the lowest that is free, so that a high one tells that nearly all are in use.
struct DescriptorRoom: Sendable {
  /// The first of those that are reserved.
  private let end: Int32
  /// The most connections, so that each has one for its body or for what it is sent.
  let mostConnections: Int
  /// The most further ones, which ask for the health.
  let mostForHealth: Int

  /// Leaves so many of those that the process may have.
  init(reserving count: Int) {
    var limit = rlimit()
    guard count > 0,
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      let most = Int32(exactly: limit.rlim_cur)
    else {
      (end, mostConnections, mostForHealth) = (.max, .max, 0)
      return
    }
    end = max(most - Int32(clamping: count), 0)
    mostConnections = Int(end) / 2
    mostForHealth = min(HTTPServerSettings.maximumHealthConnections, count / 4)
  }

  /// Whether a descriptor is one of those that are reserved.
  func isReserved(_ descriptor: Int32) -> Bool { descriptor >= end }

  /// A descriptor that may be kept; one that is reserved, and a failure to get any, is a fault.
  ///
  /// - Throws: `busy`, or `other` with the system's number.
  func checked(
    _ descriptor: Int32, or other: (Int32) -> HTTPFault
  ) throws(HTTPFault) -> Int32 {
    let number = errno
    guard descriptor >= 0 else {
      throw [EMFILE, ENFILE].contains(number) ? Self.busy : other(number)
    }
    guard isReserved(descriptor) else { return descriptor }
    _ = close(descriptor)
    throw Self.busy
  }

  /// What a client is told that would take a reserved one.
  static let busy = HTTPFault.busy(retryAfterSeconds: 1)
}
