internal import Access
internal import HTTPMessages
internal import HTTPServer
internal import Problems

/// Who sends a request, and what they may do.
struct Caller: Hashable, Sendable {
  /// The tenant whose jobs and avatars they see.
  var tenant: String
  /// What they may do; nil for everything, where no keys are configured.
  var scopes: Set<AccessScope>?
  /// What their requests are counted by.
  var rateKey: String
  /// The id of their key; nil where they came without one.
  var key: String?
  /// Until when they are, in seconds since 1970, where they came by a signed link.
  var linkExpires: Int64?

  /// Everybody, where no keys are configured.
  static let local = Caller(tenant: "local", scopes: nil, rateKey: "")

  /// Throws where a scope is not among theirs.
  func require(_ scope: AccessScope) throws(ServiceProblem) {
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
