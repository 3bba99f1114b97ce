public import Access

/// Lets in whoever has a valid key.
public struct KeyRing: Sendable {
  /// How often a key's use is written down at the most, in milliseconds: a write for each request
  /// would make the store the slowest part of a frame.
  public static let useInterval: Int64 = 60_000

  private let store: any KeyStore

  /// Makes the ring of a store's keys.
  public init(_ store: any KeyStore) {
    self.store = store
  }

  /// The record of the key that a client sent, which is valid now.
  ///
  /// The store is asked each time: a key that was disabled is refused from then on.
  ///
  /// - Parameters:
  ///   - text: what followed `Bearer ` in `Authorization`.
  ///   - time: in milliseconds since 1970.
  /// - Throws: `AccessFault` where the key is refused, `StoreError` where the store cannot be asked.
  public func admit(_ text: String, at time: Int64) throws -> KeyRecord {
    let key = try APIKey(text)
    guard let record = try store.key(key.id) else { throw AccessFault.unknownKey }
    try record.admit(key, at: time)
    if time - (record.lastUsedAt ?? .min / 2) >= Self.useInterval {
      // A full disk is no reason to refuse a frame.
      try? store.noteUse(of: key.id, at: time)
    }
    return record
  }

  /// The key in a header field `Authorization: Bearer KEY`.
  ///
  /// - Throws: `AccessFault.malformedKey` where the field is of another form.
  public static func key(inAuthorization value: String) throws(AccessFault) -> String {
    let words = value.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { throw .malformedKey }
    return String(words[1])
  }
}
