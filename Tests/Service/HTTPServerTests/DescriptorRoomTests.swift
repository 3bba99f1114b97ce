import Foundation
import HTTPMessages
import HTTPServer
import TestSupport
import Testing

/// Descriptors that are left to others, in processes of their own, which may have few.
@Suite(.mostlyWaiting) struct DescriptorRoomTests {
  /// A process with 96 descriptors of which 16 are reserved, and a server in it.
  private struct Room {
    let server: TestServer
    private let limit: Int32 = 96
    private let reserved: Int32 = 16

    init() throws {
      var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
      guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else {
        throw POSIXError(.EPERM)
      }
      let health = HTTPRoute("GET", "/health", isHealth: true) { _ in TestRoutes.text("well") }
      let file = HTTPRoute("GET", "/file") { _ in
        HTTPResponse(headers: [], body: .file(path: "/proc/self/exe"))
      }
      server = try TestServer(TestRoutes.plain + [health, file]) { $0.reservedDescriptors = 16 }
    }

    /// Uses up all that are not reserved.
    func fill() {
      while true {
        let next = open("/dev/null", O_RDONLY)
        guard next >= 0, next < limit - reserved - 1 else { return }
      }
    }
  }

  /// Ends the process with the number of the first thing that is not so.
  private static func require(_ facts: Bool...) {
    for (number, fact) in facts.enumerated() where !fact { exit(Int32(number + 1)) }
  }

  @Test func `the health is told where no descriptor is left for connections`() throws {
    try OwnProcess.run { _ in
      let room = try Room()
      room.fill()
      let health = try room.server.client()
      let answer = health.ask("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
      let isClosed = health.isClosedByServer()
      health.close()
      let hello = try room.server.get("/hello")
      Self.require(
        answer?.status == 200, isClosed, hello?.status == 429,
        hello?.field("Retry-After") != nil, try room.server.get("/health")?.status == 200)
      exit(0)
    }
  }

  @Test func `an idle connection makes room, and its descriptor is used`() throws {
    try OwnProcess.run { _ in
      let room = try Room()
      let idle = try room.server.client()
      let first = idle.ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      room.fill()
      let second = try room.server.client()
      let hello = second.ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      // Its connection goes on.
      let again = second.ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      Self.require(
        first?.status == 200, idle.isClosedByServer(), hello?.status == 200, again?.status == 200)
      exit(0)
    }
  }

  @Test func `a body and a file that would take a reserved one are asked to come again`() throws {
    try OwnProcess.run { _ in
      let room = try Room()
      let client = try room.server.client()
      let hello = client.ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      room.fill()
      let file = client.ask("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")
      client.send("POST /files HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
      let body = client.answer()
      Self.require(hello?.status == 200, file?.status == 429, body?.status == 429)
      exit(0)
    }
  }
}
