import Blobs
import Foundation
import S3Blobs
import TestSupport
import Testing

/// A bucket of a real server, which the environment names: `Scripts/s3-server.sh run` sets it.
struct Bucket {
  /// The place, `s3://BUCKET`; nil where there is no server.
  static let place = ProcessInfo.processInfo.environment["AVATAR_OVERLAY_TEST_S3"]
  /// What a skipped test says.
  static let absent = "needs a server of S3: make check-s3"

  /// The place of this test alone.
  let place: String
  private var environment: [String: String]

  init() throws {
    place = try #require(Self.place) + "/test-\(UUID().uuidString.lowercased())"
    environment = ProcessInfo.processInfo.environment
  }

  /// The server's port on this machine.
  var port: Int {
    get throws {
      let endpoint = try #require(environment["AWS_ENDPOINT_URL_S3"].flatMap(URL.init(string:)))
      return try #require(endpoint.port)
    }
  }

  /// The store, with other variables or other settings.
  func store(
    at place: String? = nil, _ changes: [String: String] = [:],
    _ change: (inout S3Settings) -> Void = { _ in }
  ) throws -> S3BlobStore {
    try S3BlobStore(
      place ?? self.place, environment: environment.merging(changes) { $1 },
      settings: .quick(change))
  }

  /// Asks the store through a proxy.
  func through<Value>(
    _ fates: [Relay.Fate], _ change: (inout S3Settings) -> Void = { _ in },
    _ ask: (S3BlobStore, Relay) throws -> Value
  ) throws -> Value {
    let relay = try Relay(before: port, fates)
    let store = try store(["AWS_ENDPOINT_URL_S3": "http://127.0.0.1:\(relay.port)"], change)
    return try withExtendedLifetime(relay) { try ask(store, relay) }
  }

  /// Asks the server by curl, an independent client; gives the body.
  @discardableResult
  func curl(_ arguments: [String], of object: String) throws -> Data {
    let key = try #require(environment["AWS_ACCESS_KEY_ID"])
    let secret = try #require(environment["AWS_SECRET_ACCESS_KEY"])
    let path = place.replacing("s3://", with: "")
    return try Program(named: "curl").succeed(
      [
        "-sSf", "--aws-sigv4", "aws:amz:us-east-1:s3", "-u", "\(key):\(secret)", "-H",
        "x-amz-content-sha256: UNSIGNED-PAYLOAD", "http://127.0.0.1:\(port)/\(path)/\(object)",
      ] + arguments)
  }
}

extension S3Settings {
  /// Settings that fail soon.
  static func quick(_ change: (inout S3Settings) -> Void = { _ in }) -> S3Settings {
    var settings = S3Settings()
    (settings.firstWait, settings.longestWait) = (0.01, 0.05)
    change(&settings)
    return settings
  }
}

extension Trait where Self == ConditionTrait {
  /// The test asks a real server.
  static var onRealServer: Self { .enabled(if: Bucket.place != nil, "\(Bucket.absent)") }
}

/// Bytes that no two seeds share.
func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var random = SplitMix64(state: seed)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count + 8)
  while bytes.count < count { withUnsafeBytes(of: random.next()) { bytes += $0 } }
  return Array(bytes.prefix(count))
}

/// The case of the error of blobs that a call throws; nil where it throws none.
func kind(_ body: () throws -> Void) -> String? {
  fault(body).flatMap { Mirror(reflecting: $0).children.first?.label }
}

/// The error of blobs that a call throws; nil where it throws none.
func fault(_ body: () throws -> Void) -> BlobError? {
  do {
    try body()
    return nil
  } catch {
    return error as? BlobError
  }
}
