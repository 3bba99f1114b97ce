import Foundation
import HTTPMessages
import HTTPServer
import TestSupport
import Testing

/// Answers that wait for clients that read slowly count like bodies.
@Suite struct AnswerRoomTests {
  private static let count = 20_000_000
  private static let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  private static func route(_ path: String, _ bytes: [UInt8]) -> HTTPRoute {
    HTTPRoute("GET", path) { _ in .bytes(bytes, mediaType: "application/octet-stream") }
  }

  private func server(
    _ change: (inout HTTPServerSettings) -> Void = { _ in }
  ) throws -> TestServer {
    try TestServer(
      [
        Self.route("/large", Self.bytes),
        Self.route("/most", [UInt8](repeating: 7, count: 1 << 20)),
      ], change)
  }

  /// A client that has read the header alone of an answer, and what of the body came with it.
  private func ask(_ server: TestServer, _ path: String) throws -> RawClient {
    let client = try server.client(receiveBuffer: 1 << 18)
    client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let head = client.read(until: "\r\n\r\n")
    #expect(head?.hasPrefix("HTTP/1.1 200") == true)
    #expect(head?.contains("Content-Length: ") == true)
    return client
  }

  /// The folders of requests, in that of the server.
  private func files(of server: TestServer) throws -> [String] {
    let files = FileManager.default
    let root = server.scratch.url.path
    return try files.contentsOfDirectory(atPath: root).flatMap {
      try files.contentsOfDirectory(atPath: "\(root)/\($0)")
    }
  }

  @Test func `a long answer counts as memory until it is read, a short one does not`() throws {
    let server = try server()
    let short = try ask(server, "/most")
    #expect(server.server.load.bodyMemoryBytes == 0)
    #expect(short.rest().count == 1 << 20)
    let clients = try (0..<2).map { _ in try ask(server, "/large") }
    #expect(server.server.load.bodyMemoryBytes == 2 * Self.count)
    #expect(server.server.load.bodyDiskBytes == 0)
    #expect(clients[0].rest() == Self.bytes)
    #expect(eventually { server.server.load.bodyMemoryBytes == Self.count })
    clients[1].reset()
    #expect(eventually { server.server.load.bodyMemoryBytes == 0 })
  }

  @Test func `without memory a long answer waits in a file without a name`() throws {
    let server = try server { $0.maximumBodyMemoryBytes = Self.count }
    // Alone a claimant has three quarters of the memory.
    let client = try ask(server, "/large")
    let load = server.server.load
    #expect((load.bodyMemoryBytes, load.bodyDiskBytes) == (0, Self.count))
    #expect(try files(of: server).isEmpty)
    #expect(client.rest() == Self.bytes)
    #expect(eventually { server.server.load.bodyDiskBytes == 0 })
  }

  @Test func `without memory and disk a long answer is refused, and a HEAD is not`() throws {
    let server = try server {
      ($0.maximumBodyMemoryBytes, $0.minimumFreeBytes) = (Self.count, 1 << 50)
    }
    let refused = try server.get("/large")
    #expect(refused?.status == 507 && refused?.field("Retry-After") == "60")
    #expect(try server.get("/most")?.body.count == 1 << 20)
    let head = try server.ask("HEAD /large HTTP/1.1\r\nHost: a\r\n\r\n", toHead: true)
    #expect(head?.field("Content-Length") == "\(Self.count)")
    #expect(server.server.load.bodyDiskBytes == 0)
  }
}
