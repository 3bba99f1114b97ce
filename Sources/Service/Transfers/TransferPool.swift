internal import CCurl
internal import Synchronization

/// Transfers by libcurl, from any thread, and the connections that stay open between them.
public final class TransferPool: Sendable {
  /// The most connections that wait for a next request.
  private let most: Int
  private let idle = Mutex<[CurlHandle]>([])

  /// Makes a pool that keeps up to so many idle connections.
  public init(keeping most: Int) { self.most = most }

  /// Performs a request, to the answer's end.
  ///
  /// - Parameter receive: takes a piece of the answer's body, which it refuses by false; on this thread.
  public func perform(
    _ request: TransferRequest,
    receive: @escaping (_ head: TransferHead, _ piece: [UInt8]) -> Bool = { _, _ in true }
  ) -> TransferAnswer {
    let kept = request.keepsConnection ? idle.withLock { $0.popLast() } : nil
    guard let handle = kept ?? CurlHandle() else {
      return TransferAnswer(fault: .hopeless("libcurl cannot be set up"))
    }
    let answer = Transfer(request, receive: receive).perform(on: handle)
    if request.keepsConnection {
      idle.withLock { if $0.count < most { $0.append(handle) } }
    }
    return answer
  }
}
