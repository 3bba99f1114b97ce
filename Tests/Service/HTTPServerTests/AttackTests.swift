import Foundation
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Requests that are wrong by RFC 9112, whose bodies or rests would be run as requests by a server that reads them
/// otherwise than its proxy.
@Suite struct AttackTests {
  private static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

  private final class Ran: Sendable {
    let count = Atomic(0)
  }
  private let ran = Ran()

  private func serve() throws -> TestServer {
    let route = HTTPRoute("GET", "/smuggled") { [ran] _ in
      ran.count.add(1, ordering: .relaxed)
      return TestRoutes.text("smuggled")
    }
    return try TestServer(TestRoutes.plain + [route]) { $0.lingerSeconds = 0.5 }
  }

  /// The statuses of all answers up to the end of the connection.
  private func statuses(_ client: RawClient) -> [String] {
    String(decoding: client.rest(), as: UTF8.self)
      .matches(of: #/HTTP/1\.1 ([0-9]{3}) /#).map { String($0.output.1) }
  }

  @Test(arguments: Attacks.refused.keys.sorted())
  func `what is wrong is refused once and closed, and nothing after it runs`(name: String) throws {
    let request = try #require(Attacks.refused[name])
    let server = try serve()
    let alone = try server.client()
    alone.send(request + (name.contains("TLS") ? "" : Self.smuggled))
    let answer = try #require(alone.answer())
    #expect(answer.status == 400)
    #expect(answer.text.hasPrefix("problem 400: the request is malformed: "))
    #expect(answer.field("Connection") == "close")
    #expect(alone.isClosedByServer())
    // Behind a good one, all at once.
    let behind = try server.client()
    behind.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n" + request + Self.smuggled)
    #expect(statuses(behind) == ["200", "400"])
    // As the second of a connection that was kept.
    let kept = try server.client()
    #expect(kept.ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")?.status == 200)
    kept.send(request)
    kept.send(Self.smuggled)
    #expect(statuses(kept) == ["400"])
    #expect(ran.count.load(ordering: .relaxed) == 0)
    #expect(eventually { server.exchanges.count == 5 })
    #expect(server.exchanges.count { $0.status == 400 } == 3)
    #expect(try server.get("/hello")?.text == "hello")
  }

  @Test(arguments: Attacks.taken.keys.sorted())
  func `what is unusual and right is answered, and so is what follows`(name: String) throws {
    let (request, status) = try #require(Attacks.taken[name])
    let server = try serve()
    let client = try server.client()
    client.send(request + Self.smuggled)
    let answer = try #require(client.answer())
    #expect(answer.status == status)
    #expect(client.answer()?.text == "smuggled")
    // Byte by byte it is the same.
    let slow = try server.client()
    for byte in (request + Self.smuggled).utf8 { slow.send([byte]) }
    #expect(slow.answer()?.body == answer.body)
    #expect(slow.answer()?.text == "smuggled")
  }

  /// What a fragment is, the target's own reading tells.
  @Test(arguments: Attacks.refused.keys.filter { $0 != "a fragment" }.sorted())
  func `wherever it is cut, what is wrong is refused`(name: String) throws {
    let bytes = Array(try #require(Attacks.refused[name]).utf8)
    let whole = Reading(of: [bytes[...]])
    #expect(whole.fault != nil)
    for cut in 1..<bytes.count {
      #expect(Reading(of: [bytes[..<cut], bytes[cut...]]) == whole, "\(name), cut at \(cut)")
    }
    #expect(Reading(of: bytes.indices.map { bytes[$0...$0] }) == whole)
  }
}
