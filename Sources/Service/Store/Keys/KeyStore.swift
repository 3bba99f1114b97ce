public import Access

/// Where API keys and signing keys live; times are milliseconds since 1970.
///
/// Every change but `noteUse` is on disk when its call returns. A call from any thread is fine.
public protocol KeyStore: Sendable {
  /// Takes in a new key.
  func add(_ key: KeyRecord) throws(StoreError)

  /// The key with an id; nil where there is none.
  func key(_ id: String) throws(StoreError) -> KeyRecord?

  /// The keys of a tenant, or of all where none is named, in the order in which they were made;
  /// disabled and expired ones too.
  func keys(of tenant: String?) throws(StoreError) -> [KeyRecord]

  /// Whether there is any key, valid or not.
  func hasKeys() throws(StoreError) -> Bool

  /// Disables a key for good; gives it as it then is, nil where there is none.
  func disableKey(_ id: String, at time: Int64) throws(StoreError) -> KeyRecord?

  /// Puts a new key in the place of one that is valid: same tenant, name, rights and length of
  /// life. The old one stays valid until `oldUntil` at the latest.
  ///
  /// - Returns: the new key's record; nil where there is no such key or it is not valid any more.
  func rotateKey(
    _ id: String, to key: APIKey, at time: Int64, oldUntil: Int64
  ) throws(StoreError) -> KeyRecord?

  /// Notes that a key was used.
  func noteUse(of id: String, at time: Int64) throws(StoreError)

  /// What is signed with for a purpose; the first call makes a key.
  func signingKeys(for purpose: SigningPurpose, at time: Int64) throws(StoreError) -> SigningKeys

  /// Makes a new key to sign with; the one before it is taken until `oldUntil`, older ones not any
  /// more.
  func rotateSigningKeys(
    for purpose: SigningPurpose, at time: Int64, oldUntil: Int64
  ) throws(StoreError) -> SigningKeys
}

/// What a signing key is for.
public enum SigningPurpose: Hashable, Sendable {
  /// Links to outputs.
  case links
  /// The webhooks of a tenant: each has a secret of its own, or one could forge another's.
  case webhooks(tenant: String)
}
