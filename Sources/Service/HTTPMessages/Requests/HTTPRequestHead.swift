/// A request, from when its header is complete.
public struct HTTPRequestHead: Sendable {
  /// The method in capitals: `GET`, `POST`, `DELETE`.
  public var method: String
  /// The path, percent-decoded, without the query; it begins with `/`.
  public var path: String
  /// The variables of the route's pattern, by name.
  public var parameters: [String: String]
  /// The query, percent-decoded, in its order.
  public var query: [HTTPField]
  /// The header fields in their order; look them up by `header(_:)`.
  public var headers: [HTTPField]
  /// The peer's address without its port, `127.0.0.1`.
  public var remoteAddress: String
  /// The id that this request goes by in answers and logs: the client's `X-Request-ID` where that
  /// is fit for it, else a random one.
  public var id: String
  /// What the body weighs by `Content-Length`; nil where it is chunked or there is none.
  public var contentLength: Int?
  /// What the request is counted for, before anything of it was checked: a tenant whose key is known, else the
  /// network of the address.
  public var claimant: String
  /// What is found out about it while it is answered.
  public let facts = RequestFacts()

  /// Makes a head; without a claimant it counts for the network of its address.
  public init(
    method: String, path: String, parameters: [String: String] = [:], query: [HTTPField] = [],
    headers: [HTTPField] = [], remoteAddress: String = "127.0.0.1", id: String = "",
    contentLength: Int? = nil, claimant: String? = nil
  ) {
    self.method = method
    self.path = path
    self.parameters = parameters
    self.query = query
    self.headers = headers
    self.remoteAddress = remoteAddress
    self.id = id
    self.contentLength = contentLength
    self.claimant = claimant ?? RemoteAddress.network(of: remoteAddress)
  }

  /// The first header field of a name, whatever its case.
  public func header(_ name: String) -> String? {
    headers.first { $0.isNamed(name) }?.value
  }

  /// The client that a request without a known sender is counted for: the network of its address.
  public var network: String { "address \(RemoteAddress.network(of: remoteAddress))" }
}
