import Glibc
import HTTPServer
import TestSupport
import Testing

/// What a request may look like, and what it is taken for.
@Suite struct RequestTests {
  @Test func `a GET is answered with the body, its length and the server's own fields`() throws {
    let server = try TestServer()
    let answer = try #require(try server.get("/hello"))
    #expect(answer.status == 200)
    #expect(answer.text == "hello")
    #expect(answer.field("Content-Length") == "5")
    #expect(answer.field("X-Own") == "yes")
    #expect(answer.field("X-Content-Type-Options") == "nosniff")
    #expect(answer.field("Date")?.hasSuffix("GMT") == true)
    #expect(answer.field("X-Request-ID")?.count == 32)
  }

  @Test func `a HEAD has the GET's fields and no body`() throws {
    let server = try TestServer()
    let client = try server.client()
    let head = try #require(
      client.ask("HEAD /hello HTTP/1.1\r\nHost: a\r\n\r\n", toHead: true))
    #expect(head.status == 200)
    #expect(head.field("Content-Length") == "5")
    #expect(head.field("X-Own") == "yes")
    // The next answer begins right after: no body was sent.
    #expect(client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n")?.text == "root")
  }

  @Test func `OPTIONS tells the methods of a path and of the server`() throws {
    let server = try TestServer()
    func allow(_ target: String) throws -> String? {
      let answer = try server.ask("OPTIONS \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(answer?.status == 204)
      return answer?.field("Allow")
    }
    #expect(try allow("/items/7") == "DELETE, GET, HEAD, OPTIONS")
    #expect(try allow("/memory") == "OPTIONS, POST")
    #expect(try allow("*") == "DELETE, GET, HEAD, OPTIONS, POST")
    #expect(try server.ask("OPTIONS /none HTTP/1.1\r\nHost: a\r\n\r\n")?.status == 404)
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "TRACE", "BREW", "get"])
  func `a method that the path lacks is refused with those that it has`(method: String) throws {
    let server = try TestServer()
    let answer = try server.ask("\(method) /hello HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(answer?.status == 405)
    #expect(answer?.field("Allow") == "GET, HEAD, OPTIONS")
  }

  @Test func `fixed segments come before variables, and variables are decoded`() throws {
    let server = try TestServer()
    #expect(try server.get("/items/special")?.text == "special")
    #expect(try server.get("/items/a%20b%C3%BC")?.text == "item a bü")
    // The fixed pattern has no DELETE; the variable one answers.
    #expect(try server.ask("DELETE /items/special HTTP/1.1\r\nHost: a\r\n\r\n")?.status == 204)
  }

  @Test(arguments: [
    "/nothing", "//hello", "/hello/", "/items/", "/items//", "/items/..", "/items/%2e%2e",
    "/items/../hello", "/items/a%2Fb", "/items/..%2f..%2fetc", "/.", "/items/a/b",
  ])
  func `a path that belongs to no route is not found`(target: String) throws {
    #expect(try TestServer().get(target)?.status == 404)
  }

  @Test(arguments: [
    "/items/%", "/items/%4", "/items/%zz", "/items/%00", "/items/a%00b", "/items/%ff",
    "/items/%c3%28", "/items/%ed%a0%80", "/query?a=%", "/query?a=%00", "/query?%ff=1", "/hello#x",
    "hello",
  ])
  func `a target that cannot be read is malformed`(target: String) throws {
    let answer = try TestServer().get(target)
    #expect(answer?.status == 400)
    #expect(answer?.text.hasPrefix("problem 400") == true)
  }

  @Test func `a whole URL is as good as its path`() throws {
    let server = try TestServer()
    #expect(try server.get("http://a.example/hello")?.text == "hello")
    #expect(try server.get("HTTPS://a.example:8443/items/3?x=1")?.text == "item 3")
    #expect(try server.get("http://a.example")?.text == "root")
    for target in [
      "ftp://a.example/hello", "http:///hello", "http://a@b/hello", "http://[::1/hello",
    ] {
      #expect(try server.get(target)?.status == 400)
    }
  }

  @Test func `a query is taken apart in its order`() throws {
    let server = try TestServer()
    let answer = try server.get("/query?b=1&a=x%26y+z&b=2&c&=d&&e=f=g")
    #expect(answer?.text == "b=1|a=x&y z|b=2|c=|=d|e=f=g")
  }

  @Test func `a fit request id is kept, another one is replaced`() throws {
    let server = try TestServer()
    func id(_ given: String) throws -> String? {
      try server.get("/hello", "X-Request-ID: \(given)\r\n")?.field("X-Request-ID")
    }
    let longest = String(repeating: "a", count: 64)
    #expect(try id("Ab.9_-") == "Ab.9_-")
    #expect(try id(longest) == longest)
    for unfit in ["", longest + "a", "a b", "ä", "a;b", "<x>"] {
      let given = try #require(try id(unfit))
      #expect(given != unfit && given.count == 32 && given.allSatisfy(\.isHexDigit))
    }
    #expect(try id("") != id(""))
    #expect(try server.get("/none", "X-Request-ID: mine\r\n")?.field("X-Request-ID") == "mine")
  }

  @Test func `requests on one connection, one by one and all at once, are answered in order`()
    throws
  {
    let server = try TestServer()
    let client = try server.client()
    for number in 0..<20 {
      let answer = client.ask("GET /items/\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(answer?.text == "item \(number)")
    }
    let post = "POST /memory HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
    let all = (0..<20).map { "GET /items/\($0) HTTP/1.1\r\nHost: a\r\n\r\n" + post }
    client.send(all.joined())
    for number in 0..<20 {
      #expect(client.answer()?.text == "item \(number)")
      #expect(client.answer()?.text.hasPrefix("3 bytes") == true)
    }
  }

  @Test func `HTTP 1.0 is answered and closed, unless it asks to be kept`() throws {
    let server = try TestServer()
    let client = try server.client()
    #expect(client.ask("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")?.text == "hello")
    #expect(client.ask("GET /hello HTTP/1.0\r\n\r\n")?.text == "hello")
    #expect(client.isClosedByServer())
  }

  @Test(arguments: [
    "GET /hello HTTP/1.1\r\n\r\n", "GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "POST /memory HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /memory HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
    "POST /memory HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
    "POST /memory HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    "POST /memory HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
    "GET /hello HTTP/9.9\r\nHost: a\r\n\r\n",
  ])
  func `a request whose end is in doubt is refused`(request: String) throws {
    let status = try #require(try TestServer().ask(request)?.status)
    #expect(status == 400 || status == 505)
  }

  @Test func `what is no HTTP is closed and harms no other`() throws {
    let server = try TestServer()
    for bytes in [
      "nonsense\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\0\r\n\r\n", "\0\0\r\n\r\n", "  \r\n\r\n",
    ] {
      let client = try server.client()
      client.send(bytes)
      shutdown(client.socket, Int32(SHUT_WR))
      let answer = client.rest()
      #expect(answer.isEmpty || answer.starts(with: Array("HTTP/1.".utf8)))
    }
    #expect(try server.get("/hello")?.status == 200)
  }

  @Test func `only a trusted proxy may name the client`() throws {
    let open = try TestServer()
    #expect(try open.get("/who", "X-Forwarded-For: 9.9.9.9\r\n")?.text == "127.0.0.1")
    let behind = try TestServer { $0.trustedProxies = ["127.0.0.1", "10.0.0.1"] }
    func who(_ fields: String...) throws -> String? {
      try behind.get("/who", fields.map { "X-Forwarded-For: \($0)\r\n" }.joined())?.text
    }
    #expect(try who() == "127.0.0.1")
    #expect(try who("9.9.9.9") == "9.9.9.9")
    // What the client wrote itself stands to the left of what the proxy saw.
    #expect(try who("1.1.1.1, 9.9.9.9") == "9.9.9.9")
    #expect(try who("1.1.1.1", "2001:db8::1, 10.0.0.1") == "2001:db8::1")
    #expect(try who("1.1.1.1, nonsense") == "127.0.0.1")
  }

  @Test func `what a handler throws becomes a problem, and a broken field a failure`() throws {
    let server = try TestServer()
    let answer = try server.get("/throws")
    #expect(answer?.status == 500)
    #expect(answer?.text == "problem 500: Broken()")
    let split = try #require(try server.get("/split"))
    #expect(split.status == 500)
    #expect(!split.head.contains("Injected"))
  }

  @Test func `every request is told of, with its route and not its path`() throws {
    let server = try TestServer()
    _ = try server.get("/items/9", "X-Request-ID: first\r\n")
    _ = try server.post("/memory", [1, 2, 3])
    _ = try server.get("/none")
    #expect(eventually { server.exchanges.count == 3 })
    let seen = server.exchanges.sorted { $0.bytesOut < $1.bytesOut }
    #expect(Set(seen.map(\.route)) == ["/items/{id}", "/memory", nil])
    let first = try #require(seen.first { $0.id == "first" })
    #expect((first.method, first.status, first.bytesOut, first.bytesIn) == ("GET", 200, 6, 0))
    #expect(first.remoteAddress == "127.0.0.1" && first.seconds > 0)
    #expect(seen.first { $0.method == "POST" }?.bytesIn == 3)
    #expect(seen.first { $0.route == nil }?.status == 404)
  }
}
