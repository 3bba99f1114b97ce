import Blobs
import Foundation
import S3Blobs
import TestSupport
import Testing

/// Servers that are busy, break off or answer nonsense.
@Suite(.mostlyWaiting) struct RetryTests {
  /// Asks a store whose server is a stand-in.
  private static func asking<Value>(
    _ answers: [StandIn.Answer], _ change: (inout S3Settings) -> Void = { _ in },
    _ ask: (S3BlobStore, StandIn) throws -> Value
  ) throws -> Value {
    let server = try StandIn(answers)
    let environment = [
      "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
      "AWS_ENDPOINT_URL_S3": "http://127.0.0.1:\(server.port)",
    ]
    let store = try S3BlobStore("s3://abc", environment: environment, settings: .quick(change))
    return try withExtendedLifetime(server) { try ask(store, server) }
  }

  private static func empty(_ extra: String = "<IsTruncated>false</IsTruncated>") -> String {
    "<ListBucketResult>\(extra)</ListBucketResult>"
  }

  private static let hash = "x-amz-meta-sha256"
  /// SHA-256 of "abcdef", by the tool of coreutils.
  private static let hashOfLetters =
    "bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721"

  @Test(arguments: [
    StandIn.Answer.slowDown, .error(500, "InternalError"), .error(429, "TooManyRequests"),
    .error(400, "RequestTimeout"), .error(409, "OperationAborted"), .init(status: 502), .closed,
    .init(fields: ["Content-Length": "99"], cutAt: 0),
  ])
  func `what may do better later is asked again`(answer: StandIn.Answer) throws {
    try Self.asking([answer, answer, .init(body: Self.empty())]) { store, server throws in
      #expect(try store.list(below: nil).isEmpty)
      #expect(try server.requests.count == 3)
    }
  }

  @Test func `after the last attempt the server is unavailable, in its own words`() throws {
    try Self.asking([.slowDown], { $0.attempts = 4 }) { store, server throws in
      #expect(
        fault { _ = try store.list(below: nil) }
          == .unavailable(place: "s3://abc", reason: "SlowDown: Slow down, 4 attempts"))
      #expect(try server.requests.count == 4)
    }
  }

  @Test func `a server that is not there is unavailable`() throws {
    let store = try Self.asking([.closed]) { store, _ in store }
    #expect(kind { try store.check() } == "unavailable")
  }

  @Test(arguments: [
    (StandIn.Answer.error(403, "AccessDenied", "No"), "AccessDenied: No"),
    (.error(404, "NoSuchBucket"), "NoSuchBucket"),
    (.error(400, "AuthorizationHeaderMalformed", "a\nb\u{1b}"), "AuthorizationHeaderMalformed"),
    (.init(status: 301, fields: ["x-amz-bucket-region": "eu-west-1"]), "region is eu-west-1"),
    (.init(status: 307, fields: ["Location": "http://127.0.0.1:1/"]), "HTTP status 307"),
    (.init(status: 403, body: "<Error>"), "HTTP status 403"),
  ])
  func `what is refused is asked once, and the message has the server's code`(
    answer: StandIn.Answer, code: String
  ) throws {
    try Self.asking([answer]) { store, server throws in
      let found = try #require(fault { _ = try store.list(below: nil) })
      guard case .refused(_, let reason) = found else {
        Issue.record("\(found)")
        return
      }
      #expect(reason.contains(code) && !reason.contains("\n") && !reason.contains("\u{1b}"))
      #expect(try server.requests.count == 1)
    }
  }

  @Test func `a store without space is full`() throws {
    try Self.asking([.error(403, "QuotaExceeded")]) { store, _ throws in
      #expect(
        fault { try store.keep([1], as: BlobKey("a"), onlyNew: false) } == .full(place: "s3://abc"))
    }
  }

  @Test func `only S3's own word says that there is no object`() throws {
    let key = try BlobKey("k")
    try Self.asking([.error(404, "NoSuchKey")]) { store, _ throws in
      #expect(try store.bytes(of: key, in: nil) == nil)
    }
    // As a proxy answers whose server is gone.
    for body in ["", "<html>404 page not found</html>"] {
      try Self.asking([.init(status: 404, body: body)]) { store, _ throws in
        #expect(kind { _ = try store.bytes(of: key, in: nil) } == "refused")
      }
    }
    // An answer to HEAD has no body, and the bucket answers.
    try Self.asking([.init(status: 404), .init(body: Self.empty())]) { store, _ throws in
      #expect(try store.information(of: key) == nil)
    }
  }

  @Test func `a folder of which a listed blob is not there is not taken`() throws {
    let list = Self.empty(
      "<IsTruncated>false</IsTruncated>" + Self.listed("blobs/a/1", bytes: 6)
        + Self.listed("blobs/a/2", bytes: 6))
    let first = StandIn.Answer(fields: [Self.hash: Self.hashOfLetters], body: "abcdef")
    try Self.asking([.init(body: list), first, .error(404, "NoSuchKey")]) { store, _ throws in
      let folder = try ScratchFolder()
      let scratch = folder.path("x")
      #expect(
        kind { _ = try store.localFolder(below: BlobKey("a"), scratch: scratch) } == "unavailable")
      #expect(try folder.names().isEmpty)
    }
  }

  private static func listed(_ key: String, bytes: Int) -> String {
    "<Contents><Key>\(key)</Key><Size>\(bytes)</Size>"
      + "<LastModified>2009-10-12T17:50:30.000Z</LastModified></Contents>"
  }

  @Test func `a list that is one is taken`() throws {
    let body = Self.empty("<IsTruncated>false</IsTruncated>" + Self.listed("blobs/a", bytes: 1))
    try Self.asking([.init(body: body)]) { store, _ throws in
      #expect(try store.list(below: nil).map(\.key.text) == ["a"])
    }
  }

  @Test(arguments: [
    "", "x", "<Error/>", "<ListBucketResult/>", "<ListBucketResult><IsTruncated>maybe",
    empty("<IsTruncated>true</IsTruncated>"),
    empty("<IsTruncated>false</IsTruncated><Contents><Key>blobs/a</Key></Contents>"),
    empty("<IsTruncated>false</IsTruncated>" + listed("blobs/a", bytes: -1)),
    // Nothing that was asked for.
    empty("<IsTruncated>false</IsTruncated>" + listed("other/a", bytes: 1)),
  ])
  func `a list that is none is refused`(body: String) throws {
    try Self.asking([.init(body: body)]) { store, _ throws in
      #expect(kind { _ = try store.list(below: nil) } == "unusable")
    }
  }

  @Test func `a list that never ends is refused`() throws {
    let body = Self.empty(
      "<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>")
    try Self.asking([.init(body: body)]) { store, server throws in
      #expect(kind { _ = try store.list(below: nil) } == "unusable")
      #expect(try server.requests.count == 2)
    }
  }

  @Test func `an answer of hostile length is refused`() throws {
    let answer = StandIn.Answer(body: String(repeating: "x", count: 1 << 16), times: 9 << 4)
    try Self.asking([answer]) { store, _ throws in
      #expect(
        fault { _ = try store.list(below: nil) }
          == .unusable(place: "s3://abc", reason: "it answers more bytes than were asked for"))
    }
  }

  @Test func `a server that is silent is left`() throws {
    try Self.asking([.hanging, .init(body: Self.empty())], { $0.stallSeconds = 1 }) {
      store, _ throws in
      #expect(try store.list(below: nil).isEmpty)
    }
  }

  @Test func `a call that is told to stop waits for nothing`() throws {
    try Self.asking([.hanging], { $0.isStopped = { true } }) { store, _ throws in
      #expect(
        fault { try store.check() }
          == .unavailable(place: "s3://abc", reason: "the call was stopped"))
    }
  }

  @Test func `a fetch goes on where it broke off`() throws {
    let fields = ["ETag": "\"v1\"", Self.hash: Self.hashOfLetters]
    let answers = [
      StandIn.Answer(
        fields: fields.merging(["Content-Length": "6"]) { $1 }, body: "abcdef", cutAt: 2),
      .slowDown,
      .init(
        status: 206, fields: fields.merging(["Content-Range": "bytes 2-5/6"]) { $1 }, body: "cdef"),
    ]
    try Self.asking(answers) { store, server throws in
      #expect(try store.bytes(of: BlobKey("k"), in: nil) == Array("abcdef".utf8))
      let requests = try server.requests
      #expect(requests.map { $0.headers["range"] } == [nil, "bytes=2-", "bytes=2-"])
      #expect(requests.map { $0.headers["if-match"] } == [nil, "\"v1\"", "\"v1\""])
    }
  }

  /// The rest of a blob of so many bytes from a place on, of which a piece comes before the connection breaks off.
  private static func piece(_ piece: Int, from start: Int, of bytes: Int) -> StandIn.Answer {
    let rest = bytes - start
    var fields = ["ETag": "\"v\"", "Content-Length": "\(rest)"]
    if start > 0 { fields["Content-Range"] = "bytes \(start)-\(bytes - 1)/\(bytes)" }
    return StandIn.Answer(
      status: start > 0 ? 206 : 200, fields: fields, body: "x", times: min(piece, rest),
      cutAt: min(piece, rest))
  }

  @Test func `a fetch that hardly gets on ends, and one that gets on is not failing`() throws {
    let slow = (0..<100).map { Self.piece(1, from: $0, of: 100) }
    try Self.asking(slow, { $0.attempts = 4 }) { store, server throws in
      #expect(kind { _ = try store.bytes(of: BlobKey("k"), in: nil) } == "unavailable")
      #expect(try server.requests.count == 4)
    }
    let size = 1 << 20
    let steady = (0..<8).map { Self.piece(size, from: $0 * size, of: 8 * size) }
    try Self.asking(steady, { $0.attempts = 3 }) { store, server throws in
      #expect(try store.bytes(of: BlobKey("k"), in: nil)?.count == 8 * size)
      #expect(try server.requests.count == 8)
    }
  }

  @Test func `a blob that is longer than its list says is not taken`() throws {
    let list = Self.empty("<IsTruncated>false</IsTruncated>" + Self.listed("blobs/a/1", bytes: 5))
    try Self.asking([.init(body: list), .init(body: "abcdef")]) { store, _ throws in
      let folder = try ScratchFolder()
      let scratch = folder.path("x")
      #expect(
        kind { _ = try store.localFolder(below: BlobKey("a"), scratch: scratch) } == "unusable")
      #expect(try folder.names().isEmpty)
    }
  }

  @Test func `a fetch begins anew where the blob was replaced`() throws {
    let answers = [
      StandIn.Answer(fields: ["ETag": "\"v1\"", "Content-Length": "6"], body: "xxxxxx", cutAt: 3),
      .error(412, "PreconditionFailed"),
      .init(fields: ["ETag": "\"v2\"", Self.hash: Self.hashOfLetters], body: "abcdef"),
    ]
    try Self.asking(answers) { store, server throws in
      #expect(try store.bytes(of: BlobKey("k"), in: nil) == Array("abcdef".utf8))
      #expect(try server.requests.last?.headers["range"] == nil)
    }
  }

  @Test func `bytes that are not those that were kept are damaged, after a second look`() throws {
    let wrong = StandIn.Answer(
      fields: ["ETag": "\"v\"", Self.hash: Self.hashOfLetters], body: "abcdeF")
    let right = StandIn.Answer(fields: wrong.fields, body: "abcdef")
    let key = try BlobKey("k")
    try Self.asking([wrong, right]) { store, _ throws in
      #expect(try store.bytes(of: key, in: nil) == Array("abcdef".utf8))
    }
    try Self.asking([wrong]) { store, _ throws in
      guard
        case .damaged(let text, _, let expected) = fault({ _ = try store.bytes(of: key, in: nil) })
      else {
        Issue.record("it is taken")
        return
      }
      #expect(text == "k" && expected == Self.hashOfLetters)
      let folder = try ScratchFolder()
      #expect(kind { _ = try store.localFile(of: key, scratch: folder.path("x")) } == "damaged")
      #expect(try folder.names().isEmpty)
    }
  }

  @Test func `a range that is all of a blob is checked as the whole is`() throws {
    let fields = [Self.hash: Self.hashOfLetters, "Content-Range": "bytes 0-5/6"]
    try Self.asking([.init(status: 206, fields: fields, body: "abcdeF")]) { store, _ throws in
      #expect(kind { _ = try store.bytes(of: BlobKey("k"), in: 0..<6) } == "damaged")
    }
    let part = [Self.hash: Self.hashOfLetters, "Content-Range": "bytes 0-5/16"]
    try Self.asking([.init(status: 206, fields: part, body: "abcdeF")]) { store, _ throws in
      #expect(try store.bytes(of: BlobKey("k"), in: 0..<6) == Array("abcdeF".utf8))
    }
  }

  @Test func `a server with an untrusted certificate is asked once`() throws {
    let folder = try ScratchFolder()
    try Program(named: "openssl").succeed(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "key.pem", "-out", "cert.pem", "-subj", "/CN=localhost", "-days", "2",
        "-addext", "subjectAltName=IP:127.0.0.1",
      ], in: folder)
    let both = try folder.bytes("key.pem") + folder.bytes("cert.pem")
    let server = try StandIn(
      [.init(body: Self.empty())], certificate: folder.write(both, to: "both.pem"))
    var environment = [
      "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
      "AWS_ENDPOINT_URL_S3": "https://127.0.0.1:\(server.port)",
    ]
    try withExtendedLifetime(server) {
      let stranger = try S3BlobStore("s3://abc", environment: environment, settings: .quick())
      #expect(kind { try stranger.check() } == "unusable")
      #expect(try server.requests.isEmpty)
      environment["AWS_CA_BUNDLE"] = folder.path("cert.pem")
      try S3BlobStore("s3://abc", environment: environment, settings: .quick()).check()
      #expect(try server.requests.count == 1)
    }
  }

  @Test(arguments: [
    StandIn.Answer(status: 200, body: "abcdef"), .init(status: 206, body: "bc"),
    .init(status: 206, fields: ["Content-Range": "bytes 0-1/6"], body: "ab"),
    .init(status: 206, fields: ["Content-Range": "bytes 1-2/6"], body: "bcd"),
    .init(status: 206, fields: ["Content-Range": "bytes 1-1/2"], body: "b"),
    .error(416, "InvalidRange"),
  ])
  func `another range than was asked for is refused`(answer: StandIn.Answer) throws {
    try Self.asking([answer]) { store, _ throws in
      #expect(kind { _ = try store.bytes(of: BlobKey("k"), in: 1..<3) } == "unusable")
    }
  }

  @Test func `a removal aborts the uploads of its key and below, and no others`() throws {
    let uploads = ["jobs/1/clip", "jobs/10/clip", "jobs/1", "jobs/1.x"].enumerated().map {
      "<Upload><Key>blobs/\($1)</Key><UploadId>u\($0)</UploadId>"
        + "<Initiated>2020-01-01T00:00:00.000Z</Initiated></Upload>"
    }
    let list =
      "<ListMultipartUploadsResult>\(uploads.joined())<IsTruncated>false</IsTruncated>"
      + "</ListMultipartUploadsResult>"
    let nothing = StandIn.Answer(body: Self.empty())
    try Self.asking([nothing, nothing, .init(body: list), .init(status: 204)]) {
      store, server throws in
      try store.removeAll(below: BlobKey("jobs/1"), last: nil)
      let removed = try server.requests.filter { $0.method == "DELETE" }.map(\.target)
      #expect(removed == ["/abc/blobs/jobs/1/clip?uploadId=u0", "/abc/blobs/jobs/1?uploadId=u2"])
    }
    // A server that does not list uploads does not keep the store from removing.
    try Self.asking([nothing, nothing, .error(501, "NotImplemented")]) { store, server throws in
      try store.removeAll(below: BlobKey("jobs/1"), last: nil)
      #expect(try server.requests.count == 3)
    }
  }

  @Test func `uploads of a day ago are aborted, and younger ones are not`() throws {
    let now = Date()
    let uploads = [-90_000.0, -3600].map { age in
      "<Upload><Key>blobs/k</Key><UploadId>u\(Int(-age))</UploadId>"
        + "<Initiated>\(now.addingTimeInterval(age).formatted(.iso8601))</Initiated></Upload>"
    }
    let list =
      "<ListMultipartUploadsResult>\(uploads.joined())<IsTruncated>false</IsTruncated>"
      + "</ListMultipartUploadsResult>"
    try Self.asking([.init(body: list), .init(status: 204)]) { store, server throws in
      try store.tidy()
      let removed = try server.requests.filter { $0.method == "DELETE" }.map(\.target)
      #expect(removed == ["/abc/blobs/k?uploadId=u90000"])
    }
  }

  @Test func `the wait doubles up to its limit, and is as long as the server asks`() {
    var settings = S3Settings()
    (settings.firstWait, settings.longestWait) = (0.5, 10)
    let waits = (1...7).map { settings.wait(after: $0, least: nil, chance: 1) }
    #expect(waits == [0.5, 1, 2, 4, 8, 10, 10])
    #expect(settings.wait(after: 500, least: nil, chance: 0.5) == 5)
    #expect(settings.wait(after: 3, least: nil, chance: 0) == 0)
    #expect(settings.wait(after: 1, least: 3, chance: 0) == 3)
    #expect(settings.wait(after: 1, least: 3600, chance: 0) == 10)
    #expect(settings.wait(after: 1, least: .nan, chance: 1) == 0.5)
  }
}
