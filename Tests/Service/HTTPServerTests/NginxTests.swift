import Foundation
import HTTPMessages
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// The example's configuration in the real nginx.
@Suite(.enabled(if: Nginx.path != nil, "needs nginx: Scripts/install-packages.sh"))
struct NginxTests {
  private let curl = Program(named: "curl")

  private final class Held: Sendable {
    let streams = Mutex<[HTTPEventStream]>([])
  }
  private let held = Held()

  private func serve() throws -> TestServer {
    let scratch = try ScratchFolder()
    let clip = try scratch.write(
      (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }, to: "clip")
    let routes = [
      HTTPRoute(
        "POST", "/v1/renders", body: .files(maximumBytes: 8_000_000), handle: TestRoutes.describe),
      HTTPRoute(
        "POST", "/v1/frames", body: .memory(maximumBytes: 100_000), handle: TestRoutes.describe),
      HTTPRoute("GET", "/v1/renders/{id}/output") { _ in
        _ = scratch
        return HTTPResponse(headers: [HTTPField("ETag", "\"c\"")], body: .file(path: clip))
      },
      HTTPRoute("GET", "/v1/renders/{id}/events") { [held] _ in
        let stream = HTTPEventStream()
        stream.send("progress", data: "1")
        held.streams.withLock { $0.append(stream) }
        return HTTPResponse(body: .events(stream))
      },
    ]
    return try TestServer(routes + TestRoutes.plain) { $0.trustedProxies = ["127.0.0.1"] }
  }

  @Test func `requests pass over HTTP 2 and TLS, with the client's true address`() throws {
    let server = try serve()
    let nginx = try Nginx(before: server.server.port, [])
    let folder = server.scratch
    let hello = try curl.run(nginx.arguments("/hello") + ["-w", "|%{http_version}"], in: folder)
    #expect(hello.text == "hello|2")
    let who = try curl.run(
      nginx.arguments("/who") + ["-H", "X-Forwarded-For: 9.9.9.9"], in: folder)
    #expect(who.text == "127.0.0.1")
    let plain = try #require(
      try RawClient(nginx.httpPort).ask(
        "POST /v1/frames?a=b HTTP/1.1\r\nHost: o.example\r\nContent-Length: 0\r\n\r\n"))
    #expect(plain.status == 308)
    #expect(plain.field("Location") == "https://o.example/v1/frames?a=b")
    let metrics = try curl.run(nginx.arguments("/metrics"), in: folder)
    #expect(metrics.text.hasPrefix("problem 404"))
  }

  @Test func `a body over nginx's limit is refused there, one over ours by us`() throws {
    let server = try serve()
    let nginx = try Nginx(
      before: server.server.port, [("client_max_body_size 32m", "client_max_body_size 1m")])
    let report = ["-w", "|%{http_code}|%header{x-request-id}"]
    func post(_ count: Int) throws -> String {
      try server.scratch.write([UInt8](repeating: 7, count: count), to: "body")
      return try curl.run(
        nginx.arguments("/v1/frames") + report + ["--data-binary", "@body"], in: server.scratch
      ).text
    }
    #expect(try post(100_000).contains("100000 bytes"))
    let ours = try post(100_001)
    #expect(ours.hasPrefix("problem 413") && !ours.hasSuffix("|413|"))
    #expect(server.exchanges.last?.status == 413)
    let count = server.exchanges.count
    let theirs = try post(1_048_577)
    #expect(theirs.contains("\"status\":413") && theirs.hasSuffix("|413|"))
    #expect(server.exchanges.count == count)
  }

  @Test func `an event passes before the stream ends`() throws {
    let server = try serve()
    let nginx = try Nginx(before: server.server.port, [])
    let folder = try ScratchFolder()
    let running = try curl.start(
      nginx.arguments("/v1/renders/1/events") + ["-N", "-o", "events"], in: folder)
    func holds(_ text: String) -> Bool {
      ((try? folder.bytes("events")).map { String(decoding: $0, as: UTF8.self) } ?? "") == text
    }
    let first = "event: progress\ndata: 1\n\n"
    #expect(eventually { holds(first) })
    let stream = try #require(held.streams.withLock { $0.first })
    #expect(stream.send("progress", data: "2"))
    #expect(eventually { holds(first + "event: progress\ndata: 2\n\n") })
    stream.end()
    #expect(try running.end().exitCode == 0)
  }

  @Test func `a client that leaves its events is noticed through nginx`() throws {
    let server = try serve()
    let nginx = try Nginx(before: server.server.port, [])
    let running = try curl.start(nginx.arguments("/v1/renders/1/events"), in: server.scratch)
    #expect(eventually { held.streams.withLock { $0.count } == 1 })
    let stream = try #require(held.streams.withLock { $0.first })
    running.send(SIGKILL)
    _ = try running.end()
    #expect(eventually { !stream.sendComment("there?") })
  }

  @Test func `a range and a tag pass`() throws {
    let server = try serve()
    let nginx = try Nginx(before: server.server.port, [])
    let part = try curl.run(
      nginx.arguments("/v1/renders/1/output") + ["-r", "5-9", "-w", "|%{http_code}"],
      in: server.scratch)
    #expect(Array(part.output) == [35, 42, 49, 56, 63] + Array("|206".utf8))
    let same = try curl.run(
      nginx.arguments("/v1/renders/1/output") + [
        "-H", "If-None-Match: \"c\"", "-w", "%{http_code}",
      ],
      in: server.scratch)
    #expect(same.text == "304")
  }

  @Test func `a recording reaches us while it is still being sent`() throws {
    let server = try serve()
    let nginx = try Nginx(before: server.server.port, [])
    let bytes = [UInt8](repeating: 3, count: 1_000_000)
    try server.scratch.write(bytes, to: "clip.mp4")
    let spool = try #require(
      try server.scratch.names().first { $0.hasPrefix("avatar-overlay-uploads") })
    let running = try curl.start(
      nginx.arguments("/v1/renders") + [
        "--limit-rate", "500K", "-F", "video=@clip.mp4;type=video/mp4",
      ],
      in: server.scratch)
    func arrived() -> Int {
      let root = server.scratch.url.appending(path: spool)
      let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      return (files?.allObjects as? [URL] ?? []).reduce(0) { sum, file in
        let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        return sum + (file.lastPathComponent.hasPrefix("part") ? size ?? 0 : 0)
      }
    }
    #expect(eventually { (1..<bytes.count).contains(arrived()) })
    let text = try running.end().text
    #expect(text == "video|clip.mp4|video/mp4|file 1000000 \(TestRoutes.sum(bytes))")
  }

  @Test func `a header that comes too slowly is cut and never reaches us`() throws {
    let server = try serve()
    let nginx = try Nginx(
      before: server.server.port, [("client_header_timeout 10s", "client_header_timeout 1s")])
    let client = try RawClient(nginx.httpPort)
    client.send("GET / HTTP/1.1\r\nX: ")
    #expect(eventually { usleep(50_000) == 0 && !client.send("x") })
    #expect(server.exchanges.isEmpty)
  }
}
