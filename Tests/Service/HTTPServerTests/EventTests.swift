import Foundation
import HTTPMessages
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Server-sent events.
@Suite struct EventTests {
  /// A server whose streams the test holds.
  private final class Streams: Sendable {
    let all = Mutex<[HTTPEventStream]>([])
    var last: HTTPEventStream? { all.withLock { $0.last } }

    var route: HTTPRoute {
      HTTPRoute("GET", "/events") { [self] _ in
        let stream = HTTPEventStream()
        stream.send("hello", data: "first")
        all.withLock { $0.append(stream) }
        return HTTPResponse(body: .events(stream))
      }
    }
  }

  private let streams = Streams()

  private func open(_ server: TestServer, version: String = "1.1") throws -> RawClient {
    let client = try server.client()
    client.send("GET /events HTTP/\(version)\r\nHost: a\r\n\r\n")
    #expect(client.read(until: "data: first\n\n")?.contains("text/event-stream") == true)
    return client
  }

  @Test func `events arrive when they are sent, and the stream ends`() throws {
    let server = try TestServer([streams.route])
    let client = try open(server)
    let stream = try #require(streams.last)
    for number in 0..<50 {
      #expect(stream.send("tick", data: "a\nb", id: "\(number)"))
      let event = client.read(until: "\n\n")
      #expect(event?.hasSuffix("event: tick\nid: \(number)\ndata: a\ndata: b\n\n") == true)
    }
    stream.sendComment("still here")
    #expect(client.read(until: ": still here\n\n") != nil)
    stream.end()
    #expect(client.read(until: "0\r\n\r\n") != nil)
    #expect(!stream.send(data: "late"))
    #expect(eventually { server.exchanges.first?.status == 200 })
    #expect((server.exchanges.first?.bytesOut ?? 0) > 50 * 20)
  }

  @Test func `HTTP 1.0 gets events until the connection closes`() throws {
    let server = try TestServer([streams.route])
    let client = try open(server, version: "1.0")
    streams.last?.send(data: "second")
    streams.last?.end()
    #expect(String(decoding: client.rest(), as: UTF8.self) == "data: second\n\n")
  }

  @Test func `a client that leaves is noticed without an event`() throws {
    let server = try TestServer([streams.route])
    let client = try open(server)
    let isGone = Mutex(false)
    let stream = try #require(streams.last)
    stream.whenGone { isGone.withLock { $0 = true } }
    client.close()
    #expect(eventually { isGone.withLock { $0 } })
    #expect(!stream.send(data: "x"))
    #expect(eventually { server.server.load.connections == 0 })
  }

  @Test func `clients that reset leave no descriptor`() throws {
    // In a process of its own: other tests open descriptors meanwhile.
    try OwnProcess.run { _ in
      let test = EventTests()
      let server = try TestServer([test.streams.route]) { $0.idleSeconds = 600 }
      func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      }
      // An older client is connected: what the library closes late, it closes in their order.
      let older = try test.open(server)
      test.streams.last?.end()
      #expect(older.read(until: "0\r\n\r\n") != nil)
      let before = try descriptors()
      // At any moment: before the request is read, while it is answered, when the stream sleeps.
      for client in 0..<200 {
        let leaving = try server.client()
        leaving.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
        usleep(useconds_t(client))
        leaving.reset()
      }
      #expect(try eventually { try descriptors() == before })
    }
  }

  @Test func `a client that does not read is cut off, not remembered for`() throws {
    let server = try TestServer([streams.route]) { $0.idleSeconds = 0.3 }
    let client = try server.client(receiveBuffer: 4096)
    client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(eventually { streams.last != nil })
    let line = String(repeating: "x", count: 10_000)
    #expect(eventually { streams.last?.send(data: line) == false })
    #expect(eventually { server.server.load.connections == 0 })
    _ = client
  }

  /// Whether any thread of this process but the one that asks is running or waits to run.
  private static func isAnyOtherThreadRunning() throws -> Bool {
    let files = FileManager.default
    let own = try files.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return try files.contentsOfDirectory(atPath: "/proc/self/task").contains { thread in
      guard !own.hasSuffix("/\(thread)"),
        let text = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8)
      else { return false }
      return text.split(separator: ")").last?.hasPrefix(" R") == true
    }
  }

  @Test func `a quiet stream outlives every deadline and keeps no thread awake`() throws {
    // In a process of its own: the threads of other tests are not the streams'.
    try OwnProcess.run { _ in
      let test = EventTests()
      let server = try TestServer([test.streams.route]) {
        ($0.idleSeconds, $0.headerSeconds, $0.requestSeconds) = (1, 1, 1)
      }
      let clients = try (0..<8).map { _ in try test.open(server) }
      // One that came later and asks for nothing is cut at the deadline: the streams are past it.
      let idle = try server.client()
      #expect(idle.ask("GET /none HTTP/1.1\r\nHost: a\r\n\r\n")?.status == 404)
      var (looks, awake) = (0, 0)
      #expect(
        try eventually {
          looks += 1
          if try EventTests.isAnyOtherThreadRunning() { awake += 1 }
          return idle.isClosedByNow
        })
      // A loop that asks without sleeping would be running at nearly every look.
      #expect(awake * 2 < looks, "\(awake) of \(looks)")
      for stream in test.streams.all.withLock({ $0 }) { stream.send(data: "late") }
      for client in clients { #expect(client.read(until: "late\n\n") != nil) }
    }
  }

  @Test func `HEAD of a stream has no events and closes it`() throws {
    let server = try TestServer([streams.route])
    let head = try server.ask("HEAD /events HTTP/1.1\r\nHost: a\r\n\r\n", toHead: true)
    #expect(head?.field("Content-Type") == "text/event-stream")
    // The answer may be there before the server has let the stream go.
    #expect(eventually { streams.last?.send(data: "x") == false })
  }

  @Test func `stopping ends the streams at once`() throws {
    let server = try TestServer([streams.route])
    let client = try open(server)
    server.server.stop(deadline: 15)
    #expect(String(decoding: client.rest(), as: UTF8.self).hasSuffix("0\r\n\r\n"))
  }
}
