public import Access
public import Store

extension SQLiteStore: KeyStore {
  /// Takes in a new key; see `KeyStore`.
  public func add(_ key: KeyRecord) throws(StoreError) {
    try write { connection throws(StoreError) in try connection.insert(key) }
  }

  /// The key with an id; see `KeyStore`.
  public func key(_ id: String) throws(StoreError) -> KeyRecord? {
    try read { connection throws(StoreError) in try connection.key(id) }
  }

  /// A tenant's keys, or all; see `KeyStore`.
  public func keys(of tenant: String?) throws(StoreError) -> [KeyRecord] {
    try read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(KeyRow.columns) FROM api_key WHERE ?1 IS NULL OR tenant = ?1
        ORDER BY created_at, id
        """, [SQLiteValue(tenant)], read: KeyRow.read)
    }
  }

  /// Whether there is any key; see `KeyStore`.
  public func hasKeys() throws(StoreError) -> Bool {
    try read { connection throws(StoreError) in
      try connection.number("SELECT EXISTS (SELECT * FROM api_key)") == 1
    }
  }

  /// Disables a key; see `KeyStore`.
  public func disableKey(_ id: String, at time: Int64) throws(StoreError) -> KeyRecord? {
    try write { connection throws(StoreError) in
      try connection.row(
        """
        UPDATE api_key SET disabled_at = coalesce(disabled_at, ?) WHERE id = ?
        RETURNING \(KeyRow.columns)
        """, [.integer(time), .text(id)], read: KeyRow.read)
    }
  }

  /// Puts a new key in the place of another; see `KeyStore`.
  public func rotateKey(
    _ id: String, to key: APIKey, at time: Int64, oldUntil: Int64
  ) throws(StoreError) -> KeyRecord? {
    try write { connection throws(StoreError) in
      guard let old = try connection.key(id), old.standing(at: time) == .valid else { return nil }
      let new = old.successor(key, at: time)
      try connection.insert(new)
      try connection.run(
        "UPDATE api_key SET expires_at = min(coalesce(expires_at, ?1), ?1) WHERE id = ?2",
        [.integer(oldUntil), .text(id)])
      return new
    }
  }

  /// Notes that a key was used; see `KeyStore`, and note that power loss may undo it.
  public func noteUse(of id: String, at time: Int64) throws(StoreError) {
    try writeLightly { connection throws(StoreError) in
      _ = try connection.run(
        "UPDATE api_key SET last_used_at = max(coalesce(last_used_at, ?1), ?1) WHERE id = ?2",
        [.integer(time), .text(id)])
    }
  }
}

/// A key as a row of the table.
private enum KeyRow {
  static let columns = """
    id, tenant, name, secret_hash, scopes, created_at, expires_at, last_used_at, disabled_at, \
    purges_inputs
    """

  static func read(_ row: borrowing SQLiteStatement) -> KeyRecord {
    // A right that this version does not know is not there, which is the safe side.
    let scopes = (row.text(4) ?? "").split(separator: ",").compactMap {
      AccessScope(rawValue: String($0))
    }
    return KeyRecord(
      id: row.text(0) ?? "", tenant: row.text(1) ?? "", name: row.text(2), scopes: Set(scopes),
      secretHash: row.blob(3) ?? [], createdAt: row.integer(5) ?? 0, expiresAt: row.integer(6),
      lastUsedAt: row.integer(7), disabledAt: row.integer(8), purgesInputs: row.integer(9) == 1)
  }
}

extension SQLiteConnection {
  fileprivate mutating func key(_ id: String) throws(StoreError) -> KeyRecord? {
    try row("SELECT \(KeyRow.columns) FROM api_key WHERE id = ?", [.text(id)], read: KeyRow.read)
  }

  fileprivate mutating func insert(_ key: KeyRecord) throws(StoreError) {
    try run(
      "INSERT INTO api_key (\(KeyRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .text(key.id), .text(key.tenant), SQLiteValue(key.name), .blob(key.secretHash),
        .text(key.scopes.sorted().map(\.rawValue).joined(separator: ",")),
        .integer(key.createdAt), SQLiteValue(key.expiresAt), SQLiteValue(key.lastUsedAt),
        SQLiteValue(key.disabledAt), .integer(key.purgesInputs ? 1 : 0),
      ])
  }
}
