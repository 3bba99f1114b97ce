internal import Glibc

/// The addresses that sockets are connected to.
enum SocketAddress {
  /// An address's bytes, 4 of IPv4 or 16 of IPv6; nil where it is of another family.
  static func bytes(_ address: UnsafePointer<sockaddr>, length: Int) -> [UInt8]? {
    switch Int32(unsafe address.pointee.sa_family) {
    case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
      return unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        var value = unsafe address.pointee.sin_addr
        return unsafe withUnsafeBytes(of: &value) { unsafe Array($0) }
      }
    case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
      return unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        var value = unsafe address.pointee.sin6_addr
        return unsafe withUnsafeBytes(of: &value) { unsafe Array($0) }
      }
    default: return nil
    }
  }
}
