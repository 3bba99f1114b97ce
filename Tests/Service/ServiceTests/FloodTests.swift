import Foundation
import Glibc
import TestSupport
import Testing

/// Bodies that never end, and the memory of the service.
@Suite struct FloodTests {
  /// Sends the header and the first bytes of a body from an address of this machine; nil where it is closed.
  private static func begin(
    _ port: UInt16, from address: String, announced: Int, sent: Int
  ) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var own = sockaddr_in()
    own.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, address, &own.sin_addr)
    var other = own
    inet_pton(AF_INET, "127.0.0.1", &other.sin_addr)
    other.sin_port = port.bigEndian
    let isOpen = call(bind, descriptor, own) && call(connect, descriptor, other)
    let head =
      "POST /v1/frames HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=XX\r\n"
      + "Content-Length: \(announced)\r\n\r\n--XX\r\n"
      + "Content-Disposition: form-data; name=picture\r\n\r\n"
    var bytes = Array(head.utf8) + [UInt8](repeating: 0x61, count: sent)
    while isOpen, !bytes.isEmpty {
      let count = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      guard count > 0 else { break }
      bytes.removeFirst(count)
    }
    guard bytes.isEmpty else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func call(
    _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
    _ address: sockaddr_in
  ) -> Bool {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private func residentBytes(of process: Int32) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    return try #require(Int(text.split(separator: " ")[1])) * 4096
  }

  private func metric(_ name: String, _ service: RunningService) throws -> Int {
    let text = try service.send("/metrics").text
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
    return Int(try #require(line.flatMap { Double($0.split(separator: " ")[1]) }))
  }

  @Test func `a hundred bodies that never end leave memory and room for others`() throws {
    let limit = 16 << 20
    let service = try RunningService(
      try ServiceStage(), ["--max-body-memory-bytes", "\(limit)", "--min-free-bytes", "0"])
    let port = try #require(URL(string: service.url)?.port)
    let frame = ServiceStage.frame + ["avatar=mask"]
    let alone = try service.post("/v1/frames", frame)
    #expect(alone.status == 200)
    let before = try residentBytes(of: service.processIdentifier)
    // 400 MB are sent of the 3 GB that are announced.
    var open = (0..<100).compactMap { _ in
      Self.begin(UInt16(port), from: "127.0.0.2", announced: 30 << 20, sent: 4 << 20)
    }
    // Once each: a number that is closed again may be another test's file by then.
    func closeAll() {
      for descriptor in open { close(descriptor) }
      open = []
    }
    defer { closeAll() }
    #expect(open.count == 100)
    let announced = 100 * 30 << 20
    #expect(
      try eventually { try metric("avatar_overlay_body_disk_bytes", service) >= announced })
    #expect(try metric("avatar_overlay_body_memory_bytes", service) <= limit)
    let meanwhile = try service.post("/v1/frames", frame)
    #expect(meanwhile.status == 200 && meanwhile.body == alone.body)
    let grown = try residentBytes(of: service.processIdentifier) - before
    #expect(grown < 150 << 20, "\(grown >> 20) MiB")
    closeAll()
    #expect(try eventually { try metric("avatar_overlay_body_disk_bytes", service) == 0 })
    try service.end(SIGTERM)
  }
}
