/// How claimants share the threads of a pool.
public struct PoolContention: Hashable, Sendable {
  /// Claimants with requests that wait.
  public var waitingClaimants: Int
  /// Requests so far that gave their places to those of claimants below their share.
  public var pushedOut: Int

  /// Makes figures.
  public init(waitingClaimants: Int = 0, pushedOut: Int = 0) {
    (self.waitingClaimants, self.pushedOut) = (waitingClaimants, pushedOut)
  }
}
