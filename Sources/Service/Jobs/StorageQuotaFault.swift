public import Problems

/// That a tenant would have more bytes kept than it may.
public struct StorageQuotaFault: Error, Hashable, Sendable {
  /// Bytes that the tenant has.
  public let used: Int64
  /// Bytes beyond that.
  public let needed: Int64
  /// The most that it may have.
  public let limit: Int64
}

extension StorageQuotaFault: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    "\(used) bytes are stored, \(needed) more are needed, and at most \(limit) are allowed;"
      + " DELETE renders, avatars, scenes or fit profiles"
  }
}

extension StorageQuotaFault: ProblemReporting {
  /// Which problem of the one table it is.
  public var problemCode: ProblemCode { .storageQuota }
}
