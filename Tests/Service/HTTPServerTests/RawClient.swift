import Foundation
import Glibc

/// A client that sends exactly the bytes it is told to.
final class RawClient {
  /// An answer as it came.
  struct Answer {
    var status: Int
    var head: String
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The first field of a name.
    func field(_ name: String) -> String? {
      for line in head.components(separatedBy: "\r\n").dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2, parts[0].lowercased() == name.lowercased() {
          return parts[1].trimmingCharacters(in: .whitespaces)
        }
      }
      return nil
    }
  }

  let socket: Int32
  /// The client's own port.
  private(set) var port: UInt16 = 0
  private var buffer: [UInt8] = []

  /// Connects; reads give up after 20 s, which no working server needs.
  ///
  /// - Parameter from: the address to connect from, of this machine.
  init(_ port: UInt16, from: String? = nil, receiveBuffer: Int32? = nil) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if var size = receiveBuffer {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    // A body sent after its header must not wait for the header's delayed acknowledgement.
    var yes: Int32 = 1
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    if let from {
      inet_pton(AF_INET, from, &address.sin_addr)
      _ = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    var own = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &own) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    self.port = own.sin_port.bigEndian
  }

  deinit { if !isClosed { Glibc.close(socket) } }
  private var isClosed = false

  func close() {
    isClosed = true
    Glibc.close(socket)
  }

  /// Closes so that the other side sees a reset.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  /// Sends; false where the server has closed.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// More bytes, up to the end; nil at it.
  func more() -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
      count = max(recv(socket, buffer.baseAddress, buffer.count, 0), 0)
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Whether the server has closed the connection by now, with nothing left to read.
  var isClosedByNow: Bool {
    var byte: UInt8 = 0
    let count = recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count == 0 || count < 0 && errno != EAGAIN
  }

  /// Whether the server closes the connection without a further byte.
  func isClosedByServer() -> Bool { buffer.isEmpty && more() == nil }

  /// Everything up to the end.
  func rest() -> [UInt8] {
    while let bytes = more() { buffer += bytes }
    defer { buffer = [] }
    return buffer
  }

  /// Reads up to a text and gives what came with it.
  func read(until text: String) -> String? {
    let mark = Array(text.utf8)
    while true {
      if let range = Data(buffer).firstRange(of: mark) {
        let bytes = buffer[..<range.upperBound]
        buffer.removeFirst(range.upperBound)
        return String(decoding: bytes, as: UTF8.self)
      }
      guard let bytes = more() else { return nil }
      buffer += bytes
    }
  }

  private func read(_ count: Int) -> [UInt8]? {
    while buffer.count < count {
      guard let bytes = more() else { return nil }
      buffer += bytes
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  func answer(toHead: Bool = false) -> Answer? {
    guard let head = read(until: "\r\n\r\n"), let status = Int(head.dropFirst(9).prefix(3)) else {
      return nil
    }
    var answer = Answer(status: status, head: String(head.dropLast(2)), body: [])
    if toHead || status == 204 || status == 304 || status < 200 { return answer }
    if let text = answer.field("Content-Length"), let length = Int(text) {
      guard let body = read(length) else { return nil }
      answer.body = body
    } else if answer.field("Transfer-Encoding") == "chunked" {
      while let line = read(until: "\r\n"), let size = Int(line.dropLast(1), radix: 16) {
        guard let chunk = read(size + 2) else { return nil }
        answer.body += chunk.dropLast(2)
        if size == 0 { break }
      }
    } else {
      answer.body = rest()
    }
    return answer
  }

  /// Sends a request and reads its answer.
  func ask(_ request: String, toHead: Bool = false) -> Answer? {
    send(request)
    return answer(toHead: toHead)
  }
}
