internal import Glibc
internal import HTTPMessages

extension RemoteAddress {
  /// The text of a socket's address, without its port; IPv4 within IPv6 is IPv4.
  static func text(_ address: UnsafePointer<sockaddr>?) -> String {
    guard let address = unsafe address else { return "" }
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = unsafe Int32(address.pointee.sa_family)
    let size = socklen_t(buffer.count)
    switch family {
    case AF_INET:
      unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        _ = unsafe inet_ntop(family, address.pointer(to: \.sin_addr), &buffer, size)
      }
    case AF_INET6:
      unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        _ = unsafe inet_ntop(family, address.pointer(to: \.sin6_addr), &buffer, size)
      }
    default: return ""
    }
    let text = String(
      decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
  }
}
