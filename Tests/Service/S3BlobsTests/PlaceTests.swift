import Blobs
import S3Blobs
import Testing

@Suite struct PlaceTests {
  private static let keys = [
    "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "hidden/secret",
    "AWS_SESSION_TOKEN": "hidden-token",
  ]

  private static func url(
    _ place: String, _ variables: [String: String], _ object: String? = nil, query: String = ""
  ) throws -> String {
    try S3Server(keys.merging(variables) { $1 }, for: S3Place(place)).url(object, query: query)
  }

  @Test(arguments: [
    ("s3://abc", "abc", ""), ("s3://a.b-c1/", "a.b-c1", ""), ("s3://abc/x/ü y/", "abc", "x/ü y"),
  ])
  func `a place is a bucket and a prefix`(text: String, bucket: String, prefix: String) throws {
    let place = try S3Place(text)
    #expect(place.bucket == bucket && place.prefix == prefix)
  }

  @Test(arguments: [
    "", "abc", "S3://abc", "s3://", "s3://ab", "s3://Abc", "s3://a_c", "s3://-ab", "s3://a..b",
    "s3:///x", "s3://abc//x", "s3://abc/../x", "s3://abc/x//", "s3://abc/\n", "s3://abc?x=1",
  ])
  func `anything else is none, and the message tells why`(text: String) throws {
    let found = try #require(fault { _ = try S3Place(text) })
    guard case .unusable = found else {
      Issue.record("\(found)")
      return
    }
    #expect(!"\(found)".contains("\n"))
  }

  @Test func `the longest bucket and prefix are taken, and none that is longer`() throws {
    let (bucket, prefix) = (String(repeating: "b", count: 63), String(repeating: "p", count: 100))
    #expect(try S3Place("s3://\(bucket)/\(prefix)").prefix == prefix)
    #expect(throws: BlobError.self) { try S3Place("s3://\(bucket)b") }
    #expect(throws: BlobError.self) { try S3Place("s3://abc/\(prefix)p") }
  }

  @Test func `the host names the bucket at Amazon, and the path does elsewhere`() throws {
    let frankfurt = ["AWS_REGION": "eu-central-1"]
    #expect(
      try Self.url("s3://abc", frankfurt, "a b/ü+~.x", query: "x=1")
        == "https://abc.s3.eu-central-1.amazonaws.com/a%20b/%C3%BC%2B~.x?x=1")
    #expect(
      try Self.url("s3://abc", frankfurt) == "https://abc.s3.eu-central-1.amazonaws.com/")
    #expect(
      try Self.url("s3://a.bc", frankfurt, "k")
        == "https://s3.eu-central-1.amazonaws.com/a.bc/k")
    #expect(
      try Self.url("s3://abc", ["AWS_DEFAULT_REGION": "cn-north-1"], "k")
        == "https://abc.s3.cn-north-1.amazonaws.com.cn/k")
    // The default port is in no signature.
    let endpoint = ["AWS_ENDPOINT_URL": "https://minio.example:443/"]
    #expect(try Self.url("s3://abc", endpoint, "k") == "https://minio.example/abc/k")
    #expect(
      try Self.url(
        "s3://abc", endpoint.merging(["AWS_ENDPOINT_URL_S3": "http://[::1]:9000"]) { $1 }, "k")
        == "http://[::1]:9000/abc/k")
  }

  @Test(arguments: [
    ("AWS_ACCESS_KEY_ID", "", "AWS_ACCESS_KEY_ID is not set"),
    ("AWS_SECRET_ACCESS_KEY", "", "AWS_SECRET_ACCESS_KEY is not set"),
    ("AWS_SECRET_ACCESS_KEY", "hidden\r\nX: y", "AWS_SECRET_ACCESS_KEY has blanks"),
    ("AWS_SESSION_TOKEN", "hidden token", "AWS_SESSION_TOKEN has blanks"),
    ("AWS_REGION", "", "AWS_REGION is not set"), ("AWS_REGION", "x/y:z", "AWS_REGION is no region"),
    ("AWS_ENDPOINT_URL_S3", "ftp://x", "AWS_ENDPOINT_URL_S3 is not https://HOST"),
    ("AWS_ENDPOINT_URL_S3", "https://", "AWS_ENDPOINT_URL_S3 is not https://HOST"),
    ("AWS_ENDPOINT_URL_S3", "https://u:hidden@x", "AWS_ENDPOINT_URL_S3 is not https://HOST"),
    ("AWS_ENDPOINT_URL_S3", "https://u:hid@den@x:1", "https://...@x:1"),
    ("AWS_ENDPOINT_URL_S3", "u:hidden@x", "AWS_ENDPOINT_URL_S3 is not https://HOST"),
    ("AWS_ENDPOINT_URL_S3", "https://x/y", "AWS_ENDPOINT_URL_S3 is not https://HOST"),
  ])
  func `a variable that is missing or malformed is named, and no secret is shown`(
    name: String, value: String, message: String
  ) throws {
    let found = try #require(
      fault {
        _ = try S3BlobStore(
          "s3://abc",
          environment: Self.keys.merging(["AWS_REGION": "us-east-1"]) { $1 }
            .merging([name: value]) { $1 })
      })
    #expect("\(found)".contains(message))
    #expect(!"\(found)".contains("hidden"))
  }

  @Test func `no description of a store has its credentials`() throws {
    let store = try S3BlobStore(
      "s3://abc", environment: Self.keys.merging(["AWS_REGION": "x"]) { $1 })
    var dumped = ""
    dump(store, to: &dumped)
    for text in ["\(store)", String(reflecting: store), dumped] {
      #expect(!text.contains("hidden") && !text.contains("AKIDEXAMPLE"))
    }
  }
}
