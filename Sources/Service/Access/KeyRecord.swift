internal import Digests

/// An API key as the service keeps it: everything but the secret; times are milliseconds since 1970.
public struct KeyRecord: Hashable, Sendable {
  /// The public part of the key.
  public var id: String
  /// The tenant that it belongs to.
  public var tenant: String
  /// Its name for people.
  public var name: String?
  /// Its scopes.
  public var scopes: Set<AccessScope>
  /// SHA-256 of the key's text, 32 bytes.
  public var secretHash: [UInt8]
  /// When it was made.
  public var createdAt: Int64
  /// From when on it is not valid any more.
  public var expiresAt: Int64?
  /// When it was last used, to the minute.
  public var lastUsedAt: Int64?
  /// Since when it is disabled.
  public var disabledAt: Int64?
  /// Whether what was sent for its renders goes as soon as they have ended.
  public var purgesInputs: Bool

  /// Makes the record of a key.
  public init(
    of key: APIKey, tenant: String, name: String? = nil, scopes: Set<AccessScope>,
    createdAt: Int64, expiresAt: Int64? = nil, purgesInputs: Bool = false
  ) {
    self.init(
      id: key.id, tenant: tenant, name: name, scopes: scopes, secretHash: key.hash,
      createdAt: createdAt, expiresAt: expiresAt, purgesInputs: purgesInputs)
  }

  /// Makes a record of what was stored.
  public init(
    id: String, tenant: String, name: String?, scopes: Set<AccessScope>, secretHash: [UInt8],
    createdAt: Int64, expiresAt: Int64? = nil, lastUsedAt: Int64? = nil, disabledAt: Int64? = nil,
    purgesInputs: Bool = false
  ) {
    (self.id, self.tenant, self.name) = (id, tenant, name)
    (self.scopes, self.secretHash, self.createdAt) = (scopes, secretHash, createdAt)
    (self.expiresAt, self.lastUsedAt, self.disabledAt) = (expiresAt, lastUsedAt, disabledAt)
    self.purgesInputs = purgesInputs
  }

  /// The record of a key in the place of this one: with its tenant, name, scopes, length of life
  /// and purging.
  public func successor(_ key: APIKey, at time: Int64) -> KeyRecord {
    KeyRecord(
      of: key, tenant: tenant, name: name, scopes: scopes, createdAt: time,
      expiresAt: expiresAt.map { time + ($0 - createdAt) }, purgesInputs: purgesInputs)
  }

  /// The state of a key.
  public enum Standing: String, Hashable, Sendable {
    case valid, expired, disabled
  }

  /// The state of the key at a time.
  public func standing(at time: Int64) -> Standing {
    if disabledAt != nil { return .disabled }
    if let expiresAt, time >= expiresAt { return .expired }
    return .valid
  }

  /// Accepts a key that is this one and valid.
  ///
  /// - Throws: `AccessFault.unknownKey` for another secret: only a client with the secret learns that a
  ///   key is disabled or expired.
  public func admit(_ key: APIKey, at time: Int64) throws(AccessFault) {
    guard id == key.id, ConstantTime.areEqual(secretHash, key.hash) else { throw .unknownKey }
    switch standing(at: time) {
    case .valid: return
    case .expired: throw .expiredKey
    case .disabled: throw .disabledKey
    }
  }

  /// Refuses what the key does not allow.
  public func require(_ scope: AccessScope) throws(AccessFault) {
    guard scopes.contains(scope) else { throw .missingScope(scope) }
  }
}
