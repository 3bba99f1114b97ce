import Foundation
import HTTPMessages
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Bodies that are encoded as a whole.
@Suite struct ContentCodingTests {
  private static let plain = Array(
    (0..<4000).map { "line \($0 * $0 % 977) of a text that packs\n" }.joined().utf8)

  private static let routes = [
    HTTPRoute("POST", "/x", body: .memory(maximumBytes: 200_000), handle: TestRoutes.describe),
    HTTPRoute("POST", "/files", body: .files(maximumBytes: 200_000), handle: TestRoutes.describe),
  ]

  /// What a program makes of bytes.
  private func packed(_ bytes: [UInt8], by coding: String) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try scratch.write(bytes, to: "plain")
    let command =
      switch coding {
      case "gzip": "gzip -c plain"
      case "zstd": "zstd -qc plain"
      case "zstd-unchecked": "zstd -qc --no-check plain"
      default:
        "python3 -c \"import sys, zlib; sys.stdout.buffer.write(zlib.compress(open('plain', 'rb').read()))\""
      }
    try Program(named: "sh").succeed(["-c", command + " > packed"], in: scratch)
    return try scratch.bytes("packed")
  }

  private func post(
    _ server: TestServer, _ body: [UInt8], _ coding: String, path: String = "/x"
  ) throws -> RawClient.Answer? {
    try server.post(path, body, type: "text/plain", "Content-Encoding: \(coding)\r\n")
  }

  @Test(arguments: ["gzip", "deflate", "zstd", "zstd-unchecked"])
  func `what programs pack is unpacked, and cut off nowhere else than at its end`(
    program: String
  ) throws {
    let server = try TestServer(Self.routes)
    let coding = program.hasPrefix("zstd") ? "zstd" : program
    let body = try packed(Self.plain, by: program)
    let expected = "\(Self.plain.count) bytes text/plain \(TestRoutes.sum(Self.plain))"
    #expect(try post(server, body, coding)?.text == expected)
    #expect(try post(server, body, coding, path: "/files")?.text.hasPrefix("body|-|") == true)
    // One byte at a time, in chunks.
    let client = try server.client()
    client.send(
      "POST /x HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Encoding: \(coding)\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n")
    client.send(body.flatMap { Array("1\r\n".utf8) + [$0, 13, 10] } + Array("0\r\n\r\n".utf8))
    #expect(client.answer()?.text == expected)
    let small = try packed(Array("ab".utf8), by: program)
    for count in 1..<small.count {
      let answer = try post(server, Array(small[..<count]), coding)
      #expect(answer?.status == 400, "\(count) of \(small.count): \(answer?.text ?? "")")
    }
    #expect(try post(server, small, coding)?.text.hasPrefix("2 bytes") == true)
    #expect(try post(server, small + [0], coding)?.status == 400)
    #expect(try post(server, small + Array("x".utf8), coding)?.status == 400)
    #expect(try post(server, Array(body[..<(body.count / 2)]), coding)?.status == 400)
    #expect(try post(server, Array("not packed at all".utf8), coding)?.status == 400)
    #expect(eventually { server.server.load.bodyMemoryBytes == 0 })
    #expect(server.server.load.bodyDiskBytes == 0)
  }

  @Test(arguments: ["gzip", "deflate", "zstd"])
  func `the limit holds for what is unpacked, and a bomb is stopped at it`(coding: String) throws {
    let server = try TestServer(Self.routes)
    let most = [UInt8](repeating: 9, count: 200_000)
    #expect(try post(server, packed(most, by: coding), coding)?.status == 200)
    #expect(try post(server, packed(most + [9], by: coding), coding)?.status == 413)
    let bomb = try packed([UInt8](repeating: 0, count: 100_000_000), by: coding)
    #expect(bomb.count < 200_000)
    #expect(try post(server, bomb, coding)?.status == 413)
  }

  /// One that is held before it is looked at, one that breaks off, and one that no client may send.
  @Test func `what came of an admitted body is told once, whichever way it ends`() throws {
    let told = Mutex<[Int]>([])
    var route = HTTPRoute(
      "POST", "/guarded", body: .memory(maximumBytes: 200_000),
      admit: { if $0.header("Authorization") == nil { throw TestRoutes.Refusal() } },
      handle: TestRoutes.describe)
    route.received = { _, bytes in told.withLock { $0.append(bytes) } }
    let server = try TestServer([route])
    let post = "POST /guarded HTTP/1.1\r\nHost: a\r\n"
    func send(_ fields: String, _ body: [UInt8]) throws -> RawClient {
      let client = try server.client()
      client.send("\(post)\(fields)\r\n\r\n")
      client.send(body)
      return client
    }
    let body = [UInt8](repeating: 7, count: 150_000)
    for count in [10, 150_000] {
      let length = "Content-Length: \(count)"
      #expect(try send(length, Array(body[..<count])).answer()?.status == 401)
      let admitted = try send("Authorization: x\r\n\(length)", Array(body[..<count]))
      #expect(admitted.answer()?.status == 200)
      #expect(eventually { told.withLock { $0.last } == count })
    }
    // What a few bytes are decoded to counts, up to the limit and one piece beyond it.
    let bomb = try packed([UInt8](repeating: 0, count: 100_000_000), by: "gzip")
    let packed = "Authorization: x\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)"
    #expect(try send(packed, bomb).answer()?.status == 413)
    #expect(eventually { told.withLock { $0.count == 3 && ($0.last ?? 0) > 200_000 } })
    // Of a client that leaves it is what it has sent, and not what it announced.
    let leaving = try send("Authorization: x\r\nContent-Length: 150000", Array(body[..<90_000]))
    #expect(eventually { server.server.load.bodyMemoryBytes > 0 })
    leaving.close()
    #expect(eventually { told.withLock { $0.count == 4 } })
    #expect(told.withLock { $0.last.map((0...90_000).contains) } == true)
    #expect(told.withLock { $0.prefix(2) } == [10, 150_000])
  }

  @Test func `forms are taken apart after they are unpacked`() throws {
    let server = try TestServer(Self.routes)
    let form = Array(
      "--XX\r\nContent-Disposition: form-data; name=a\r\n\r\nvalue\r\n--XX--\r\n".utf8)
    let answer = try server.post(
      "/x", packed(form, by: "gzip"), type: "multipart/form-data; boundary=XX",
      "Content-Encoding: GZIP\r\n")
    #expect(answer?.text == "a|-|-|memory 5 \(TestRoutes.sum(Array("value".utf8)))")
  }

  @Test(arguments: ["br", "gzip, gzip", "identity, br", "gzip;q=1", "compress"])
  func `other codings and several are refused`(coding: String) throws {
    let server = try TestServer(Self.routes)
    let answer = try post(server, [1], coding)
    #expect(answer?.status == 415)
    #expect(answer?.field("Accept-Encoding") == "gzip, deflate, zstd")
  }

  @Test func `identity, and members one after the other, are taken`() throws {
    let server = try TestServer(Self.routes)
    #expect(try post(server, [1, 2], "identity")?.text.hasPrefix("2 bytes") == true)
    for coding in ["gzip", "zstd"] {
      let one = try packed(Array("ab".utf8), by: coding)
      #expect(try post(server, one + one, coding)?.text.hasPrefix("4 bytes") == true)
    }
    #expect(try post(server, packed([5], by: "gzip"), "x-gzip")?.text.hasPrefix("1 bytes") == true)
  }

  @Test func `a zstd window of 8 MiB is taken, and no longer one`() throws {
    let scratch = try ScratchFolder()
    try scratch.write([UInt8](repeating: 1, count: 100), to: "plain")
    let server = try TestServer(Self.routes)
    for (log, status) in [(23, 200), (24, 400)] {
      try Program(named: "sh").succeed(
        ["-c", "cat plain | zstd -qc --long=\(log) --no-content-size > packed-\(log)"], in: scratch)
      #expect(try post(server, scratch.bytes("packed-\(log)"), "zstd")?.status == status)
    }
  }
}
