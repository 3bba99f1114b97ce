internal import Digests
internal import Transfers

/// One request to S3, before it is signed.
struct S3Call {
  var method: String
  /// The object; nil for the bucket.
  var object: String?
  /// The query's items, not escaped.
  var query: [(String, String)] = []
  /// Header fields; those of the signature are added.
  var fields: [(String, String)] = []
  var body = TransferBody.none
  /// The SHA-256 of what is sent, by which the server checks it.
  var bodyHash = SHA256.hex(of: [])
  /// The most bytes of an answer that is collected.
  var maximumBytes: Int64 = 64 << 10
  /// Whether the server works long before it answers, and tells in an answer of status 200 that it failed.
  var isWork = false

  init(
    _ method: String, _ object: String?, query: [(String, String)] = [],
    fields: [(String, String)] = []
  ) {
    (self.method, self.object, self.query, self.fields) = (method, object, query, fields)
  }

  /// The file of this machine whose bytes are sent; nil for others.
  var bodyFile: String? { if case .file(let path, _) = body { path } else { nil } }

  /// Sends bytes; of none it tells the length, which servers want of every `PUT` and `POST`.
  mutating func send(_ bytes: [UInt8]) {
    (body, bodyHash) = (.bytes(bytes), SHA256.hex(of: bytes))
  }
}
