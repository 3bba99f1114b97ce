internal import HTTPMessages
internal import Jobs

extension ServiceContext {
  /// The most bytes of a form that are not those of its parts: its boundaries, and headers of parts.
  private static let framingBytes: Int64 = 64 * 1024

  /// Throws where a tenant has no room for what a body brings, before it comes.
  ///
  /// What is kept of it is counted when it is here.
  func checkQuota(_ head: HTTPRequestHead, of tenant: String) throws(StorageQuotaFault) {
    // The length of a packed body says nothing of what it is unpacked to.
    let isPlain = head.header("Content-Encoding") == nil
    let announced = isPlain ? Int64(head.contentLength ?? 0) : 0
    try quota.check(max(announced - Self.framingBytes, 1), of: tenant)
  }
}
