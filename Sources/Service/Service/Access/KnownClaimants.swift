internal import Access
internal import Digests
package import HTTPServer
internal import Store
internal import Synchronization

/// Whom requests are counted for, by what was admitted not long ago.
///
/// From memory alone, since it is asked on the thread that serves the sockets. Nothing is allowed by it.
package final class KnownClaimants: Sendable {
  private struct Known {
    var tenant: String
    var until: ContinuousClock.Instant
  }

  /// How long a key or a link is remembered after it was admitted last.
  private static let duration = Duration.seconds(600)

  private let most: Int
  /// By the hash of the key or the link, so that no secret stays in memory.
  private let known = Mutex<[[UInt8]: Known]>([:])

  /// Makes an empty memory.
  ///
  /// - Parameter most: how many keys and links are remembered; past it those that were admitted longest
  ///   ago are forgotten first.
  package init(most: Int = 10_000) { self.most = max(most, 8) }

  /// How many are remembered.
  package var count: Int { known.withLock { $0.count } }

  /// Whom a request is counted for: the tenant of its key or link where that was admitted, else the network
  /// of its address.
  package func claimant(
    of head: HTTPRequestHead, at now: ContinuousClock.Instant = .now
  ) -> String {
    let tenant = Self.proof(of: head).flatMap { proof in
      known.withLock { $0[proof].flatMap { now < $0.until ? $0.tenant : nil } }
    }
    return tenant.map { "tenant \($0)" } ?? head.network
  }

  /// Notes that a request's key or link was admitted.
  package func note(
    _ head: HTTPRequestHead, tenant: String, at now: ContinuousClock.Instant = .now
  ) {
    guard let proof = Self.proof(of: head) else { return }
    known.withLock { known in
      if known[proof] == nil, known.count >= most { Self.forgetOldest(of: &known, now) }
      known[proof] = Known(tenant: tenant, until: now + Self.duration)
    }
  }

  /// Notes that a request's key or link was refused.
  package func forget(_ head: HTTPRequestHead) {
    guard let proof = Self.proof(of: head) else { return }
    known.withLock { _ = $0.removeValue(forKey: proof) }
  }

  private static func forgetOldest(
    of known: inout [[UInt8]: Known], _ now: ContinuousClock.Instant
  ) {
    let limit = known.count - max(1, known.count / 8)
    known = known.filter { now < $0.value.until }
    guard known.count > limit else { return }
    for (proof, _) in known.sorted(by: { $0.value.until < $1.value.until })
      .prefix(known.count - limit)
    {
      known[proof] = nil
    }
  }

  /// A hash of what proves who sent a request: the link's path and fields, or the key; nil where it has
  /// neither.
  private static func proof(of head: HTTPRequestHead) -> [UInt8]? {
    let query = head.query.map { (name: $0.name, value: $0.value) }
    if SignedLink.isMeant(by: query) {
      let values = SignedLink.fields.map { name in
        query.first { $0.name == name }?.value ?? ""
      }
      return digest([head.path] + values)
    }
    guard let header = head.header("Authorization"),
      let key = try? KeyRing.key(inAuthorization: header)
    else { return nil }
    return digest([key])
  }

  /// The hash of texts; nil where they are longer than a key or a link is.
  private static func digest(_ texts: [String]) -> [UInt8]? {
    let bytes = texts.flatMap { "\($0.utf8.count):\($0)".utf8 }
    return bytes.count <= 1024 ? SHA256.digest(of: bytes) : nil
  }
}
