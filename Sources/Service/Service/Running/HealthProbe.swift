internal import Foundation

/// Asks a service that listens on this machine whether it is ready: one request over plain HTTP.
public struct HealthProbe: Sendable {
  /// Why there was no answer.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line: where, and what happened.
    public let description: String
  }

  private let host: String
  private let port: String
  private let seconds: Double

  /// Reads a URL such as `http://127.0.0.1:8080`; nil for anything else than plain HTTP.
  public init?(url: String, seconds: Double) {
    guard let parts = URLComponents(string: url), parts.scheme == "http", let host = parts.host,
      !host.isEmpty
    else { return nil }
    self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    port = String(parts.port ?? 80)
    self.seconds = seconds
  }

  /// Gives the status and the body of `GET /health/ready`.
  public func ask() throws(Failure) -> (status: Int, body: String) {
    let descriptor = try connect()
    defer { close(descriptor) }
    let request =
      "GET /health/ready HTTP/1.0\r\nHost: \(host)\r\nAccept: application/json\r\n\r\n"
    let bytes = Array(request.utf8)
    guard unsafe send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    else { throw failure("the request could not be sent") }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while answer.count < 1 << 16 {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      if count < 0 { throw failure("no answer within \(seconds) s") }
      if count == 0 { break }
      answer += buffer.prefix(count)
    }
    let text = String(decoding: answer, as: UTF8.self)
    let words = text.split(separator: " ", maxSplits: 2)
    guard words.count == 3, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
      throw failure("the answer is not an HTTP response")
    }
    let body = text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
    return (status, body)
  }

  private func connect() throws(Failure) -> Int32 {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, port, &hints, &found) == 0, let first = unsafe found else {
      throw failure("unknown host")
    }
    defer { unsafe freeaddrinfo(first) }
    var next: UnsafeMutablePointer<addrinfo>? = unsafe first
    while let address = unsafe next {
      let descriptor = unsafe socket(
        address.pointee.ai_family, address.pointee.ai_socktype, address.pointee.ai_protocol)
      if descriptor >= 0 {
        limit(descriptor)
        if unsafe Foundation.connect(
          descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0
        {
          return descriptor
        }
        close(descriptor)
      }
      unsafe next = address.pointee.ai_next
    }
    throw failure("connection refused")
  }

  private func limit(_ descriptor: Int32) {
    var time = timeval(
      tv_sec: Int(seconds), tv_usec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e6))
    let size = socklen_t(MemoryLayout<timeval>.size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
  }

  private func failure(_ reason: String) -> Failure {
    Failure(description: "http://\(host):\(port): \(reason)")
  }
}
