import Blobs
import Digests
import Foundation
import S3Blobs
import TestSupport
import Testing

@Suite struct SignatureTests {
  /// The signer of the examples in Amazon's "Signature Version 4 in the S3 API", whose host has no region.
  private static func example() throws -> S3Signature {
    let variables = [
      "AWS_ACCESS_KEY_ID": "AKIAIOSFODNN7EXAMPLE",
      "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      "AWS_REGION": "us-east-1",
    ]
    var server = try S3Server(variables, for: S3Place("s3://examplebucket"))
    server.host = "examplebucket.s3.amazonaws.com"
    return S3Signature(of: server, at: 1_369_353_600)
  }

  struct Example: Sendable {
    var method = "GET"
    var object: String?
    var query = ""
    var fields: [(String, String)] = []
    var body = ""
    var signed: String
    var signature: String
  }

  @Test(arguments: [
    Example(
      object: "test.txt", fields: [("Range", "bytes=0-9")],
      signed: "host;range;x-amz-content-sha256;x-amz-date",
      signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
    Example(
      method: "PUT", object: "test$file.text",
      fields: [
        ("x-amz-storage-class", "REDUCED_REDUNDANCY"), ("Date", "Fri, 24 May 2013 00:00:00 GMT"),
      ], body: "Welcome to Amazon S3.",
      signed: "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
      signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
    Example(
      query: "lifecycle=", signed: "host;x-amz-content-sha256;x-amz-date",
      signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
    Example(
      query: "max-keys=2&prefix=J", signed: "host;x-amz-content-sha256;x-amz-date",
      signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
  ])
  func `a signed request is that of Amazon's documentation`(example: Example) throws {
    let fields = try Self.example().fields(
      example.method, example.object, query: example.query, fields: example.fields,
      payload: SHA256.hex(of: example.body.utf8))
    let scope = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request"
    #expect(
      fields.first { $0.0 == "Authorization" }?.1
        == "AWS4-HMAC-SHA256 Credential=\(scope),SignedHeaders=\(example.signed)"
        + ",Signature=\(example.signature)")
  }

  @Test func `a link is that of Amazon's documentation`() throws {
    #expect(
      try Self.example().link(to: "test.txt", query: [], seconds: 86400)
        == "https://examplebucket.s3.amazonaws.com/test.txt"
        + "?X-Amz-Algorithm=AWS4-HMAC-SHA256"
        + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
        + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
        + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
  }

  /// Computed by Python's own HMAC and hash, from the rules alone.
  @Test func `a link with a token and further items is what Python signs`() throws {
    let variables = [
      "AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "s+cret/=",
      "AWS_SESSION_TOKEN": "to/ken+==", "AWS_ENDPOINT_URL_S3": "http://127.0.0.1:9000",
      "AWS_REGION": "eu-west-3",
    ]
    let server = try S3Server(variables, for: S3Place("s3://abc/pre fix"))
    let link = try S3Signature(of: server, at: 1_700_000_000).link(
      to: "pre fix/blobs/ü",
      query: [
        ("response-content-type", "video/mp4"),
        ("response-content-disposition", "attachment; filename=\"a b.mp4\""),
      ], seconds: 60)
    let script = """
      import hashlib, hmac, sys, urllib.parse
      parts = urllib.parse.urlsplit(sys.argv[1])
      items = urllib.parse.parse_qsl(parts.query, strict_parsing=True)
      sent = dict(items).pop("X-Amz-Signature")
      quote = lambda text: urllib.parse.quote(text, safe="-_.~")
      query = "&".join(sorted(f"{quote(k)}={quote(v)}" for k, v in items if k != "X-Amz-Signature"))
      request = "\\n".join(["GET", parts.path, query, "host:" + parts.netloc, "", "host", "UNSIGNED-PAYLOAD"])
      scope = "20231114/eu-west-3/s3/aws4_request"
      text = "\\n".join(["AWS4-HMAC-SHA256", "20231114T221320Z", scope,
                        hashlib.sha256(request.encode()).hexdigest()])
      key = b"AWS4s+cret/="
      for part in scope.split("/"):
          key = hmac.new(key, part.encode(), "sha256").digest()
      assert hmac.new(key, text.encode(), "sha256").hexdigest() == sent, request
      wanted = {"X-Amz-Security-Token": "to/ken+==", "X-Amz-Expires": "60", "X-Amz-Date": "20231114T221320Z",
                "X-Amz-Credential": "AKID/" + scope, "response-content-type": "video/mp4"}
      assert wanted.items() <= dict(items).items(), items
      print(urllib.parse.unquote(parts.path), end="")
      """
    let path = try Program.python.succeed(["-c", script, link])
    #expect(String(decoding: path, as: UTF8.self) == "/abc/pre fix/blobs/ü")
  }

  @Test func `a link shows a file, as the service does, and names it`() throws {
    let store = try S3BlobStore(
      "s3://abc",
      environment: [
        "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_REGION": "us-east-1",
      ])
    let link = try #require(
      try store.link(
        to: BlobKey("a"), seconds: 60, contentType: "video/mp4", fileName: "output.mp4"))
    let items = try #require(URLComponents(string: link)?.queryItems)
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    #expect(value("response-content-type") == "video/mp4")
    #expect(value("response-content-disposition") == "inline; filename=\"output.mp4\"")
    #expect(value("response-cache-control") == "private, max-age=3600")
  }

  @Test func `a link is for a week at most`() throws {
    let store = try S3BlobStore(
      "s3://abc",
      environment: [
        "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_REGION": "us-east-1",
      ])
    let key = try BlobKey("a")
    for seconds in [1, 604_800] {
      #expect(
        try store.link(to: key, seconds: seconds, contentType: "a/b", fileName: nil) != nil)
    }
    for seconds in [0, 604_801, -1] {
      #expect(throws: BlobError.self) {
        try store.link(to: key, seconds: seconds, contentType: "a/b", fileName: nil)
      }
    }
  }
}
