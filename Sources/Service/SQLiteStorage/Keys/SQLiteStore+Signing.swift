public import Access
public import Store

extension SQLiteStore {
  /// What is signed with; see `KeyStore`.
  public func signingKeys(
    for purpose: SigningPurpose, at time: Int64
  ) throws(StoreError) -> SigningKeys {
    let found = try read { connection throws(StoreError) in
      try connection.signingKeys(for: purpose, at: time)
    }
    if let found { return found }
    return try write { connection throws(StoreError) in
      // Another caller may have been faster.
      if let found = try connection.signingKeys(for: purpose, at: time) { return found }
      return SigningKeys(current: try connection.insertKey(for: purpose, at: time))
    }
  }

  /// Makes a new key to sign with; see `KeyStore`.
  public func rotateSigningKeys(
    for purpose: SigningPurpose, at time: Int64, oldUntil: Int64
  ) throws(StoreError) -> SigningKeys {
    try write { connection throws(StoreError) in
      try connection.run(
        "DELETE FROM signing_key WHERE purpose = ? AND tenant = ? AND retires_at IS NOT NULL",
        purpose.columns)
      try connection.run(
        "UPDATE signing_key SET retires_at = ? WHERE purpose = ? AND tenant = ?",
        [.integer(oldUntil)] + purpose.columns)
      let new = try connection.insertKey(for: purpose, at: time)
      return try connection.signingKeys(for: purpose, at: time) ?? SigningKeys(current: new)
    }
  }
}

extension SigningPurpose {
  /// The values of the columns `purpose` and `tenant`.
  fileprivate var columns: [SQLiteValue] {
    switch self {
    case .links: ["links", ""]
    case .webhooks(let tenant): ["webhooks", .text(tenant)]
    }
  }
}

extension SQLiteConnection {
  /// The current key and the one before it; nil where there is none yet.
  fileprivate mutating func signingKeys(
    for purpose: SigningPurpose, at time: Int64
  ) throws(StoreError) -> SigningKeys? {
    let keys = try rows(
      """
      SELECT id, secret, created_at FROM signing_key
      WHERE purpose = ? AND tenant = ? AND (retires_at IS NULL OR retires_at > ?)
      ORDER BY retires_at IS NOT NULL
      """, purpose.columns + [.integer(time)]
    ) {
      SigningKey(
        id: $0.text(0) ?? "", secret: $0.text(1) ?? "", createdAt: $0.integer(2) ?? 0)
    }
    return keys.first.map { SigningKeys(current: $0, previous: keys.dropFirst().first) }
  }

  fileprivate mutating func insertKey(
    for purpose: SigningPurpose, at time: Int64
  ) throws(StoreError) -> SigningKey {
    let key: SigningKey
    do {
      key = try SigningKey(createdAt: time)
    } catch {
      throw .unusable(path: path, reason: "\(error)")
    }
    try run(
      "INSERT INTO signing_key (purpose, tenant, id, secret, created_at) VALUES (?, ?, ?, ?, ?)",
      purpose.columns + [.text(key.id), .text(key.secret), .integer(time)])
    return key
  }
}
