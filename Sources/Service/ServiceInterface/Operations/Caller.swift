package import Access
internal import HTTPMessages
internal import Problems

/// Who sends a request, and what they may do.
package struct Caller: Hashable, Sendable {
  /// The tenant whose jobs and avatars they see.
  package var tenant: String
  /// What they may do; nil for everything, where no keys are configured.
  package var scopes: Set<AccessScope>?
  /// What their requests are counted by.
  package var rateKey: String
  /// The id of their key; nil where they came without one.
  package var key: String?
  /// Until when they are, in seconds since 1970, where they came by a signed link.
  package var linkExpires: Int64?
  /// What logs call that link.
  package var link: String?
  /// Whether what they send for renders goes as soon as these have ended.
  package var purgesInputs: Bool

  package init(
    tenant: String, scopes: Set<AccessScope>?, rateKey: String, key: String? = nil,
    linkExpires: Int64? = nil, link: String? = nil, purgesInputs: Bool = false
  ) {
    (self.tenant, self.scopes, self.rateKey) = (tenant, scopes, rateKey)
    (self.key, self.linkExpires, self.link) = (key, linkExpires, link)
    self.purgesInputs = purgesInputs
  }

  /// Everybody, where no keys are configured.
  package static let local = Caller(tenant: "local", scopes: nil, rateKey: "")

  /// Throws where a scope is not among theirs.
  package func require(_ scope: AccessScope) throws(ServiceProblem) {
    guard let scopes, !scopes.contains(scope) else { return }
    let has = scopes.map(\.rawValue).sorted().joined(separator: ", ")
    throw ServiceProblem(
      .missingScope, "the key has the scopes \(has); this request needs \(scope.rawValue)",
      headers: [
        HTTPField(
          "WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\"")
      ])
  }
}
