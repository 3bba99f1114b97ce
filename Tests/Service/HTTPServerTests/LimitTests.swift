import Foundation
import Glibc
import HTTPMessages
import HTTPServer
import TestSupport
import Testing

/// Limits of size, number and time, each on both sides.
@Suite(.mostlyWaiting) struct LimitTests {
  private func isCut(_ client: RawClient) -> Bool { client.isClosedByServer() }

  @Test func `a target has a limit of bytes`() throws {
    let server = try TestServer { $0.maximumTargetBytes = 1000 }
    let path = "/items/"
    let most = String(repeating: "a", count: 1000 - path.utf8.count)
    #expect(try server.get(path + most)?.status == 200)
    let over = try server.get(path + most + "a")
    #expect(over?.status == 414)
    #expect(over?.text.hasPrefix("problem 414") == true)
  }

  @Test func `a header has a limit of bytes`() throws {
    let server = try TestServer { $0.maximumHeaderBytes = 4096 }
    func ask(_ count: Int) throws -> RawClient.Answer? {
      let head = "GET /hello HTTP/1.1\r\nHost: a\r\nX: "
      let filler = String(repeating: "x", count: count - head.utf8.count - 4)
      return try server.ask(head + filler + "\r\n\r\n")
    }
    #expect(try ask(4096)?.status == 200)
    let over = try ask(4097)
    #expect(over?.status == 431)
    #expect(over?.text.hasPrefix("problem 431") == true)
    #expect(try ask(200_000)?.status == 431)
    #expect(eventually { server.exchanges.count == 3 })
    #expect(server.exchanges.map(\.status).sorted() == [200, 431, 431])
    #expect(server.exchanges.count { $0.route == "/hello" } == 1)
    // Many short fields take more room in lists than on the wire.
    let fields = String(repeating: "a:b\r\n", count: 800)
    #expect(try server.get("/hello", fields)?.status == 200)
  }

  @Test func `a header that does not end in time is cut, silent or steady`() throws {
    let server = try TestServer { $0.headerSeconds = 1 }
    #expect(try isCut(server.client()))
    let half = try server.client()
    half.send("GET /hello HTTP/1.1\r\nHo")
    #expect(isCut(half))
    let steady = try server.client()
    steady.send("GET /hello HTTP/1.1\r\nX: ")
    #expect(eventually { usleep(20_000) == 0 && !steady.send("x") })
    // The second request of a connection has the same time.
    let second = try server.client()
    #expect(second.ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")?.status == 200)
    second.send("GET /hello HTTP/1.1\r\nX: ")
    #expect(eventually { usleep(20_000) == 0 && !second.send("x") })
    #expect(try server.get("/hello")?.status == 200)
  }

  @Test(arguments: ["/memory", "/files"])
  func `a body that comes steadily but never ends is cut at its deadline`(path: String) throws {
    let server = try TestServer { ($0.requestSeconds, $0.uploadSeconds) = (1, 1) }
    let client = try server.client()
    client.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n")
    #expect(eventually { usleep(20_000) == 0 && !client.send("x") })
    #expect(eventually { server.exchanges.first?.status == 408 })
    #expect((server.exchanges.first?.bytesIn ?? 0) > 0)
  }

  @Test func `a client that stops sending is told and cut`() throws {
    let server = try TestServer { $0.idleSeconds = 1 }
    let client = try server.client()
    client.send("POST /memory HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\nabc")
    let answer = client.answer()
    #expect(answer?.status == 408)
    #expect(answer?.text.hasPrefix("problem 408") == true)
    #expect(isCut(client))
  }

  @Test func `a kept connection without a request is closed`() throws {
    let server = try TestServer { $0.idleSeconds = 1 }
    let client = try server.client()
    #expect(client.ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")?.status == 200)
    #expect(isCut(client))
  }

  @Test func `a client that leaves within its request is noticed long before any deadline`() throws
  {
    let server = try TestServer {
      ($0.headerSeconds, $0.requestSeconds, $0.idleSeconds) = (3600, 3600, 3600)
    }
    for text in [
      "", "GET /hel", "POST /memory HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc",
    ] {
      let client = try server.client()
      client.send(text)
      client.close()
    }
    #expect(eventually { server.server.load.connections == 0 })
  }

  @Test func `a client that closes only its sending side is answered`() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send("POST /memory HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
    shutdown(client.socket, Int32(SHUT_WR))
    #expect(client.answer()?.text.hasPrefix("3 bytes") == true)
  }

  private let large = HTTPRoute("GET", "/large") { _ in
    .bytes([UInt8](repeating: 7, count: 50_000_000), mediaType: "application/octet-stream")
  }

  @Test func `a client that does not read its answer is cut and held up no other`() throws {
    let server = try TestServer([large] + TestRoutes.plain) { $0.idleSeconds = 0.5 }
    let client = try server.client(receiveBuffer: 4096)
    client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
    for _ in 0..<10 { #expect(try server.get("/hello")?.status == 200) }
    #expect(eventually { server.exchanges.contains { $0.route == "/large" } })
    #expect(eventually { server.server.load.connections == 0 })
    #expect(client.rest().count < 50_000_000)
  }

  @Test func `a client that reads a byte now and then is cut by the slowest rate`() throws {
    let server = try TestServer([large]) {
      ($0.idleSeconds, $0.minimumAnswerBytesPerSecond) = (0.3, 1 << 27)
    }
    let client = try server.client(receiveBuffer: 4096)
    client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
    var bytes = [UInt8](repeating: 0, count: 2000)
    var received = 0
    #expect(
      eventually {
        usleep(10_000)
        let count = recv(client.socket, &bytes, bytes.count, 0)
        received += max(count, 0)
        return count <= 0 || server.server.load.connections == 0
      })
    #expect(received < 50_000_000)
  }

  @Test func `a client that reads at once gets a large answer whole`() throws {
    let server = try TestServer([large]) { $0.idleSeconds = 5 }
    let outcome = try server.curl(["-o", "out", "-w", "%{size_download}"], "/large")
    #expect(outcome.text == "50000000")
  }

  @Test func `a long answer must be read in a time that does not grow with it`() throws {
    // By the slowest rate alone it had two years.
    let server = try TestServer([large]) {
      ($0.idleSeconds, $0.minimumAnswerBytesPerSecond) = (0.3, 1)
      $0.maximumAnswerSeconds = 0.5
    }
    let client = try server.client(receiveBuffer: 4096)
    client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
    var bytes = [UInt8](repeating: 0, count: 2000)
    var received = 0
    #expect(
      eventually {
        usleep(10_000)
        let count = recv(client.socket, &bytes, bytes.count, 0)
        received += max(count, 0)
        return count <= 0 || server.server.load.connections == 0
      })
    #expect(received < 50_000_000)
  }

  @Test func `the time that the server takes to let a body come is not the client's`() throws {
    let leave = DispatchSemaphore(value: 0)
    let route = HTTPRoute(
      "POST", "/slow", body: .memory(maximumBytes: 100), admit: { _ in leave.wait() },
      handle: TestRoutes.describe)
    let server = try TestServer([route]) { $0.requestSeconds = 3 }
    let client = try server.client()
    client.send(
      "POST /slow HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
    // Longer than the body may take.
    usleep(3_300_000)
    leave.signal()
    #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send("abc")
    #expect(client.answer()?.text.hasPrefix("3 bytes") == true)
  }
}
