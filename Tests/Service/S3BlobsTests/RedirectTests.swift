import Blobs
import Foundation
import S3Blobs
import TestSupport
import Testing

/// Servers that send a request on to another one of the bucket (307 Temporary Redirect).
@Suite(.mostlyWaiting) struct RedirectTests {
  private static let keys = ["AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret"]

  private static func server(_ place: String, _ variables: [String: String]) throws -> S3Server {
    try S3Server(keys.merging(variables) { $1 }, for: S3Place(place))
  }

  private static func store(_ port: Int) throws -> S3BlobStore {
    try S3BlobStore(
      "s3://abc",
      environment: keys.merging(["AWS_ENDPOINT_URL": "http://127.0.0.1:\(port)"]) { $1 },
      settings: .quick())
  }

  private static func redirect(to location: String) -> StandIn.Answer {
    StandIn.Answer(status: 307, fields: ["Location": location], body: "<Error/>")
  }

  @Test func `what is written goes on to the other server, signed for it, with all its bytes`()
    throws
  {
    let other = try StandIn([.init()])
    let first = try StandIn([
      Self.redirect(to: "http://127.0.0.1:\(other.port)/abc/blobs/a%20b?x-id=PutObject")
    ])
    try Self.store(first.port).keep(Array("abcdef".utf8), as: BlobKey("a b"), onlyNew: false)
    let (sent, again) = (
      try #require(try first.requests.first), try #require(try other.requests.first)
    )
    #expect(try other.requests.count == 1)
    #expect((again.method, again.target) == ("PUT", "/abc/blobs/a%20b"))
    #expect(again.headers["host"] == "127.0.0.1:\(other.port)")
    #expect(again.headers["content-length"] == "6")
    func signature(_ request: StandIn.Request) -> String? {
      request.headers["authorization"]?.split(separator: "=").last.map(String.init)
    }
    #expect(signature(again) != nil && signature(again) != signature(sent))
    // What a client of the other server alone would have signed.
    let stamp = try #require(again.headers["x-amz-date"])
    let format = DateFormatter()
    (format.dateFormat, format.timeZone) = ("yyyyMMdd'T'HHmmss'Z'", .gmt)
    format.locale = Locale(identifier: "en_US_POSIX")
    let time = Int64(try #require(format.date(from: stamp)).timeIntervalSince1970)
    let direct = try Self.server(
      "s3://abc", ["AWS_ENDPOINT_URL": "http://127.0.0.1:\(other.port)"])
    let own = ["host", "x-amz-content-sha256", "x-amz-date"]
    let named = try #require(
      again.headers["authorization"]?.firstMatch(of: /SignedHeaders=([^,]+)/)?.output.1)
    let fields = named.split(separator: ";").map(String.init).filter { !own.contains($0) }
    let expected = try S3Signature(of: direct, at: time).fields(
      "PUT", "blobs/a b", query: "",
      fields: fields.map { ($0, again.headers[$0] ?? "") },
      payload: try #require(again.headers["x-amz-content-sha256"]))
    #expect(expected.first { $0.0 == "Authorization" }?.1 == again.headers["authorization"])
  }

  @Test func `what is read, listed and looked at follows a redirect too`() throws {
    let list = StandIn.Answer(
      body: "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>")
    for (path, answer, ask) in [
      ("/abc?list-type=2", list, { store throws in try store.check() }),
      (
        "/abc/blobs/k", StandIn.Answer(body: "abcdef"),
        { store throws in
          #expect(try store.bytes(of: BlobKey("k"), in: nil) == Array("abcdef".utf8))
        }
      ),
    ] as [(String, StandIn.Answer, (S3BlobStore) throws -> Void)] {
      let other = try StandIn([answer])
      let first = try StandIn([Self.redirect(to: "http://127.0.0.1:\(other.port)\(path)")])
      try ask(Self.store(first.port))
      #expect(try other.requests.count == 1)
    }
  }

  @Test func `a redirect without end is left after five`() throws {
    let server = try StandIn([Self.redirect(to: "http://127.0.0.1:{port}/abc/blobs/k")])
    let found = fault { _ = try Self.store(server.port).bytes(of: BlobKey("k"), in: nil) }
    guard case .refused(_, let reason) = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(reason.contains("5") && !reason.contains("127.0.0.1"))
    #expect(try server.requests.count == 6)
  }

  /// Another owner's server would get the object, and a signature for it.
  @Test func `a redirect to another host is refused, and nothing is sent there`() throws {
    let other = try StandIn([.init(body: "abcdef")])
    let first = try StandIn([Self.redirect(to: "http://localhost:\(other.port)/abc/blobs/k")])
    #expect(kind { _ = try Self.store(first.port).bytes(of: BlobKey("k"), in: nil) } == "refused")
    #expect(try other.requests.isEmpty && first.requests.count == 1)
  }

  private static let own = ["AWS_ENDPOINT_URL": "https://s3.example.org:9000"]
  private static let amazon = ["AWS_REGION": "eu-west-1"]

  @Test(
    arguments: [
      (own, "https://s3.example.org/abc/k", "https://s3.example.org/abc/k"),
      (own, "https://node7.s3.example.org:1/abc/k?x=y", "https://node7.s3.example.org:1/abc/k"),
      (own, "https://abc.s3.example.org/k", "https://abc.s3.example.org/k"),
      (own, "http://s3.example.org:9000/abc/k", nil), (own, "https://example.org/abc/k", nil),
      (own, "https://evil-s3.example.org/abc/k", nil),
      (own, "https://s3.example.org.evil/abc/k", nil),
      (own, "https://u:p@s3.example.org/abc/k", nil), (own, "https://s3.example.org/xyz/k", nil),
      (own, "https://s3.example.org/abc/other", nil), (own, "https://s3.example.org/abc", nil),
      (own, "https://xyz.s3.example.org/k", nil), (own, "//s3.example.org/abc/k", nil),
      (own, "/abc/k", nil), (own, "", nil), (own, "ftp://s3.example.org/abc/k", nil),
      (
        ["AWS_ENDPOINT_URL": "http://10.0.0.1"], "https://10.0.0.1:8443/abc/k",
        "https://10.0.0.1:8443/abc/k"
      ),
      (["AWS_ENDPOINT_URL": "http://10.0.0.1"], "http://x.10.0.0.1/abc/k", nil),
      (["AWS_ENDPOINT_URL": "http://[::1]:1"], "http://[::1]:2/abc/k", "http://[::1]:2/abc/k"),
      (["AWS_ENDPOINT_URL": "http://[::1]:1"], "http://x.[::1]/abc/k", nil),
      (
        amazon, "https://abc.s3-eu-west-1.amazonaws.com/k",
        "https://abc.s3-eu-west-1.amazonaws.com/k"
      ),
      (
        amazon, "https://abc.s3.eu-west-1.amazonaws.com/k",
        "https://abc.s3.eu-west-1.amazonaws.com/k"
      ),
      (
        amazon, "https://s3.eu-west-1.amazonaws.com/abc/k",
        "https://s3.eu-west-1.amazonaws.com/abc/k"
      ),
      // Another region, another bucket, plain text.
      (amazon, "https://abc.s3.us-west-2.amazonaws.com/k", nil),
      (amazon, "https://abc.s3.amazonaws.com/k", nil),
      (amazon, "https://xyz.s3.eu-west-1.amazonaws.com/k", nil),
      (amazon, "https://xyz.s3.eu-west-1.amazonaws.com/abc/k", nil),
      (amazon, "http://abc.s3.eu-west-1.amazonaws.com/k", nil),
    ] as [([String: String], String, String?)])
  func `a redirect stays in the endpoint's domain, the region and the bucket`(
    variables: [String: String], location: String, expected: String?
  ) throws {
    let server = try Self.server("s3://abc", variables)
    #expect(server.redirected(to: location, object: "k")?.url("k", query: "") == expected)
  }
}
