internal import Access
package import HTTPMessages
internal import Problems
package import ServiceConfiguration
internal import ServiceInterface
package import Store
internal import Synchronization

/// Authorises requests: keys, scopes, rates, signed links.
package final class AccessControl: Sendable {
  private let keys: any KeyStore
  private let ring: KeyRing
  private let limiter: RateLimiter
  private let settings: ServiceSettings
  private let local: LocalRequest
  private let claimants = KnownClaimants()
  /// Whether keys are configured, and until when that is cached.
  private let known = Mutex<(isOpen: Bool, until: ContinuousClock.Instant)?>(nil)

  /// How long at most until the first key that is created makes keys required, and until a disabled or
  /// rotated key is refused.
  private static let cacheDuration = Duration.seconds(1)

  package init(keys: any KeyStore, settings: ServiceSettings) {
    self.keys = keys
    ring = KeyRing(keys, cacheDuration: Self.cacheDuration)
    self.settings = settings
    local = LocalRequest(publicURL: settings.publicURL)
    limiter = RateLimiter(
      RateLimit(perMinute: settings.ratePerMinute, burst: settings.rateBurst))
  }

  /// Whether no keys are configured, so that everybody who reaches the service may do everything.
  package func isOpen() throws -> Bool {
    let believed = known.withLock { known in
      known.flatMap { ContinuousClock.now < $0.until ? $0.isOpen : nil }
    }
    if let believed { return believed }
    let isOpen = try !keys.hasKeys()
    known.withLock { $0 = (isOpen, .now + Self.cacheDuration) }
    return isOpen
  }

  /// Authorises a request or throws; once for each request, before its body is read.
  func admit(
    _ head: HTTPRequestHead, scope: AccessScope?, takesLinks: Bool = false
  ) throws -> Caller {
    let caller: Caller
    do {
      caller = try self.caller(head, takesLinks: takesLinks)
    } catch {
      claimants.forget(head)
      // Guesses of keys are limited by address.
      try limit("address \(RemoteAddress.network(of: head.remoteAddress))")
      throw error
    }
    head.facts.note(.tenant, caller.tenant)
    if let key = caller.key { head.facts.note(.key, key) }
    // Without keys only local requests are allowed, with full access.
    if !caller.rateKey.isEmpty {
      claimants.note(head, tenant: caller.tenant, byLink: caller.linkExpires != nil)
      try limit(caller.rateKey)
    }
    if let scope { try caller.require(scope) }
    return caller
  }

  /// Whether a request that was admitted would be so now, but for the rate: its key may have been disabled since.
  func isAdmitted(_ head: HTTPRequestHead, scope: AccessScope) -> Bool {
    do {
      try caller(head).require(scope)
      return true
    } catch is ServiceProblem {
      return false
    } catch {
      // A busy database says nothing of the key.
      return true
    }
  }

  /// Whom a request is counted for before it is admitted, from memory alone.
  package func claimant(of head: HTTPRequestHead) -> String { claimants.claimant(of: head) }

  /// Counts what an admitted request costs beyond the token that it took, and beyond what was counted of it
  /// before.
  func charge(_ caller: Caller, units: Double, counted: Double = 1) {
    guard !caller.rateKey.isEmpty, units > counted else { return }
    limiter.charge(caller.rateKey, units: units - 1, paid: counted - 1)
  }

  /// Who sends a request.
  func caller(_ head: HTTPRequestHead, takesLinks: Bool = false) throws -> Caller {
    if takesLinks, let (tenant, expires, id) = try link(openedBy: head) {
      return Caller(
        tenant: tenant, scopes: [.renders], rateKey: "link \(tenant)", linkExpires: expires,
        link: id)
    }
    if try isOpen() {
      try local.check(head)
      return .local
    }
    guard let header = head.header("Authorization") else {
      throw Self.refused(
        .missingCredentials, "this request needs a key: send Authorization: Bearer ao_...",
        error: nil)
    }
    do {
      return try admit(header)
    } catch let fault as AccessFault {
      throw Self.refused(.invalidCredentials, "\(fault)", error: "invalid_token")
    }
  }

  private func admit(_ header: String) throws -> Caller {
    let record = try ring.admit(
      try KeyRing.key(inAuthorization: header), at: ServiceTime.milliseconds)
    return Caller(
      tenant: record.tenant, scopes: record.scopes, rateKey: "key \(record.id)", key: record.id,
      purgesInputs: record.purgesInputs)
  }

  /// For whom the link was made that a request opened, until when, and what logs call it; nil where it is none.
  private func link(
    openedBy head: HTTPRequestHead
  ) throws -> (tenant: String, expires: Int64, id: String)? {
    let query = head.query.map { (name: $0.name, value: $0.value) }
    guard SignedLink.isMeant(by: query) else { return nil }
    do {
      let (tenant, expires) = try SignedLink.admit(
        method: head.method, path: head.path, query: query,
        now: ServiceTime.milliseconds / 1000, keys: linkKeys())
      let signature = query.first { $0.name == "signature" }?.value ?? ""
      return (tenant, expires, SignedLink.id(ofSignature: signature))
    } catch let fault as AccessFault {
      throw ServiceProblem(fault == .expiredLink ? .expiredLink : .invalidLink, "\(fault)")
    }
  }

  /// A link to a path, for any client that has it.
  func link(to path: String, tenant: String) throws -> (url: String, expires: Int64, id: String) {
    let link = try SignedLink(
      path: path, tenant: tenant, seconds: settings.linkSeconds,
      now: ServiceTime.milliseconds / 1000, keys: linkKeys())
    return ("\(settings.publicURL)\(path)?\(link.query)", link.expires, link.id)
  }

  private func linkKeys() throws(StoreError) -> SigningKeys {
    try keys.signingKeys(for: .links, at: ServiceTime.milliseconds)
  }

  private func limit(_ key: String) throws(ServiceProblem) {
    let decision = limiter.take(key)
    guard !decision.isAllowed else { return }
    throw ServiceProblem(
      .rateLimited,
      "more than \(decision.limit.burst) requests at once, or \(decision.limit.perMinute) a minute;"
        + " try again in \(decision.retryAfterSeconds ?? 1) s",
      headers: decision.headers.map { HTTPField($0.name, $0.value) })
  }

  /// What a client is asked for.
  static let challenge = "Bearer realm=\"avatar-overlay\""

  private static func refused(
    _ code: ProblemCode, _ detail: String, error: String?
  ) -> ServiceProblem {
    let challenge = Self.challenge + (error.map { ", error=\"\($0)\"" } ?? "")
    return ServiceProblem(code, detail, headers: [HTTPField("WWW-Authenticate", challenge)])
  }
}
