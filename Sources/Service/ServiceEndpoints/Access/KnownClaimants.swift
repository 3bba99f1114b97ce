internal import Access
internal import Digests
package import HTTPMessages
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

  /// What was admitted, by its hash, so that no secret stays in memory.
  ///
  /// Links have a place of their own: there are endlessly many of them, which must not take that of keys.
  private struct Admitted {
    var keys: [[UInt8]: Known] = [:]
    var links: [[UInt8]: Known] = [:]
  }

  private let most: Int
  private let admitted = Mutex(Admitted())

  /// Makes an empty memory.
  ///
  /// - Parameter most: how many keys are remembered, and how many links; past it those that were admitted
  ///   longest ago are forgotten first.
  package init(most: Int = 10_000) { self.most = max(most, 8) }

  /// How many are remembered.
  package var count: Int { admitted.withLock { $0.keys.count + $0.links.count } }

  /// Whom a request is counted for: the tenant of its key where that was admitted, else that of its link, else
  /// the network of its address.
  ///
  /// A client with a key cannot choose another tenant by the fields of a link.
  package func claimant(
    of head: HTTPRequestHead, at now: ContinuousClock.Instant = .now
  ) -> String {
    let (key, link) = (Self.key(of: head), Self.link(of: head))
    let found = admitted.withLock { admitted in
      [key.flatMap { admitted.keys[$0] }, link.flatMap { admitted.links[$0] }]
    }
    let tenant = found.lazy.compactMap { $0 }.first { now < $0.until }?.tenant
    return tenant.map { "tenant \($0)" } ?? head.network
  }

  /// Notes that a request's key was admitted, or its link: what else it brings was not looked at.
  package func note(
    _ head: HTTPRequestHead, tenant: String, byLink: Bool = false,
    at now: ContinuousClock.Instant = .now
  ) {
    guard let proof = byLink ? Self.link(of: head) : Self.key(of: head) else { return }
    let new = Known(tenant: tenant, until: now + Self.duration)
    admitted.withLock { admitted in
      if byLink {
        remember(new, by: proof, in: &admitted.links, now)
      } else {
        remember(new, by: proof, in: &admitted.keys, now)
      }
    }
  }

  /// Notes that a request's key or link was refused.
  package func forget(_ head: HTTPRequestHead) {
    let (key, link) = (Self.key(of: head), Self.link(of: head))
    admitted.withLock { admitted in
      if let key { admitted.keys[key] = nil }
      if let link { admitted.links[link] = nil }
    }
  }

  private func remember(
    _ new: Known, by proof: [UInt8], in known: inout [[UInt8]: Known],
    _ now: ContinuousClock.Instant
  ) {
    if known[proof] == nil, known.count >= most { Self.forgetOldest(of: &known, now) }
    known[proof] = new
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

  /// A hash of a link's path and fields; nil where a request has none.
  private static func link(of head: HTTPRequestHead) -> [UInt8]? {
    let query = head.query.map { (name: $0.name, value: $0.value) }
    guard SignedLink.isMeant(by: query) else { return nil }
    let values = SignedLink.fields.map { name in query.first { $0.name == name }?.value ?? "" }
    return digest([head.path] + values)
  }

  /// A hash of a request's key; nil where it has none.
  private static func key(of head: HTTPRequestHead) -> [UInt8]? {
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
