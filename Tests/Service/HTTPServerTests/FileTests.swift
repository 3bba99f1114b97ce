import Foundation
import HTTPMessages
import HTTPServer
import TestSupport
import Testing

@Suite struct FileTests {
  private let content = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
  private let tag = "\"abc\""

  private func serve() throws -> TestServer {
    let scratch = try ScratchFolder()
    let path = try scratch.write(content, to: "file")
    let empty = try scratch.write([], to: "empty")
    let folder = try scratch.folder("folder")
    return try TestServer([
      HTTPRoute("GET", "/file") { [tag] _ in
        _ = scratch
        return HTTPResponse(
          headers: [HTTPField("ETag", tag), HTTPField("Content-Type", "video/mp4")],
          body: .file(path: path))
      },
      HTTPRoute("GET", "/absent") { [tag] _ in
        HTTPResponse(
          headers: [HTTPField("ETag", tag), HTTPField("Content-Type", "video/mp4")],
          body: .absentFile(bytes: 5_000_000_000, modified: 784_111_777))
      },
      HTTPRoute("GET", "/known") { [tag] _ in
        HTTPResponse(status: 304, headers: [HTTPField("ETag", tag)])
      },
      HTTPRoute("GET", "/untagged") { _ in HTTPResponse(body: .file(path: path)) },
      HTTPRoute("GET", "/empty") { _ in HTTPResponse(body: .file(path: empty)) },
      HTTPRoute("GET", "/folder") { _ in HTTPResponse(body: .file(path: folder)) },
      HTTPRoute("GET", "/gone") { _ in HTTPResponse(body: .file(path: folder + "/none")) },
    ])
  }

  @Test func `a file is sent whole with its fields, and HEAD has the same`() throws {
    let server = try serve()
    let answer = try #require(try server.get("/file"))
    #expect(answer.body == content)
    let head = try #require(
      try server.ask("HEAD /file HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\n\r\n", toHead: true))
    #expect(head.status == 200)
    for name in ["ETag", "Content-Length", "Content-Type", "Last-Modified", "Accept-Ranges"] {
      #expect(answer.field(name) != nil && answer.field(name) == head.field(name))
    }
    #expect(answer.field("Accept-Ranges") == "bytes")
    #expect(try server.get("/empty")?.field("Content-Length") == "0")
    #expect(try server.get("/gone")?.status == 404)
    #expect(try server.get("/folder")?.status == 404)
  }

  @Test func `HEAD of a file that is elsewhere has its fields, and nothing else is answered`()
    throws
  {
    let server = try serve()
    let client = try server.client()
    let ask = "HEAD /absent HTTP/1.1\r\nHost: a\r\n"
    let head = try #require(client.ask(ask + "\r\n", toHead: true))
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(head.field("Content-Length") == "5000000000")
    #expect(head.field("Content-Type") == "video/mp4" && head.field("ETag") == tag)
    // The example of RFC 9110, section 5.6.7.
    #expect(head.field("Last-Modified") == "Sun, 06 Nov 1994 08:49:37 GMT")
    let same = client.ask(ask + "If-None-Match: \(tag)\r\n\r\n", toHead: true)
    #expect(same?.status == 304)
    // The connection goes on.
    #expect(client.ask("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")?.body == content)
    #expect(try server.get("/absent")?.status == 405)
  }

  @Test func `a 304 that is made of no file tells no length`() throws {
    let server = try serve()
    let client = try server.client()
    for method in ["GET", "HEAD"] {
      let known = try #require(
        client.ask("\(method) /known HTTP/1.1\r\nHost: a\r\n\r\n", toHead: method == "HEAD"))
      #expect(known.status == 304 && known.field("ETag") == tag)
      #expect(known.field("Content-Length") == nil)
    }
    // The connection goes on.
    #expect(client.ask("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")?.body == content)
  }

  // RFC 9110, section 14.1.2, on 1,000 bytes.
  @Test(arguments: [
    ("bytes=0-499", 0, 500), ("bytes=500-999", 500, 1000), ("bytes=-500", 500, 1000),
    ("bytes=500-", 500, 1000), ("bytes=0-0", 0, 1), ("bytes=999-999", 999, 1000),
    ("bytes=900-5000", 900, 1000), ("bytes=-5000", 0, 1000), ("BYTES= 1 - 2 ", 1, 3),
    ("bytes=5-99999999999999999999999", 5, 1000),
  ])
  func `a range is sent as a part`(field: String, first: Int, end: Int) throws {
    let answer = try #require(try serve().get("/file", "Range: \(field)\r\n"))
    #expect(answer.status == 206)
    #expect(answer.field("Content-Range") == "bytes \(first)-\(end - 1)/1000")
    #expect(answer.body == Array(content[first..<end]))
    #expect(answer.field("ETag") == tag)
  }

  @Test(arguments: [
    "bytes=0-1,5-6", "bytes=", "bytes=-", "bytes=a-b", "bytes=5-4", "lines=1-2", "bytes 1-2",
    "bytes=1-2-3", "bytes=--1", "bytes=+1-2",
  ])
  func `several ranges and unreadable ones are answered with the whole`(field: String) throws {
    let answer = try #require(try serve().get("/file", "Range: \(field)\r\n"))
    #expect(answer.status == 200)
    #expect(answer.body == content)
  }

  @Test(arguments: ["bytes=1000-", "bytes=1000-1001", "bytes=-0", "bytes=99999999999999999999-"])
  func `a range outside the file is refused with its size`(field: String) throws {
    let answer = try #require(try serve().get("/file", "Range: \(field)\r\n"))
    #expect(answer.status == 416)
    #expect(answer.field("Content-Range") == "bytes */1000")
    #expect(answer.text.hasPrefix("problem 416"))
  }

  @Test func `a part is sent only of the file that the client has`() throws {
    let server = try serve()
    let modified = try #require(try server.get("/file")?.field("Last-Modified"))
    func status(_ condition: String) throws -> Int? {
      try server.get("/file", "Range: bytes=0-1\r\nIf-Range: \(condition)\r\n")?.status
    }
    #expect(try status(tag) == 206)
    #expect(try status(modified) == 206)
    #expect(try status("\"other\"") == 200)
    #expect(try status("W/\(tag)") == 200)
    #expect(try status("Sun, 06 Nov 1994 08:49:37 GMT") == 200)
    #expect(try status("yesterday") == 200)
  }

  @Test func `a file that the client has is not sent again`() throws {
    let server = try serve()
    let modified = try #require(try server.get("/file")?.field("Last-Modified"))
    func status(_ fields: String) throws -> Int? { try server.get("/file", fields)?.status }
    for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
      let answer = try #require(try server.get("/file", "If-None-Match: \(field)\r\n"))
      #expect(answer.status == 304)
      #expect(answer.field("ETag") == tag)
    }
    #expect(try status("If-None-Match: \"x\"\r\n") == 200)
    #expect(try status("If-Modified-Since: \(modified)\r\n") == 304)
    #expect(try status("If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n") == 200)
    // The tag decides where both are sent (RFC 9110, section 13.2.2).
    #expect(try status("If-None-Match: \"x\"\r\nIf-Modified-Since: \(modified)\r\n") == 200)
    let client = try server.client()
    #expect(
      client.ask("GET /file HTTP/1.1\r\nHost: a\r\nIf-None-Match: \(tag)\r\n\r\n")?.status == 304)
    #expect(client.ask("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")?.body == content)
  }

  // RFC 9110, section 13.2.2: which condition decides, and what is answered where it is not met.
  @Test func `conditions on what is there are met, or nothing is sent`() throws {
    let server = try serve()
    let modified = try #require(try server.get("/file")?.field("Last-Modified"))
    let early = "Sun, 06 Nov 1994 08:49:37 GMT"
    for (fields, status) in [
      ("If-Match: \(tag)", 200), ("If-Match: \"x\", \(tag)", 200), ("If-Match: *", 200),
      ("If-Match: \"x\"\r\nIf-Match: \(tag)", 200),
      ("If-Match: \"x\"", 412),
      // A weak tag is never strongly the same.
      ("If-Match: W/\(tag)", 412),
      ("If-Unmodified-Since: \(modified)", 200), ("If-Unmodified-Since: \(early)", 412),
      ("If-Unmodified-Since: yesterday", 200),
      // The tag decides where both are sent.
      ("If-Match: \(tag)\r\nIf-Unmodified-Since: \(early)", 200),
      ("If-Match: \"x\"\r\nIf-Unmodified-Since: \(modified)", 412),
      // First whether it is the file, then whether the client has it.
      ("If-Match: \"x\"\r\nIf-None-Match: \(tag)", 412),
      ("If-Match: \(tag)\r\nIf-None-Match: \(tag)", 304),
      ("If-Unmodified-Since: \(modified)\r\nIf-Modified-Since: \(modified)", 304),
      ("If-Match: \"x\"\r\nRange: bytes=5000-", 412),
      ("If-Match: \(tag)\r\nRange: bytes=0-1", 206),
      ("If-Match: \(tag)\r\nRange: bytes=5000-", 416),
    ] {
      let answer = try #require(try server.get("/file", fields + "\r\n"))
      #expect(answer.status == status, "\(fields)")
      if status == 412 { #expect(answer.text.hasPrefix("problem 412"), "\(fields)") }
      let head = "HEAD /file HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n"
      let alike = try #require(try server.ask(head, toHead: true))
      // A range is defined for GET alone.
      #expect(alike.status == ([206, 416].contains(status) ? 200 : status), "\(fields)")
    }
    let absent = "HEAD /absent HTTP/1.1\r\nHost: a\r\n"
    #expect(try server.ask(absent + "If-Match: \"x\"\r\n\r\n", toHead: true)?.status == 412)
    #expect(try server.ask(absent + "If-Match: \(tag)\r\n\r\n", toHead: true)?.status == 200)
    // Of what is no answer of its own there is no condition (section 13.2.1).
    #expect(try server.get("/gone", "If-Match: \"x\"\r\n")?.status == 404)
  }

  @Test func `no page of another origin shows an answer, unless a route says so`() throws {
    let name = "Cross-Origin-Resource-Policy"
    let server = try serve()
    for path in ["/file", "/gone", "/nothing"] {
      #expect(try server.get(path)?.field(name) == "same-origin", "\(path)")
    }
    let open = try TestServer([
      HTTPRoute("GET", "/open") { _ in
        HTTPResponse(headers: [HTTPField(name, "cross-origin")], body: .bytes([1]))
      }
    ])
    #expect(try open.get("/open")?.field(name) == "cross-origin")
  }

  @Test func `a file without a tag gets a strong one that holds while it is the same`() throws {
    let server = try serve()
    let first = try #require(try server.get("/untagged")?.field("ETag"))
    #expect(first.hasPrefix("\"") && first.hasSuffix("\""))
    #expect(try server.get("/untagged", "If-None-Match: \(first)\r\n")?.status == 304)
    #expect(try server.get("/empty")?.field("ETag") != first)
  }

  @Test func `curl resumes a download`() throws {
    let server = try serve()
    try server.scratch.write(Array(content[..<300]), to: "out")
    let outcome = try server.curl(["-C", "-", "-o", "out"], "/file")
    #expect(outcome.exitCode == 0)
    #expect(try server.scratch.bytes("out") == content)
  }

  @Test func `what is not sent has its length all the same, and is not counted`() throws {
    let server = try serve()
    let client = try server.client()
    let same = try #require(
      client.ask("GET /file HTTP/1.1\r\nHost: a\r\nIf-None-Match: \(tag)\r\n\r\n"))
    #expect(same.status == 304)
    // As the 200 would have it, or not at all (RFC 9110, section 8.6).
    #expect(same.field("Content-Length").map { $0 == "\(content.count)" } ?? true)
    #expect(client.ask("HEAD /file HTTP/1.1\r\nHost: a\r\n\r\n", toHead: true)?.status == 200)
    #expect(client.ask("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")?.body == content)
    #expect(eventually { server.exchanges.count == 3 })
    #expect(server.exchanges.map(\.bytesOut) == [0, 0, content.count])
  }
}
