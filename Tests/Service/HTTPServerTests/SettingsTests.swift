import Foundation
import HTTPMessages
import HTTPServer
import TestSupport
import Testing

@Suite struct SettingsTests {
  private func make(
    _ routes: [HTTPRoute] = [], _ change: (inout HTTPServerSettings) -> Void = { _ in }
  ) throws(HTTPServerError) -> WebServer {
    var settings = HTTPServerSettings()
    settings.port = 0
    change(&settings)
    return try WebServer(settings: settings, routes: routes, problem: TestRoutes.problem)
  }

  @Test func `a port that is taken, and an address that is none, are told`() throws {
    let first = try make()
    #expect(throws: HTTPServerError.self) { try make { $0.port = first.port } }
    #expect(throws: HTTPServerError.badAddress("localhost")) {
      try make { $0.address = "localhost" }
    }
    do {
      _ = try make { $0.port = first.port }
    } catch {
      #expect(error.description.hasPrefix("cannot listen on 127.0.0.1 port \(first.port): "))
    }
  }

  @Test func `IPv6 is listened on`() throws {
    let server = try make([HTTPRoute("GET", "/who") { TestRoutes.text($0.head.remoteAddress) }]) {
      $0.address = "::1"
    }
    try server.start()
    let folder = try ScratchFolder()
    let outcome = try Program(named: "curl").run(
      ["-sSg", "http://[::1]:\(server.port)/who"], in: folder)
    #expect(outcome.text == "::1")
    server.stop(deadline: 1)
  }

  @Test func `routes that cannot be told apart are refused`() {
    let handle: @Sendable (HTTPRequest) throws -> HTTPResponse = { _ in HTTPResponse() }
    for pattern in ["x", "/a//b", "/a{b}", "/{}", "/a/"] {
      #expect(throws: HTTPServerError.badPattern(pattern)) {
        try make([HTTPRoute("GET", pattern, handle: handle)])
      }
    }
    #expect(throws: HTTPServerError.ambiguousRoute("GET", "/{b}")) {
      try make([
        HTTPRoute("GET", "/{a}", handle: handle), HTTPRoute("GET", "/{b}", handle: handle),
      ])
    }
  }

  @Test func `settings that allow nothing are refused`() {
    #expect(throws: HTTPServerError.self) { try make { $0.computeWorkers = 0 } }
    #expect(throws: HTTPServerError.self) { try make { $0.recordingWorkers = 0 } }
    #expect(throws: HTTPServerError.self) { try make { $0.idleSeconds = 0 } }
    #expect(throws: HTTPServerError.self) { try make { $0.idleSeconds = .nan } }
    #expect(throws: HTTPServerError.self) { try make { $0.maximumWaiting = -1 } }
    #expect(throws: HTTPServerError.self) { try make { $0.maximumWaitingRecordings = -1 } }
    #expect(throws: HTTPServerError.self) { try make { $0.maximumBodyMemoryBytes = 0 } }
    #expect(throws: HTTPServerError.self) { try make { $0.minimumFreeBytes = -1 } }
    #expect(throws: Never.self) {
      try make { ($0.maximumBodyMemoryBytes, $0.minimumFreeBytes) = (1, 0) }
    }
    #expect(throws: HTTPServerError.self) { try make { $0.trustedProxies = ["proxy"] } }
    #expect(throws: HTTPServerError.self) { try make { $0.spoolFolder = "/nowhere/at/all" } }
  }

  @Test func `folders of servers that were killed are removed, those of others are kept`() throws {
    let scratch = try ScratchFolder()
    try scratch.write("x", to: "avatar-overlay-uploads-dead00/abc/part-1")
    let first = try make { $0.spoolFolder = scratch.url.path }
    let names = try scratch.names()
    #expect(names.count == 1 && !names.contains("avatar-overlay-uploads-dead00"))
    let second = try make { $0.spoolFolder = scratch.url.path }
    #expect(try scratch.names().count == 2)
    first.stop(deadline: 0)
    second.stop(deadline: 0)
  }
}
