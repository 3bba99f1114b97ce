import Foundation
import HTTPMessages
import HTTPServer
import TestSupport
import Testing

@Suite struct BodyTests {
  private func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var index = 0
      while index < count {
        buffer[index] = UInt8(truncatingIfNeeded: index &* 31 ^ index >> 8)
        index += 1
      }
      filled = count
    }
  }

  private func chunked(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: size).flatMap { start in
      let chunk = bytes[start..<min(start + size, bytes.count)]
      return Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]
    } + Array("0\r\n\r\n".utf8)
  }

  @Test func `a body in memory arrives whole, with or without its length`() throws {
    let server = try TestServer()
    let body = bytes(70_000)
    let expected = "70000 bytes image/jpeg \(TestRoutes.sum(body))"
    #expect(try server.post("/memory", body, type: "Image/JPEG; q=1")?.text == expected)
    let client = try server.client()
    client.send(
      "POST /memory HTTP/1.1\r\nHost: a\r\nContent-Type: image/jpeg\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n")
    client.send(chunked(body, 999))
    #expect(client.answer()?.text == expected)
    #expect(try server.post("/memory", [])?.text == "none")
  }

  @Test func `the limit of a body is exact, by its length and by its chunks`() throws {
    let server = try TestServer()
    #expect(try server.post("/memory", bytes(100_000))?.status == 200)
    let over = try server.post("/memory", bytes(100_001))
    #expect(over?.status == 413)
    #expect(over?.text.hasPrefix("problem 413") == true)
    for (count, status) in [(100_000, 200), (100_001, 413)] {
      let client = try server.client()
      client.send("POST /memory HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      client.send(chunked(bytes(count), 4096))
      #expect(client.answer()?.status == status)
    }
  }

  @Test func `a refused small body leaves the connection open, a large one closes it`() throws {
    let server = try TestServer()
    let client = try server.client()
    func post(_ count: Int) -> RawClient.Answer? {
      client.send("POST /guarded HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n")
      client.send(bytes(count))
      return client.answer()
    }
    #expect(post(64 * 1024)?.status == 401)
    #expect(post(10)?.status == 401)
    let last = post(1_000_000)
    #expect(last?.status == 401)
    #expect(last?.field("Connection") == "close")
    #expect(client.isClosedByServer())
  }

  @Test func `curl sees a refusal whether it asks before it sends or not`() throws {
    let server = try TestServer()
    let path = try server.scratch.write(bytes(3_000_000), to: "big")
    let report = ["-w", "|%{http_code}|%{size_upload}"]
    let asks = ["-H", "Expect: 100-continue", "--expect100-timeout", "15"]
    let refused = try server.curl(report + asks + ["--data-binary", "@\(path)"], "/guarded")
    #expect(refused.text == "problem 401: Refusal()|401|0")
    let taken = try server.curl(
      report + asks + ["-H", "Authorization: x", "--data-binary", "@\(path)"], "/guarded")
    #expect(taken.text.hasPrefix("3000000 bytes") && taken.text.hasSuffix("|200|3000000"))
    let large = try server.curl(report + asks + ["--data-binary", "@\(path)"], "/memory")
    #expect(large.text.hasPrefix("problem 413") && large.text.hasSuffix("|413|0"))
    let pushed = try server.curl(
      report + ["-H", "Expect:", "-H", "Transfer-Encoding: chunked", "--data-binary", "@\(path)"],
      "/memory")
    #expect(pushed.text.hasPrefix("problem 413") && pushed.text.contains("|413|"))
    #expect(refused.exitCode == 0 && large.exitCode == 0)
  }

  /// One more than Int holds, and the most that the library takes.
  @Test(arguments: ["9223372036854775808", "18446744073709551614"])
  func `a length beyond all numbers is refused at once`(length: String) throws {
    let server = try TestServer()
    let client = try server.client()
    client.send("POST /memory HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n")
    #expect(client.answer()?.status == 413)
    #expect(client.isClosedByServer())
  }

  @Test func `a client that reads only after it sent all sees the refusal`() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send("POST /memory HTTP/1.1\r\nHost: a\r\nContent-Length: 20000000\r\n\r\n")
    #expect(client.send([UInt8](repeating: 1, count: 20_000_000)))
    #expect(client.answer()?.status == 413)
    #expect(client.isClosedByServer())
  }

  @Test func `a body where none is taken is refused`() throws {
    let server = try TestServer()
    let answer = try server.ask(
      "DELETE /items/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
    #expect(answer?.status == 400)
    #expect(
      try server.ask("DELETE /items/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")?.status
        == 204)
  }

  /// Of a body that is held before it is looked at, and of one that is not.
  @Test(arguments: [
    ("POST", "Content-Length: 1001", 413), ("POST", "Content-Length: 900000", 413),
    ("POST", "Content-Length: 5\r\nContent-Encoding: br", 415),
    ("POST", "Transfer-Encoding: chunked\r\nContent-Encoding: br", 415),
    ("DELETE", "Content-Length: 5", 400), ("DELETE", "Transfer-Encoding: chunked", 400),
  ])
  func `a client without the right is not told which bodies are taken`(
    method: String, fields: String, status: Int
  ) throws {
    let routes = [("POST", HTTPRoute.BodyPolicy.memory(maximumBytes: 1000)), ("DELETE", .none)].map
    {
      HTTPRoute(
        $0, "/guarded", body: $1,
        admit: { if $0.header("Authorization") == nil { throw TestRoutes.Refusal() } },
        handle: TestRoutes.describe)
    }
    let server = try TestServer(routes)
    func ask(_ more: String) throws -> Int? {
      let client = try server.client()
      client.send("\(method) /guarded HTTP/1.1\r\nHost: a\r\n\(more)\(fields)\r\n\r\n")
      // All of a body that is held, and the begin of the one that is not.
      client.send(
        fields.hasPrefix("T") ? chunked(bytes(5), 5) : bytes(fields.contains("1001") ? 1001 : 5))
      return client.answer()?.status
    }
    #expect(try ask("") == 401)
    #expect(try ask("Authorization: x\r\n") == status)
  }

  @Test func `what curl sends as a form arrives in its order, in memory and as files`() throws {
    let server = try TestServer()
    let big = bytes(90_000)
    try server.scratch.write(big, to: "a \"b\".png")
    let arguments = [
      "-F", "title=ä b", "-F", "photo=@a \"b\".png;type=IMAGE/PNG", "-F", "title=again", "-F",
      "empty=", "-F", "name with space=x",
    ]
    func lines(_ kind: String) -> [String] {
      [
        "title|-|-|\(kind) 4 \(TestRoutes.sum(Array("ä b".utf8)))",
        "photo|a \"b\".png|image/png|\(kind) 90000 \(TestRoutes.sum(big))",
        "title|-|-|\(kind) 5 \(TestRoutes.sum(Array("again".utf8)))",
        "empty|-|-|\(kind) 0 1",
        "name with space|-|-|\(kind) 1 \(TestRoutes.sum(Array("x".utf8)))",
      ]
    }
    let memory = try server.curl(arguments, "/memory")
    #expect(memory.text.components(separatedBy: "\n") == lines("memory"))
    let files = try server.curl(arguments, "/files")
    #expect(files.text.components(separatedBy: "\n") == lines("file"))
  }

  @Test func `files are removed after the answer, unless the handler moved them away`() throws {
    let keep = try ScratchFolder()
    let target = keep.path("kept")
    let server = try TestServer([
      HTTPRoute("POST", "/keep", body: .files(maximumBytes: 1000)) { request in
        guard case .parts(let parts) = request.body, case .file(let path, _) = parts[0].content
        else { return HTTPResponse(status: 500) }
        if parts[0].name == "body" {
          try FileManager.default.moveItem(atPath: path, toPath: target)
        }
        return TestRoutes.text(path)
      }
    ])
    let path = try #require(try server.post("/keep", [1, 2, 3], type: "video/mp4")?.text)
    #expect(path.hasPrefix(server.scratch.url.path))
    #expect(try keep.bytes("kept") == [1, 2, 3])
    let form = try server.curl(["-F", "x=1"], "/keep")
    #expect(eventually { !FileManager.default.fileExists(atPath: form.text) })
    let folders = try server.scratch.names().filter { $0.hasPrefix("avatar-overlay-uploads") }
    #expect(folders.count == 1)
    #expect(eventually { (try? server.scratch.names(in: folders[0]))?.isEmpty == true })
    let mode =
      try FileManager.default.attributesOfItem(
        atPath: server.scratch.path(folders[0]))[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }

  @Test func `an upload that breaks off leaves no file`() throws {
    let server = try TestServer()
    let folder = try #require(
      try server.scratch.names().first { $0.hasPrefix("avatar-overlay-uploads") })
    let client = try server.client()
    client.send("POST /files HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n")
    client.send(bytes(100_000))
    #expect(try eventually { try !server.scratch.names(in: folder).isEmpty })
    client.reset()
    #expect(try eventually { try server.scratch.names(in: folder).isEmpty })
    #expect(eventually { server.exchanges.first?.status == 499 })
  }

  @Test func `a full disk and a lost folder are told`() throws {
    let file = try SpoolFile(existing: "/dev/full")
    #expect(throws: HTTPFault.cannotSpool(reason: "No space left on device")) {
      try [1, 2, 3].withUnsafeBytes { (bytes) in try file.append(bytes) }
    }
    let server = try TestServer()
    let folder = try #require(
      try server.scratch.names().first { $0.hasPrefix("avatar-overlay-uploads") })
    try FileManager.default.removeItem(atPath: server.scratch.path(folder))
    #expect(try server.post("/files", [1])?.status == 507)
  }
}
