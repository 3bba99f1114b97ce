extension HTTPRequestHead {
  /// Whom a request is counted for that nobody is known to have sent: the network of its address.
  public var network: String { "address \(RemoteAddress.network(of: remoteAddress))" }
}
