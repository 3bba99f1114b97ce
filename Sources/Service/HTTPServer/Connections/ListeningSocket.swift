internal import Glibc

/// A socket that listens.
enum ListeningSocket {
  /// Opens one, which the caller closes.
  static func open(address: String, port: UInt16) throws(HTTPServerError) -> Int32 {
    func refusal() -> HTTPServerError {
      .cannotListen(address: address, port: port, reason: errorText(errno))
    }
    let isIPv6 = address.contains(":")
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    var in4 = sockaddr_in()
    var in6 = sockaddr_in6()
    (in4.sin_family, in4.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
    (in6.sin6_family, in6.sin6_port) = (sa_family_t(AF_INET6), port.bigEndian)
    let parsed =
      isIPv6
      ? unsafe inet_pton(AF_INET6, address, &in6.sin6_addr)
      : unsafe inet_pton(AF_INET, address, &in4.sin_addr)
    guard parsed == 1 else { throw .badAddress(address) }
    let listener = socket(isIPv6 ? AF_INET6 : AF_INET, type, 0)
    guard listener >= 0 else { throw refusal() }
    var yes: Int32 = 1
    // A server that starts again must not wait for its old connections to be forgotten.
    unsafe setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let bound = isIPv6 ? bound(listener, &in6) : bound(listener, &in4)
    guard bound == 0, listen(listener, SOMAXCONN) == 0 else {
      let error = refusal()
      _ = close(listener)
      throw error
    }
    return listener
  }

  /// The port that a socket listens on.
  static func port(of listener: Int32) -> UInt16 {
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let got = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe getsockname(listener, pointer, &size)
      }
    }
    // The port is at the same place in both families' addresses.
    return got == 0 ? UInt16(bigEndian: address.sin6_port) : 0
  }

  private static func bound<Address>(_ listener: Int32, _ address: inout Address) -> Int32 {
    let size = socklen_t(MemoryLayout<Address>.size)
    return unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, size)
      }
    }
  }
}
