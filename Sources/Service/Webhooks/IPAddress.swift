internal import Foundation

/// An address of IPv4 (4 bytes) or IPv6 (16 bytes).
struct IPAddress: Hashable, Sendable {
  /// Most significant byte first.
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads an address in the usual notation; nil for every other one.
  init?(_ text: String) {
    var fourth = in_addr()
    var sixth = in6_addr()
    // Swift's text would end at a zero byte, and the rest go unread.
    guard !text.utf8.contains(0) else { return nil }
    if unsafe inet_pton(AF_INET, text, &fourth) == 1 {
      bytes = unsafe withUnsafeBytes(of: &fourth) { unsafe Array($0) }
    } else if unsafe inet_pton(AF_INET6, text, &sixth) == 1 {
      bytes = unsafe withUnsafeBytes(of: &sixth) { unsafe Array($0) }
    } else {
      return nil
    }
  }

  /// The usual notation (RFC 5952 for IPv6).
  var text: String {
    var buffer = [CChar](repeating: 0, count: 64)
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard unsafe inet_ntop(family, bytes, &buffer, socklen_t(buffer.count)) != nil else {
      return ""
    }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
