import Foundation
import HTTPMessages
import HTTPServer
import Synchronization
import TestSupport

/// A server on a free port, with routes that tests talk to, stopped with its owner.
final class TestServer: Sendable {
  let server: WebServer
  let scratch: ScratchFolder
  private let seen: Seen

  init(
    _ routes: [HTTPRoute] = TestRoutes.plain,
    _ change: (inout HTTPServerSettings) -> Void = { _ in },
    claimant: @escaping @Sendable (HTTPRequestHead) -> String = { $0.network },
    problem: @escaping @Sendable (any Error, HTTPRequestHead) -> HTTPResponse = TestRoutes.problem,
    observe: @escaping @Sendable (HTTPExchange) -> Void = { _ in }
  ) throws {
    scratch = try ScratchFolder()
    var settings = HTTPServerSettings()
    settings.port = 0
    settings.spoolFolder = scratch.url.path
    change(&settings)
    // Not the owner: its last reference must not go on the thread that serves the sockets, which
    // cannot wait for its own end.
    let seen = Seen()
    self.seen = seen
    server = try WebServer(
      settings: settings, routes: routes, problem: problem,
      observe: { exchange in
        observe(exchange)
        seen.exchanges.withLock { $0.append(exchange) }
      }, claimant: claimant)
    try server.start()
  }

  deinit { server.stop(deadline: 0) }

  /// Whether the system still takes a client for connected: it has neither closed nor reset, as far
  /// as the server's side has learnt.
  func isConnected(to client: RawClient) throws -> Bool {
    // Local and remote address in hexadecimal, then the state, of which 01 is established.
    let row = String(format: "0100007F:%04X 0100007F:%04X 01", server.port, client.port)
    return try KernelFile.text("/proc/net/tcp").contains(row)
  }

  /// The requests that were observed.
  var exchanges: [HTTPExchange] { seen.exchanges.withLock { $0 } }

  func client(receiveBuffer: Int32? = nil) throws -> RawClient {
    try RawClient(server.port, receiveBuffer: receiveBuffer)
  }

  /// One request on a connection of its own.
  func ask(_ request: String, toHead: Bool = false) throws -> RawClient.Answer? {
    try client().ask(request, toHead: toHead)
  }

  func get(_ target: String, _ fields: String = "") throws -> RawClient.Answer? {
    try ask("GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
  }

  func post(
    _ target: String, _ body: [UInt8], type: String = "application/octet-stream",
    _ fields: String = ""
  ) throws -> RawClient.Answer? {
    let client = try client()
    client.send(
      "POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\n"
        + "Content-Length: \(body.count)\r\n\(fields)\r\n")
    client.send(body)
    return client.answer()
  }

  /// Curl's output for a path.
  func curl(_ arguments: [String], _ path: String) throws -> Program.Outcome {
    try Program(named: "curl").run(
      ["-sS", "--max-time", "20"] + arguments + ["http://127.0.0.1:\(server.port)\(path)"],
      in: scratch)
  }

  private final class Seen: Sendable {
    let exchanges = Mutex<[HTTPExchange]>([])
  }
}
